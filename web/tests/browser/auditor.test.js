import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { CHOSEN, accessible, ask, fits, hire, open, shot, signIn, visit } from './harness.js';
import { look, playRound, sitDown } from './rounds.js';

const PROGRAM = process.env.CROUPIER_PROGRAM ?? resolve('../target/debug/croupier');
// Nobody is hurried: the machine may be slow.
const place = await open({ CROUPIER_TIMES_BETTING_SECONDS: '300' });
const folder = mkdtempSync(join(tmpdir(), 'croupier-record-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Who plays, and what was played: Crazy 4 Poker with two players, and a round of Fortune Asia Poker. */
const played = {};
before(async () => {
  const { house } = place;
  const tables = await ask(house, 'GET', '/api/tables');
  played.crazy = tables.find(({ text }) => text === 'pa-657a');
  played.fortune = tables.find(({ text }) => text === 'pa-659a');
  played.players = [await sitDown(house, played.crazy.id, 2), await sitDown(house, played.crazy.id, 5)];
  for (let turn = 0; turn < 3; turn++) {
    played.round = await playRound(played.players, {
      main: 1_000,
      'queens-up': 500,
      'five-card-progressive': 100,
    });
  }
  played.hands = (
    await ask(
      house,
      'GET',
      `/api/rounds?table=${played.crazy.id}&round=${played.round}`,
      undefined,
      (await hire(house, 'Ada', ['auditor'])).token,
    )
  )[0].players;
  const third = await sitDown(house, played.fortune.id, 3);
  await playRound([third], { main: 2_500 });
  played.third = third;
});

const auditor = async (options) => {
  const page = await visit(place, { path: null, ...options });
  await signIn(page, 'Ada', CHOSEN);
  await page.waitForURL((url) => url.pathname !== '/sign-in');
  return page;
};
const rows = (page) => page.locator('tbody tr');
const stepOf = async (page) => Number(/Step (\d+) of/.exec(await page.locator('.where').textContent())[1]);

test('an auditor finds a round by table, player, hand, amount and time, and saves the result', async () => {
  const page = await auditor();
  await page.goto('/record');
  await rows(page).first().waitFor();
  assert.equal(await rows(page).count(), 4);
  const find = async (fields) => {
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.waitForURL((url) => url.search === '');
    for (const [label, value] of Object.entries(fields)) {
      const field = page.getByLabel(label, { exact: true });
      if ((await field.evaluate((one) => one.tagName)) === 'SELECT') await field.selectOption({ label: value });
      else await field.fill(value);
    }
    await page.getByRole('button', { name: 'Find rounds' }).click();
    await page.waitForURL((url) => url.search !== '');
    await page.locator('.results[aria-busy="false"]').waitFor();
    return rows(page).count();
  };
  assert.equal(await find({ Table: played.crazy.name }), 3);
  assert.equal(await find({ Table: played.crazy.name, Round: String(played.round) }), 1);
  assert.equal(await find({ Player: played.third.name }), 1);
  const [held] = played.hands;
  const [one, other] = held.hand.replaceAll('|', ' ').split(/\s+/);
  assert.ok((await find({ 'Cards held': `${one.toLowerCase()} ${other}`, Player: String(held.who) })) >= 1);
  assert.ok((await page.locator('tbody').textContent()).includes(String(played.round)));
  assert.equal(await find({ 'A player wagered': '$100' }), 0);
  await page.locator('.nothing').waitFor();
  assert.equal(await find({ 'A player wagered': '20.00' }), 4);
  await page.getByRole('button', { name: 'Last hour' }).click();
  await page.waitForURL(/since=/);
  await page.locator('.results[aria-busy="false"]').waitFor();
  assert.equal(await rows(page).count(), 4);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ]);
  const csv = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n');
  assert.equal(csv.length, 1 + 2 * 3 + 1);
  assert.match(csv[0], /^table,table name,round.*staked,returned,net,hand$/);
  await page.getByLabel('Cards held').fill('nonsense');
  await page.getByRole('button', { name: 'Find rounds' }).click();
  await page.getByText('Invalid cards').waitFor();
  assert.equal(await rows(page).count(), 0, 'what was found before is not shown as though it fitted');
  await page.getByLabel('Cards held').fill('');
  await page.getByLabel('Closed from').fill('2026-05-02T10:00');
  await page.getByLabel('Closed until').fill('2026-05-01T10:00');
  await page.getByRole('button', { name: 'Find rounds' }).click();
  await page.getByText('“From” is later than “until”').waitFor();
  for (const label of ['Closed from', 'Closed until']) await page.getByLabel(label).fill('');
  await page.getByRole('button', { name: 'Find rounds' }).click();
  await rows(page).first().waitFor();
  assert.deepEqual(page.faults, []);
});

