/**
 * The player's table outside an ordinary round: unknown tables, no session, timeouts, a live dealer, Envy Bonus,
 * coupons.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessible, ask, fits, hire, shifted, shot, signIn, startHouse, visit } from './harness.js';
import { dealtTable } from './dealt-table.js';
import { Colleague, pageOf, pit } from './pit.js';

const place = await pit();
const { table, people } = place;

test('an unknown table is reported once and not requested again', async () => {
  const page = await visit(place, { path: null });
  let feeds = 0;
  page.on('websocket', () => feeds++);
  for (const path of ['/tables/99', '/tables/abc']) {
    await page.goto(path);
    await page.getByRole('heading', { name: 'Table not found' }).waitFor();
  }
  await page.getByRole('link', { name: 'Go to the lobby' }).click();
  await page.getByRole('button', { name: 'Play as a guest' }).first().click();
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
  await page.goto('/tables/99');
  await page.getByRole('heading', { name: 'Table not found' }).waitFor();
  const before = feeds;
  await page.waitForTimeout(3_000);
  assert.equal(feeds, before, 'the feed is not asked for again');
  assert.deepEqual(
    page.faults.filter((fault) => !fault.includes('WebSocket')),
    [],
  );
});

test('a visitor sees the game and how to sign in, and then the table', async () => {
  const page = await visit(place, { path: '/tables/5', size: 'phone', colorScheme: 'dark' });
  await page.getByText('Sit down with play chips').waitFor();
  await accessible(page, 'table without a session');
  await shot(page, 'table-nobody-phone');
  await page.getByRole('button', { name: 'Play as a guest' }).click();
  await page.getByText('Choose an open seat to play.').waitFor();
  await page.goto(`/tables/${table.id}`);
  await page.locator('.table[data-phase]').waitFor();
  assert.deepEqual(page.faults, []);
});

test('signing in does not move the tables of the lobby', async () => {
  for (const size of ['narrow', 'phone', 'desktop']) {
    const page = await visit(place, { size });
    await page.locator('[data-table="5"]').waitFor();
    const at = await page.locator('[data-table="1"]').boundingBox();
    await page.getByRole('button', { name: 'Play as a guest' }).first().click();
    await page.getByRole('heading', { name: /^Welcome, Guest/ }).waitFor();
    assert.equal((await page.locator('[data-table="1"]').boundingBox()).y, at.y, size);
    assert.ok((await shifted(page)) < 0.01, `${size} shifts by ${await shifted(page)}`);
    await shot(page, `lobby-guest-${size}`);
    await page.context().close();
  }
});

test('the last chip is selected again, and a player whose time ran out is told what happened', async () => {
  const house = await startHouse({ CROUPIER_TIMES_BETTING_SECONDS: '5' });
  const page = await visit({ ...place, house }, { path: null });
  try {
    const text = (await ask(house, 'GET', '/api/tables/4')).submission.replace(/seconds( *)= 30/, 'seconds$1= 5');
    const [manager, player] = [await Colleague.hired(house, 'Max', 'manager'), await hire(house, 'Paul', ['player'])];
    const { id } = await manager.must('POST', '/api/tables', { name: 'Six-Card, hasty', submission: text });
    const list = await manager.must('GET', `/api/tables/${id}/checklist`);
    await manager.must('POST', `/api/tables/${id}/open`, { checked: list.map(({ clause }) => clause) });
    await signIn(page, player.name, player.password);
    await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
    await page.goto(`/tables/${id}`);
    await page.getByRole('button', { name: 'Sit down at seat 3' }).click();
    await page.locator('[data-do="buy"]').click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('radio', { name: '$25 chip' }).check({ force: true });
    await page.reload();
    await page.locator('section.own').waitFor();
    assert.ok(await page.getByRole('radio', { name: '$25 chip' }).isChecked());
    await page.locator('.own [data-wager="main"] .spot').click();
    await page
      .locator('.own')
      .getByText('Your time ran out. The house set your hand by the house way. You made no Double Down.')
      .waitFor({ timeout: 30_000 });
    await page.locator('.own .notice').getByText('§ 670a.11(b)').waitFor();
    await page.locator('.table[data-phase="closed"]').waitFor();
    await page.locator('[data-do="history"]').click();
    const line = page
      .getByRole('listitem')
      .filter({ hasText: 'did not act in time: the house set the hand by the house way' });
    assert.match(await line.textContent(), /^\d\d:\d\d:\d\d /);
    await shot(page, 'time-ran-out');
    await page.keyboard.press('Escape');
    // A table that is closed offers nothing that it would refuse.
    await page.locator('.results').waitFor();
    const { sequence } = (await manager.must('GET', `/api/tables/${id}/view`)).view;
    await manager.must('POST', `/api/tables/${id}/commands`, { id: 1, expects: sequence, command: 'close-table' });
    await page.locator('.phase').getByText('Closed').waitFor();
    for (const what of ['clear', 'repeat', 'leave', 'ready']) {
      assert.equal(await page.locator(`[data-do="${what}"]`).getAttribute('title'), 'The table is closed.', what);
    }
    assert.deepEqual(page.faults, []);
  } finally {
    await page.context().close();
    await house.remove();
  }
});

test('with a live dealer a progressive win is validated and paid, and another player wins envy', async () => {
  await table.opens();
  await table.isMadeReady();
  const [winner, other] = await Promise.all(
    people.players.map((player, which) =>
      pageOf(place, player, `/tables/${table.id}`, { size: which ? 'phone' : 'desktop' }),
    ),
  );
  await winner.locator('.own[data-seat="5"]').waitFor();
  await winner.locator('.purse').click();
  await winner.getByText('The dealer sells and buys back chips at this table').waitFor();
  assert.equal(await winner.locator('[data-do="buy"]').count(), 0);
  await winner.getByLabel('Tip for the dealer').fill('5');
  await winner.locator('[data-do="tip"]').click();
  await winner.getByRole('dialog').waitFor({ state: 'hidden' });
  await winner.locator('.purse').getByText('$995').waitFor();
  await table.wagers();
  await winner.locator('.own [data-wager="five-card-progressive"] .amount').waitFor();
  await table.work((view) => view.waiting);
  for (const page of [winner, other])
    await page.getByText('Five-Card Progressive wins. A floorperson must validate the payout.').waitFor();
  await shot(winner, 'dealt-waits');
  await table.work();
  const result = (page, wager) => page.locator('.own .results li').filter({ hasText: wager });
  await result(winner, 'progressive win $1,000.04').waitFor();
  await result(other, 'Envy Bonus for seat 5: $300').waitFor();
  await winner.locator('.own .hand').getByText('Straight flush', { exact: false }).first().waitFor();
  await accessible(winner, 'dealt table');
  await fits(other, 'dealt table on a phone');
  await shot(winner, 'dealt-won');
  await shot(other, 'dealt-envy-phone');
  await winner.locator('[data-do="history"]').click();
  await winner
    .getByRole('dialog')
    .getByText('Seat 2 wins an Envy Bonus of $300 for the hand of Seat 5 (you).')
    .waitFor();
  assert.equal(await winner.getByRole('dialog').getByText('Main wager').count(), 0, 'the Ante has one name');
  for (const page of [winner, other]) assert.deepEqual(page.faults, []);
});

test('a player sees an own match play coupon', async () => {
  const boston = await dealtTable(place.house, 'ma-asia-hand', 'Boston');
  const player = await Colleague.hired(place.house, 'Penny', 'player');
  await boston.order(boston.dealer, { sit: { seat: 4, player: player.who } });
  await boston.order(boston.dealer, { 'buy-in': { player: player.who, purse: 'chips', amount: 50_000 } });
  await boston.order(boston.dealer, { place: { seat: 4, wager: 'main', amount: 1_500, tender: 'chips' } });
  await boston.order(boston.dealer, { place: { seat: 4, wager: 'main', amount: 1_000, tender: 'match-play' } });
  const page = await pageOf(place, player, `/tables/${boston.id}`);
  await page.locator('.own').getByText('Match play $10').waitFor();
  await shot(page, 'match-play');
  assert.deepEqual(page.faults, []);
});
