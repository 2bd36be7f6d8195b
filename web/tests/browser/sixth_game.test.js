/** A house with a sixth game, whose program is an example of its own: from the lobby to the payout, and its odds. */
import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { after, test } from 'node:test';
import { accessible, fits, launch, shot, startHouse, visit } from './harness.js';

const PROGRAM = process.env.CROUPIER_SIXTH_GAME ?? resolve('../target/debug/three-card-house');
const SLOWLY = { CROUPIER_TIMES_BETTING_SECONDS: '60' };
const [house, browser] = await Promise.all([startHouse(SLOWLY, { copy: PROGRAM }), launch()]);
after(async () => {
  await browser.close();
  await house.remove();
});
const place = { house, browser };

const does = (page, what) => page.locator(`[data-do="${what}"]:visible`).first();
const area = (page, wager) => page.locator(`.own [data-wager="${wager}"]`).first();
const phase = (page, name) => page.locator(`.table[data-phase="${name}"]`).waitFor();

test('a guest plays the sixth game from the lobby to the payout', async () => {
  const page = await visit(place);
  const tables = page.getByRole('article');
  await tables.nth(5).waitFor();
  assert.equal(await tables.count(), 6);
  await page.getByRole('article', { name: 'Three Card House' }).getByRole('button', { name: 'Sit down' }).click();
  await page.waitForURL('**/tables/6');
  await page.locator('.table[data-phase]').waitFor();
  await page.getByRole('button', { name: 'Sit down at seat 3' }).click();
  await page.getByLabel('Amount').fill('500');
  await does(page, 'buy').click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByRole('radio', { name: '$5 chip' }).check({ force: true });
  for (const wager of ['main', 'bonus']) {
    await area(page, wager).locator('.spot').click();
    await area(page, wager).getByText('$5', { exact: true }).waitFor();
  }
  await shot(page, 'sixth-betting');
  await does(page, 'ready').click();
  await phase(page, 'deciding');
  await does(page, 'play').click();
  await phase(page, 'closed');
  const results = page.locator('.results li');
  await results.nth(2).waitFor();
  for (const line of await results.allTextContents()) assert.match(line, /TCH 8/, line);
  await page.waitForTimeout(1_600);
  await shot(page, 'sixth-paid');
  await accessible(page, 'the sixth game');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('the odds of the sixth game are on the odds page', async () => {
  const page = await visit(place, { path: '/odds/6' });
  await page.getByText('8.658').first().waitFor();
  await accessible(page, 'the odds of the sixth game');
  await fits(page, 'the odds of the sixth game');
  await shot(page, 'sixth-odds');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