test('an auditor replays a round as auditor and as a player, with ledger and meters', async () => {
  const page = await auditor();
  await page.goto(`/record?table=${played.crazy.id}&round=${played.round}`);
  await rows(page).getByRole('link').click();
  await page.waitForURL(`**/record/tables/${played.crazy.id}/rounds/${played.round}`);
  await page.locator('.where').waitFor();
  assert.equal(await stepOf(page), 1);
  await page.keyboard.press('ArrowRight');
  assert.equal(await stepOf(page), 2);
  await page.getByRole('button', { name: 'Previous step' }).click();
  assert.equal(await stepOf(page), 1);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.locator('.where', { hasText: 'Step 3 of' }).waitFor();
  await page.keyboard.press(' ');
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();

  // As himself he knew no hand before the close; as a player his own once it was dealt.
  const seat = (number) => page.locator(`[data-seat="${number}"]`);
  const faces = async (number) =>
    (
      await seat(number)
        .locator('[data-card]')
        .evaluateAll((cards) => cards.map((card) => card.dataset.card))
    ).filter(Boolean).length;
  const plays = page.locator('.step', { hasText: 'Play' }).filter({ hasText: 'plays for' }).first();
  await plays.click();
  assert.equal(await faces(2), 0);
  await page.getByLabel('All hands face up').check();
  assert.ok((await faces(2)) > 0);
  await page.getByLabel('All hands face up').uncheck();
  const at = await stepOf(page);
  await page.locator('.audiences').getByRole('button', { name: played.players[0].name, exact: true }).click();
  await page.waitForURL(`**as=player-${played.players[0].who}`);
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[data-seat="2"] [data-card]')].some((card) => card.dataset.card),
  );
  assert.equal(await stepOf(page), at);
  assert.equal(await faces(5), 0);

  await page.keyboard.press('End');
  const results = await page.locator('.result').allTextContents();
  assert.ok(results.length >= 4, results.join());
  assert.match(await page.locator('aside').textContent(), /§ 657a\.11/);
  await page.getByText('Sum of all accounts').waitFor();
  assert.match(await page.locator('tfoot').textContent(), /\$0\.00 ✓/);
  const meters = page.getByRole('region', { name: 'Meters' });
  assert.match(await meters.textContent(), /\+\$0\.42/);
  assert.deepEqual(page.faults, []);
});

test('a player replays an own round, in no other view', async () => {
  const [own, other] = played.players;
  const path = `/api/tables/${own.table}/rounds/${played.round}/steps`;
  const told = await ask(place.house, 'GET', `${path}?as=player-${own.who}`, undefined, own.token);
  assert.equal(told.steps.at(-1).view.phase, 'closed');
  assert.deepEqual(told.before, []);
  await assert.rejects(
    ask(place.house, 'GET', `${path}?as=player-${other.who}`, undefined, own.token),
    /not-your-view/,
  );
  await assert.rejects(ask(place.house, 'GET', `${path}?as=auditor`, undefined, own.token), /not-your-view/);
  await assert.rejects(ask(place.house, 'GET', `${path}?as=somebody`, undefined, own.token), /malformed/);
  assert.equal((await look(own)).phase, 'closed');
});

