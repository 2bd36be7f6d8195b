/**
 * Takes the picture of a table that the README shows: `node tests/screenshot.js`, after `npm run build` and `cargo
 * build -p croupier`. Three guests play over the API and one in the browser; the cards are whatever is dealt.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { ask, launch, startHouse, visit } from './browser/harness.js';
import { order, sitDown } from './browser/rounds.js';

const TABLE = 1;
const house = await startHouse({ CROUPIER_TIMES_BETTING_SECONDS: '600' });
const browser = await launch();
try {
  const others = [];
  for (const seat of [2, 5, 6]) others.push(await sitDown(house, TABLE, seat));
  const page = await visit({ house, browser }, { reducedMotion: 'reduce' });
  await page.goto('/');
  await page.locator(`[data-table="${TABLE}"]`).getByRole('button', { name: 'Sit down' }).click();
  await page.getByRole('button', { name: 'Sit down at seat 3' }).click();
  await page.getByLabel('Amount').fill('500');
  await page.locator('[data-do="buy"]:visible').click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByRole('radio', { name: '$25 chip' }).check({ force: true });
  for (const wager of ['main', 'fortune-bonus']) {
    await page.locator(`.own [data-wager="${wager}"] .spot`).first().click();
    await page.locator(`.own [data-wager="${wager}"] .amount`).first().waitFor();
  }
  for (const [place, player] of others.entries()) {
    await order(player, {
      place: { seat: player.seat, wager: 'main', amount: [5_000, 10_000, 1_500][place], tender: 'chips' },
    });
    await order(player, { place: { seat: player.seat, wager: 'fortune-bonus', amount: 500, tender: 'chips' } });
    await ask(house, 'POST', `/api/tables/${TABLE}/ready`, undefined, player.token);
  }
  await page.locator('[data-do="ready"]:visible').click();
  await page.locator('.table[data-phase="deciding"]').waitFor();
  await page.locator('[data-do="house-way"]:visible').click();
  await page.getByText('These are your cards by the house way.').waitFor();
  await page.waitForTimeout(1_000);
  await page.mouse.move(0, 0);
  const png = (await page.screenshot()).toString('base64');
  mkdirSync('../docs/pictures', { recursive: true });
  writeFileSync('../docs/pictures/table.webp', await webp(png));
} finally {
  await browser.close();
  await house.remove();
}

/** A picture as the browser itself writes WebP, a third of the size. */
async function webp(png) {
  const page = await browser.newPage();
  const url = await page.evaluate(async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.9);
  }, png);
  return Buffer.from(url.split(',')[1], 'base64');
}
