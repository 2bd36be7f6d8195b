import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHOSEN, accessible, ask, fits, shot, signIn, visit } from './harness.js';
import { pageOf, pit, submission } from './pit.js';

const place = await pit();
const { house, people, table } = place;
const sheet = `/floor/tables/${table.id}`;
const part = (page, name) => page.locator(`[data-part="${name}"]`);

test('a manager opens a table only after every item of its checklist is ticked', async () => {
  const page = await pageOf(place, people.manager, sheet);
  const open = page.getByRole('button', { name: 'Open the table' });
  await page.getByRole('group', { name: 'Layout and inscriptions' }).waitFor();
  const groups = page.locator('fieldset[data-group]');
  assert.ok((await groups.count()) >= 3);
  assert.match(await open.getAttribute('aria-disabled'), /true/);
  // One thing after the other in the first group, the rest at once.
  const first = groups.first().locator('label.item input');
  for (let item = 0; item < (await first.count()); item++) await first.nth(item).check();
  for (let group = 1; group < (await groups.count()); group++) await groups.nth(group).getByLabel('All items').check();
  await accessible(page, 'the checklist');
  await open.click();
  await page.getByRole('heading', { name: 'Waiting for the floor' }).waitFor();
  assert.equal((await table.view(people.floor)).status, 'open');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a floorperson sees a progressive win, validates it and documents it, all by clicks', async () => {
  await table.isMadeReady();
  await table.wagers();
  await table.work((view) => view.waiting?.verified === true);
  const page = await pageOf(place, people.floor, '/floor');
  await page.getByRole('link', { name: /^Validate the Five-Card Progressive payout of Seat 5/ }).click();
  await page.waitForURL(`**${sheet}`);
  const win = page.locator('[data-validate="5"]');
  await win.getByText('straight flush', { exact: false }).first().waitFor();
  for (const card of ['five of hearts', 'nine of hearts'])
    assert.equal(await win.getByRole('img', { name: card }).count(), 1, card);
  // A tenth of the meter, rounded down, which the house takes off it in its own time.
  await win.getByText('$1,000.04', { exact: true }).waitFor();
  assert.match(await win.textContent(), /§ 657a\.11\(e\)\(3\)/);
  const validate = win.getByRole('button', { name: 'Validate the payout' });
  assert.equal(await validate.getAttribute('aria-disabled'), 'true', 'nothing is validated unseen');
  await win.getByLabel('I have checked the cards').check();
  await accessible(page, 'a win that waits');
  await validate.click();
  await page.getByText('Document the payout of Seat 5').waitFor();
  const paid = (await table.view(people.floor)).seats.find(({ seat }) => seat === 5).results;
  assert.equal(paid.find(({ wager }) => wager === 'five-card-progressive').won, 100_004);
  await page.getByRole('button', { name: 'Documents are complete' }).click();
  await page.getByText('Nothing at this table waits for the floor.').waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('after a progressive payout a round is voided only with the approval of a second person', async () => {
  const page = await pageOf(place, people.floor, sheet);
  await part(page, 'void').locator('summary').click();
  const button = part(page, 'void').getByRole('button', { name: 'Void this round' });
  assert.equal(await button.getAttribute('aria-disabled'), 'true', 'not without a reason');
  await part(page, 'void').getByLabel('Reason').fill('a card of the other deck');
  await button.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await part(page, 'void').getByText('waits for a second person').waitFor();
  assert.notEqual((await table.view(people.floor)).phase, 'closed', 'nothing is done yet');
  await part(page, 'void').getByRole('link', { name: 'Show approvals' }).click();
  const own = page.locator('[data-approval]').first();
  await own.getByRole('paragraph').filter({ hasText: 'You requested this yourself' }).waitFor();
  assert.equal(await own.getByRole('button', { name: 'Approve' }).getAttribute('aria-disabled'), 'true');

  const other = await pageOf(place, people.other, '/floor/approvals');
  const asked = other.locator('[data-approval]').first();
  await asked.getByText('voids the round').waitFor();
  assert.match(await asked.textContent(), /Requested by Flora, floorperson.*a card of the other deck/s);
  await accessible(other, 'approvals');
  await asked.getByRole('button', { name: 'Approve' }).click();
  await other.getByText(/^✓ Request \d+ is approved and carried out/).waitFor();
  await page.getByText('There are no pending approvals.').waitFor();
  const { view } = await people.floor.must('GET', table.path('view'));
  assert.equal(view.seats.find(({ seat }) => seat === 5).wagers.length, 0, 'the wagers have gone back');
  assert.deepEqual([page.faults, other.faults], [[], []]);
  await page.context().close();
  await other.context().close();
});

test('the floor sees a ruling before confirming it, orders a shuffle, pauses and resumes', async () => {
  await table.work();
  const page = await pageOf(place, people.floor, sheet);
  await part(page, 'irregular').locator('summary').click();
  const irregular = part(page, 'irregular');
  const what = irregular.getByLabel('What happened');
  assert.equal(await what.locator('option[value="dice-not-flat"]').count(), 0, 'there are no dice at this table');
  await what.selectOption('shuffler-fails');
  await irregular.getByRole('button', { name: 'Show the ruling' }).click();
  await irregular.getByText('this table has no shuffling device').waitFor();
  assert.equal(await irregular.getByRole('button', { name: 'Confirm ruling' }).count(), 0);
  await what.selectOption('drawn-in-error');
  await irregular.getByRole('button', { name: 'Show the ruling' }).click();
  await irregular.getByRole('status').waitFor();
  const before = (await table.view(people.floor)).sequence;
  await irregular.getByRole('button', { name: 'Confirm ruling' }).click();
  await part(page, 'history').getByText('Irregularity: a card was drawn in error').waitFor();
  assert.equal((await table.view(people.floor)).sequence, before + 1, 'nothing was done before it was confirmed');

  await part(page, 'pause').getByLabel('Reason').fill('a glass was spilt');
  await part(page, 'pause').getByRole('button', { name: 'Pause the table' }).click();
  await part(page, 'pause').getByText('Paused: a glass was spilt').waitFor();
  await part(page, 'pause').getByRole('button', { name: 'Resume' }).click();
  await part(page, 'pause').getByRole('button', { name: 'Pause the table' }).waitFor();

  const deck = page.locator('[data-deck="first"]');
  await deck.getByRole('button', { name: /^Order a shuffle/ }).click();
  await deck.getByText('stacked').waitFor();

  await part(page, 'chips').getByLabel('Amount').fill('2,000');
  await part(page, 'chips').getByRole('button', { name: 'Request a fill' }).click();
  await part(page, 'chips').getByText('waits for a second person').waitFor();
  const [fill] = await people.other.must('GET', '/api/approvals');
  await people.other.must('POST', `/api/approvals/${fill.id}/refuse`);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('decks and dice count down: amber in the last half hour, red at the end, none when disconnected', async () => {
  const page = await pageOf(place, people.floor, '/sign-in');
  const lasts = [29 * 60_000, -60_000];
  let gone = false;
  await page.route('**/api/tables/**', async (route) => {
    if (gone) return route.abort();
    const answer = await route.fetch();
    if (!route.request().url().endsWith(`/${table.id}/view`)) return route.fulfill({ response: answer });
    const now = await answer.json();
    now.view.decks[0].until = now.now + lasts[0];
    now.view.dice = { since: now.now - 1_000, until: now.now + lasts[1] };
    return route.fulfill({ response: answer, json: now });
  });
  await page.route('**/api/tables', (route) => (gone ? route.abort() : route.continue()));
  await page.goto('/floor');
  const tile = page.locator(`[data-table="${table.id}"]`);
  await tile
    .locator('[data-state="soon"]')
    .getByText(/^2[89]:\d\d$/)
    .waitFor();
  await tile.locator('[data-state="over"]').getByText('time is up').first().waitFor();
  await page.getByRole('link', { name: /^Dice: time is up/ }).waitFor();
  gone = true;
  await page.getByText('No connection to the server').waitFor();
  await tile.locator('.timer').first().getByText('–', { exact: true }).first().waitFor();
  await page.context().close();
});

test('a manager takes a meter out of service and back, and reconciles them', async () => {
  const page = await pageOf(place, people.manager, '/floor/meters');
  const meter = page.locator('[data-meter="1"]');
  await meter.getByRole('button', { name: 'Take out of service' }).click();
  await meter.getByRole('button', { name: 'Put into service' }).waitFor();
  await meter.getByRole('button', { name: 'Transfer the amount' }).click();
  await page.getByRole('dialog').getByLabel('To meter').selectOption('2');
  await page.getByRole('dialog').getByLabel('Reason').fill('the table is sold');
  await page.getByRole('dialog').getByRole('button', { name: 'Request' }).click();
  await meter.getByText('waits for a second person').waitFor();
  const [move] = await people.other.must('GET', '/api/approvals');
  await people.other.must('POST', `/api/approvals/${move.id}/refuse`);
  await meter.getByRole('button', { name: 'Put into service' }).click();
  await meter.getByText('running').waitFor();
  await page.getByRole('button', { name: 'Reconcile now' }).click();
  await page.getByText('All meters agree').waitFor();
  await accessible(page, 'meters');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a manager creates a table from a submission after its errors by line and clause are corrected', async () => {
  const page = await pageOf(place, people.manager, '/floor/new');
  const text = page.getByRole('textbox', { name: 'Rules submission' });
  await text.fill(submission('pa-657a-b').replace('positions      = 6', 'positions      = 9'));
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByText('No table can use this submission').waitFor();
  assert.match(await page.locator('.report').textContent(), /Line \d+, column \d+.*§ 657a\.2\(a\)/s);
  await accessible(page, 'making a table');
  await text.fill(submission('pa-657a-b'));
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByText('No errors. A table can use this submission.').waitFor();
  await page.getByLabel('Name of the table').fill('Crazy 4, pit 9');
  await page.getByRole('button', { name: 'Create table' }).click();
  await page.getByRole('heading', { name: 'Crazy 4, pit 9' }).waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a file proposes the name of a new table, and a file that is not a submission is rejected', async () => {
  const page = await pageOf(place, people.manager, '/floor/new');
  const name = page.getByLabel('Name of the table');
  const nameIn = (text) => /^\s*name\s*=\s*"([^"]+)"/m.exec(text)?.[1] ?? '';
  const [first, second] = ['pa-657a-b', 'pa-659a-b'].map((text) => submission(text));
  const choose = (file, buffer) =>
    page.getByLabel('Choose a file').setInputFiles({ name: file, mimeType: 'text/plain', buffer: Buffer.from(buffer) });
  const called = (wanted) =>
    page.waitForFunction(([id, value]) => document.getElementById(id).value === value, [nameId, wanted]);
  const nameId = await name.getAttribute('id');
  assert.notEqual(nameIn(first), nameIn(second));
  await choose('first.toml', first);
  await called(nameIn(first));
  await choose('second.toml', second);
  await called(nameIn(second));
  for (const [file, bytes, why] of [
    ['picture.png', [0x89, 0x50, 0x4e, 0x47, 0, 0], 'picture.png is not a text file'],
    ['film.toml', new Uint8Array(256_001).fill(0x23), 'film.toml is larger than 256 kB'],
  ]) {
    await choose(file, bytes);
    await page.getByText(why).waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Rules submission' }).inputValue(), second);
  }
  await name.fill('By hand');
  await choose('first.toml', first);
  await page.getByText('No errors. A table can use this submission.').waitFor();
  assert.equal(await name.inputValue(), 'By hand');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a manager requests another submission for a closed table; a second person sees the changes', async () => {
  const text = submission('pa-657a-c');
  const { id } = await people.manager.must('POST', '/api/tables', { name: 'Crazy 4, pit 3', submission: text });
  const page = await pageOf(place, people.manager, `/floor/tables/${id}`);
  const changing = part(page, 'change-submission');
  await changing.locator('summary').click();
  const ask = changing.getByRole('button', { name: 'Request the change' });
  await changing.locator('.hint', { hasText: 'The table already uses this submission.' }).waitFor();
  await changing
    .getByRole('textbox', { name: 'Rules submission' })
    .fill(text.replace('maximum   = "$500"', 'maximum   = "$250"'));
  await changing.getByRole('button', { name: 'Check', exact: true }).click();
  await changing.getByText('No errors').waitFor();
  assert.equal(await ask.getAttribute('aria-disabled'), 'true', 'not without a reason');
  await changing.getByLabel('Reason').fill('the maximum is lowered');
  await accessible(page, 'changing a submission');
  await ask.click();
  await changing.getByText('waits for a second person').waitFor();

  const other = await pageOf(place, people.floor, '/floor/approvals');
  const asked = other.locator('[data-approval]').filter({ hasText: 'Crazy 4, pit 3' });
  const lines = asked.getByRole('list', { name: 'Changes of the submission' }).getByRole('listitem');
  await lines.first().waitFor();
  assert.deepEqual(
    (await lines.allTextContents()).map((line) => line.replace(/\s+/g, ' ')),
    ['removed: − maximum = "$500"', 'added: + maximum = "$250"'],
  );
  await accessible(other, 'a change to be granted');
  await asked.getByRole('button', { name: 'Approve' }).click();
  await other.getByText(/^✓ Request .* is approved and carried out/).waitFor();
  await page.locator('header').getByText('$10 – $250').waitFor();
  assert.deepEqual([page.faults, other.faults], [[], []]);
  await page.context().close();
  await other.context().close();
});

test('a user with a first password sees the page as soon as the password is changed', async () => {
  const { password } = await ask(
    house,
    'POST',
    '/api/people',
    { name: 'Mara', roles: ['manager'] },
    house.administrator.token,
  );
  const page = await visit(place);
  await signIn(page, 'Mara', password);
  await page.getByLabel('Current password').waitFor();
  await page.goto('/people');
  await page.getByLabel('Current password').fill(password);
  await page.getByLabel('New password', { exact: true }).fill(CHOSEN);
  await page.getByLabel('Repeat new password').fill(CHOSEN);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.locator('[data-person="Mara"]').waitFor();
  assert.equal(await page.locator('main [data-code]').count(), 0, 'nothing is refused any more');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('an administrator adds a dealer, who signs in with a first password and must change it', async () => {
  const page = await pageOf(place, house.administrator, '/people');
  await page.getByRole('button', { name: 'Add user' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name to sign in with').fill('Dirk');
  await dialog.getByLabel('dealer', { exact: true }).check();
  await accessible(page, 'making a person');
  await dialog.getByRole('button', { name: 'Create user' }).click();
  const first = await page.locator('[data-password]').textContent();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.locator('[data-person="Dirk"]').getByText('must change password').waitFor();

  const dirk = await visit(place);
  await signIn(dirk, 'Dirk', first);
  await dirk.getByLabel('Current password').fill(first);
  await dirk.getByLabel('New password', { exact: true }).fill(CHOSEN);
  await dirk.getByLabel('Repeat new password').fill(CHOSEN);
  await dirk.getByRole('button', { name: 'Change password' }).click();
  await dirk.getByText('Dirk').first().waitFor();

  // Then he leaves, and cannot come in any more.
  await page.getByRole('button', { name: /^Edit ?: Dirk/ }).click();
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await dialog.getByText('Saved.').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('[data-person="Dirk"]').getByText('deactivated').waitFor();
  await page.getByText('Permissions by role').click();
  await page.getByRole('row', { name: /^Validate a payout/ }).waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
  await dirk.context().close();
});

for (const [size, colorScheme] of [
  ['narrow', 'light'],
  ['desktop', 'dark'],
]) {
  test(`the pages of the floor are accessible and fit: ${size}, ${colorScheme}`, async () => {
    const pages = [
      ['floor', people.floor, '/floor', '[data-table]'],
      ['sheet', people.floor, sheet, '[data-part="chips"]'],
      ['meters', people.manager, '/floor/meters', '[data-meter]'],
      ['people', house.administrator, '/people', '[data-person]'],
    ];
    for (const [name, person, path, there] of pages) {
      const page = await pageOf(place, person, path, { size, colorScheme });
      await page.locator(there).first().waitFor();
      for (const fold of await page.locator('main details > summary').all()) await fold.click();
      const what = `${name}, ${size}, ${colorScheme}`;
      await accessible(page, what);
      await fits(page, what);
      await shot(page, `${name}-${size}-${colorScheme}`);
      assert.deepEqual(page.faults, []);
      await page.context().close();
    }
  });
}