test('a journal is valid, and croupier verify accepts its export', async () => {
  const page = await auditor();
  await page.goto('/record/chains');
  const table = page.locator(`[data-table="${played.crazy.id}"]`);
  await table.getByRole('button', { name: 'Check' }).click();
  await table.getByText('All lines are valid').waitFor();
  assert.match(await table.textContent(), /4 signatures, the last at line \d+/);
  await page.getByRole('button', { name: 'Compare meters with the journals' }).click();
  await page.getByText('agrees').first().waitFor();

  const verified = async (save, name) => {
    for (const link of ['Save the journal', 'Save the signatures']) {
      const [file] = await Promise.all([page.waitForEvent('download'), save.getByRole('link', { name: link }).click()]);
      await file.saveAs(join(folder, file.suggestedFilename()));
    }
    return (await promisify(execFile)(PROGRAM, ['verify', join(folder, name)])).stdout;
  };
  const dialog = page.getByRole('dialog');
  await table.getByRole('button', { name: 'Export' }).click();
  await dialog.getByRole('button', { name: 'Prepare' }).click();
  await dialog.getByText('4 signatures').waitFor();
  await accessible(page, 'export');
  await shot(page, 'export-desktop');
  const whole = await verified(dialog, `table-${played.crazy.id}.journal`);
  assert.match(whole, /every line verifies/);
  assert.match(whole, /4 heads signed/);
  // One day of it; and what is not filled in is not taken for all of it.
  await dialog.getByLabel('Content').selectOption({ label: 'One round' });
  await dialog.getByRole('button', { name: 'Prepare' }).click();
  await dialog.getByText('Enter a round number').waitFor();
  assert.equal(await dialog.getByRole('link', { name: 'Save the journal' }).count(), 0);
  await dialog.getByLabel('Content').selectOption({ label: 'One day' });
  const day = await dialog.getByLabel('Day').inputValue();
  await dialog.getByRole('button', { name: 'Prepare' }).click();
  await dialog.getByText(/signatures?$/).waitFor();
  assert.match(await verified(dialog, `table-${played.crazy.id}-${day}.journal`), /every line verifies/);
  await page.keyboard.press('Escape');

  // The first round: what the table knew when the others began is still to be played with.
  await page.goto(`/record/tables/${played.crazy.id}/rounds/${played.round - 2}`);
  await page.getByRole('button', { name: 'Export this round' }).click();
  await dialog.getByText('1 signature').waitFor();
  const round = await verified(dialog, `table-${played.crazy.id}-round-${played.round - 2}.journal`);
  assert.match(round, /^excerpt: begins after command/m);
  assert.deepEqual(page.faults, []);
});

test('the audit log is searched from its end', async () => {
  const page = await auditor();
  await page.goto('/record/log');
  await page.locator('li .kind').first().waitFor();
  await page.getByLabel('Words').fill('ada exported');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.waitForURL(/find=/);
  await page.waitForFunction(() =>
    [...document.querySelectorAll('li .kind')].every((kind) => kind.textContent === 'Exported'),
  );
  assert.ok((await page.locator('li .kind').count()) >= 1);
  await page.getByLabel('Words').fill('nothing of the kind');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('No line matches').first().waitFor();
  // What was done at the machine itself has a program and a user of the system.
  await page.route('**/api/log/search*', async (route) => {
    const told = await (await route.fetch()).json();
    told.lines[0].by = { program: 'croupier export', user: 0 };
    await route.fulfill({ json: told });
  });
  await page.goto('/record/log');
  await page.locator('li .who').first().waitFor();
  assert.equal(await page.locator('li .who').first().textContent(), 'croupier exportsystem user 0');
  assert.deepEqual(page.faults, []);
});

test('the odds of a table are exact, with a chart', async () => {
  const page = await visit(place, { path: `/odds/${played.crazy.id}` });
  await page.locator('[data-wager="queens-up"]').waitFor({ timeout: 25_000 });
  assert.match(await page.locator('[data-wager="queens-up"]').textContent(), /3\.0606%/);
  assert.match(await page.locator('[data-wager="main"]').textContent(), /3\.4189%/);
  await page.locator('[data-wager="queens-up"] canvas').waitFor();
  await accessible(page, 'odds');
  await fits(page, 'odds');
  assert.deepEqual(page.faults, []);
});

for (const size of ['phone', 'desktop']) {
  for (const colorScheme of ['light', 'dark']) {
    test(`the audit pages are accessible and fit: ${size}, ${colorScheme}`, async () => {
      const page = await auditor({ size, colorScheme });
      const pages = {
        rounds: ['/record', 'tbody tr'],
        replay: [`/record/tables/${played.crazy.id}/rounds/${played.round}?step=12`, '.where'],
        chains: ['/record/chains', '[data-table]'],
        log: ['/record/log', 'li .kind'],
      };
      for (const [name, [path, there]] of Object.entries(pages)) {
        await page.goto(path);
        await page.locator(there).first().waitFor();
        const what = `${name}, ${size}, ${colorScheme}`;
        await accessible(page, what);
        await fits(page, what);
        await shot(page, `${name}-${size}-${colorScheme}`);
      }
      assert.deepEqual(page.faults, []);
      await page.context().close();
    });
  }
}
