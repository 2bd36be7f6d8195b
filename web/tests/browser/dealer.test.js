import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dealtTable } from './dealt-table.js';
import { CHOSEN, accessible, ask, fits, hire, open, shot, signIn, visit } from './harness.js';

const place = await open();
const { house } = place;

/** As whom a patron without a card is seated. */
const noCard = async ({ id, dealer }) =>
  (await ask(house, 'GET', `/api/tables/${id}`, undefined, dealer.token)).no_card;

/** A dealer at his console, signed in through the page. */
async function console_of(table, options) {
  const page = await visit(place, { path: null, ...options });
  await signIn(page, table.dealer.name, CHOSEN);
  await page.waitForURL((url) => url.pathname !== '/sign-in');
  await page.goto(`/tables/${table.id}/dealer`);
  await page.locator('.next').waitFor();
  return page;
}

/** Waits until the next step is this one. */
const step = (page, title) => page.locator('.next').getByRole('heading', { name: title }).waitFor();
/** Does the next step, which is this one, by the keyboard. */
async function enter(page, title, typed) {
  await step(page, title);
  await page.waitForFunction(() => document.activeElement?.closest('.next'));
  if (typed) await page.keyboard.type(typed);
  await page.keyboard.press('Enter');
}
/** Chooses a tab by its letter, from wherever the cursor is. */
async function tab(page, letter) {
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press(letter);
}
const stake = (page, seat, wager) => page.getByLabel(`${wager} of seat ${seat}`);

test(
  'a whole round of Crazy 4 by keys, with a card face up, a mistyped card and a progressive win',
  { timeout: 180_000 },
  async () => {
    const table = await dealtTable(house, 'pa-657a-a', 'Pit 1');
    const page = await console_of(table);
    await page.getByRole('button', { name: 'Take over the table' }).click();
    await page.getByText('You are the dealer').waitFor();

    // The deck, with the floor's part of it done elsewhere.
    await step(page, 'Receive the first deck');
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press('Enter');
    await enter(page, 'Inspect the first deck');
    await step(page, 'Wait for the floor');
    await page.getByText('A floorperson must verify the inspection of the first deck.').waitFor();
    await shot(page, 'dealer-floor-desktop');
    await table.order(table.floorperson, { 'verify-deck': 'first' });
    await enter(page, 'Spread the first deck face up');
    await step(page, 'Seat a player');

    // Two players: one with a card, one without.
    await tab(page, 's');
    const paula = await hire(house, 'Paula', ['player']);
    const { person } = await ask(house, 'GET', '/api/session', undefined, paula.token);
    await page.getByLabel('Player’s number, Seat 2').fill('999');
    await page.keyboard.press('Enter');
    await page.getByText('There is no player 999. For a player without a card, leave the field empty.').waitFor();
    await page.getByLabel('Player’s number, Seat 2').fill(`${person}`);
    await page.keyboard.press('Enter');
    await page.getByText(`Player ${person}`).waitFor();
    await page.waitForFunction(() => document.activeElement?.id.endsWith('-amount-2'));
    await page.keyboard.type('500');
    await page.keyboard.press('Enter');
    await page.getByText('Buy-in, won, lost $500').waitFor();
    await tab(page, 's');
    await page.getByLabel('Player’s number, Seat 5').focus();
    await page.keyboard.press('Enter');
    await page.getByText('No card', { exact: true }).waitFor();
    await shot(page, 'dealer-seats-desktop');
    await step(page, 'Let the first player inspect');
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press('Enter');
    for (const title of ['wash and stack', 'Shuffle the first deck', 'for the cut']) await enter(page, title);

    // Stakes: what is too much is refused where it was typed, with its clause.
    await step(page, 'Ready for the next round');
    await tab(page, 'w');
    await page.keyboard.type('1000');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('got $1,000').waitFor();
    await page.getByRole('alert').getByText('§ 657a.').waitFor();
    await accessible(page, 'a refused stake');
    await shot(page, 'dealer-refused-desktop');
    for (const amounts of [
      ['25', '5', '1', '2'],
      ['10', '', '1', ''],
    ]) {
      for (const amount of amounts) {
        await page.keyboard.press('ControlOrMeta+a');
        if (amount) await page.keyboard.type(amount);
        else await page.keyboard.press('Delete');
        const here = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
        await page.keyboard.press('Enter');
        await page.waitForFunction((before) => document.activeElement?.getAttribute('aria-label') !== before, here);
      }
    }
    assert.deepEqual(
      (await table.view(table.dealer)).seats
        .filter(({ player }) => player)
        .map(({ seat, wagers }) => [seat, Object.fromEntries(wagers)]),
      [
        [2, { main: 2500, 'super-bonus': 2500, 'queens-up': 500, 'five-card-progressive': 100, 'six-card-bonus': 200 }],
        [5, { main: 1000, 'super-bonus': 1000, 'five-card-progressive': 100 }],
      ],
    );
    await step(page, 'Close betting');
    await page.getByText('“No more bets.”').waitFor();
    await shot(page, 'dealer-betting-desktop');
    await page.keyboard.press('Enter');
    await enter(page, 'Count the progressive chips', '2');
    await step(page, 'Deal the cards');

    // A card is found face up: the ruling and its clause are shown, and two clicks tell it.
    await tab(page, 'i');
    await page
      .getByRole('button', { name: 'Card face up in the deck' })
      .getByText('place it in the discard rack')
      .waitFor();
    await page
      .getByRole('button', { name: 'Shuffler jammed' })
      .getByText('this table has no shuffling device')
      .waitFor();
    await accessible(page, 'irregularities');
    await shot(page, 'dealer-irregular-desktop');
    await page.getByRole('button', { name: 'Card face up in the deck' }).click();
    const ruling = page.getByRole('dialog');
    await ruling.getByText('Do not use the card in this round; place it in the discard rack').waitFor();
    await ruling.getByText('§ 657a.13').waitFor();
    await page.waitForTimeout(300);
    await accessible(page, 'a ruling');
    await shot(page, 'dealer-ruling-desktop');
    const told = async () =>
      (await ask(house, 'GET', `/api/tables/${table.id}/view`, undefined, table.dealer.token)).view.sequence;
    const before = await told();
    await page.waitForTimeout(300);
    assert.equal(await told(), before, 'nothing is told before it is confirmed');
    await ruling.getByRole('button', { name: 'Confirm ruling' }).click();
    await ruling.waitFor({ state: 'hidden' });
    await page.getByText('A card is set aside.').first().waitFor();
    assert.equal(await told(), before + 1);
    await step(page, 'Deal the cards');
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press('Enter');
    await step(page, 'Count the stub');
    await page.getByRole('button', { name: 'Rack without counting' }).click();

    // Both play, the dealer turns, and the cards are read off the felt.
    await enter(page, 'Seat 2: play');
    await enter(page, 'Seat 5: play');
    await step(page, 'Turn the dealer’s cards');
    const cards = page.getByLabel('The dealer’s cards, in any order');
    await cards.pressSequentially('kckd3s8cKd');
    await page.getByRole('status').filter({ hasText: 'the king of diamonds is already on the table' }).waitFor();
    assert.equal(await cards.inputValue(), 'Kc Kd 3s 8c', 'a card that cannot be is never in the field');
    await cards.pressSequentially('jk');
    await page.getByRole('status').filter({ hasText: 'this deck has no joker' }).waitFor();
    await cards.pressSequentially('2s');
    // A card too many is not quietly left out: nothing is given until the cards are set right.
    await cards.pressSequentially('9h');
    await page.getByRole('status').filter({ hasText: 'only 5 cards allowed' }).waitFor();
    const turns = page.getByRole('button', { name: 'Turn and set' });
    assert.equal(await turns.getAttribute('aria-disabled'), 'true');
    await page.getByLabel('Bonus card').pressSequentially('jc');
    await page.keyboard.press('Enter');
    await step(page, 'Turn the dealer’s cards');
    await cards.press('End');
    await cards.press('Backspace');
    await cards.pressSequentially('s');
    assert.equal(await cards.inputValue(), 'Kc Kd 3s 8c 2s');
    assert.equal(await turns.getAttribute('aria-disabled'), null);
    await shot(page, 'dealer-cards-desktop');
    await page.keyboard.press('Enter');
    await step(page, 'Reveal Seat 5, take or pay');
    await page.keyboard.type('5h6h7h8h9h');
    await page.keyboard.press('Enter');
    await step(page, 'Verify the win of Seat 5');
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press('y');
    await page.getByText('A floorperson must validate the Five-Card Progressive payout of Seat 5.').waitFor();
    await table.order(table.floorperson, 'validate');
    // The cards of seat 2, one of them mistyped and set right.
    await step(page, 'Reveal Seat 2, take or pay');
    await page.keyboard.type('ac ad 4s 7c 10d');
    await page.keyboard.press('Enter');
    await step(page, 'Document the payout of Seat 5');
    await shot(page, 'dealer-paying-desktop');
    await accessible(page, 'take and pay');
    await tab(page, 'k');
    await page.getByRole('checkbox', { checked: true }).first().waitFor();
    await tab(page, 'c');
    await page.getByLabel('Seat', { exact: true }).first().selectOption('2');
    const right = page.getByLabel('Cards of seat 2');
    await right.fill('ac ad 4s 7c 2d');
    await page.keyboard.press('Enter');
    await page.getByText('The settlement of Seat 2 is reversed.').waitFor();
    await shot(page, 'dealer-correct-desktop');
    await page.getByRole('button', { name: 'Correct' }).click();
    await page.getByRole('button', { name: 'Correct' }).waitFor({ state: 'hidden' });
    assert.equal((await table.view(table.dealer)).seats[1].hand.cards, 'Ad Ac 7c 4s 2d');
    await step(page, 'Document the payout of Seat 5');
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press('Enter');
    await step(page, 'Rack the cards and close the round');
    await page.keyboard.press('Enter');
    await step(page, 'Shuffle the first deck');

    // The last round, for a dispute.
    await tab(page, 'l');
    await page.getByRole('heading', { name: 'Round 1' }).waitFor();
    await page.getByLabel('nine of hearts').first().waitFor();
    await accessible(page, 'the last round');
    await shot(page, 'dealer-last-desktop');
    assert.deepEqual(page.faults, []);
  },
);

test(
  'Fortune Asia Poker with dice and outcomes only; the floor is called, chips come, the station is locked',
  { timeout: 180_000 },
  async () => {
    const table = await dealtTable(house, 'pa-659a-a', 'Pit 2');
    const { order, dealer, floorperson } = table;
    await order(floorperson, {
      'relieve-dealer': { dealer: (await ask(house, 'GET', '/api/session', undefined, dealer.token)).person },
    });
    for (const deck of ['first', 'second']) {
      for (const command of ['receive-deck', 'inspect-deck', 'tear-joker']) await order(dealer, { [command]: deck });
      await order(floorperson, { 'verify-deck': deck });
      await order(dealer, { 'spread-deck': deck });
    }
    for (const seat of [3, 4]) await order(dealer, { sit: { seat, player: await noCard(table) } });
    for (const deck of ['first', 'second']) {
      for (const command of ['look-at-deck', 'wash-deck']) await order(dealer, { [command]: deck });
      await order(dealer, { shuffle: { deck, by: 'device' } });
    }
    const page = await console_of(table);
    await enter(page, 'Put fresh dice into the shaker');
    await tab(page, 'w');
    await stake(page, 3, 'Main wager').fill('50');
    await page.keyboard.press('Enter');
    await stake(page, 4, 'Main wager').fill('25');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Fortune Bonus of seat 4');
    await step(page, 'Close betting');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.activeElement?.closest('.next'));
    await page.keyboard.press('Enter');
    await step(page, 'Determine where the deal starts');
    await page.getByText('Total 0').waitFor();
    await page.keyboard.type('254');
    await page.getByText('Total 11').waitFor();
    await shot(page, 'dealer-dice-desktop');
    await page.keyboard.press('Enter');
    await enter(page, 'Deal the cards');
    // A stub that is wrong is an irregularity: the ruling comes before it is told.
    await enter(page, 'Count the stub', '5');
    const ruling = page.getByRole('dialog');
    await ruling.getByText('All hands are void and all wagers are returned; remove the deck').waitFor();
    await ruling.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('.next input').fill('4');
    await page.keyboard.press('Enter');
    await enter(page, 'Collect the cards of seats without a wager');
    await step(page, 'Seat 3: set your hands');
    // A card of seat 4 is exposed, and its player plays on.
    await tab(page, 'i');
    await page
      .getByRole('heading', { name: 'A card was exposed' })
      .locator('..')
      .getByRole('button', { name: 'Seat 4' })
      .click();
    await ruling.getByText('The player may void the hand').waitFor();
    await ruling.getByText('§ 659a.13(d)').waitFor();
    await page.keyboard.press('Enter');
    await step(page, 'Seat 4: void the hand, or play it out?');
    await shot(page, 'dealer-void-desktop');
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press('n');
    await step(page, 'Seat 3: set your hands');
    await page.getByRole('button', { name: 'All 2 have set' }).click();
    await enter(page, 'Cover the shaker');
    await step(page, 'Turn the dealer’s cards');
    await page.getByRole('button', { name: 'Enter outcomes only' }).click();
    await step(page, 'Reveal Seat 4, take or pay');
    await shot(page, 'dealer-outcome-desktop');
    await page.getByRole('button', { name: 'Loses' }).click();
    await step(page, 'Reveal Seat 3, take or pay');
    await page.getByRole('button', { name: 'Wins' }).click();
    await page.getByText('Take', { exact: true }).waitFor();
    await step(page, 'Rack the cards and close the round');
    const view = await table.view(dealer);
    assert.deepEqual(
      view.seats.flatMap(({ results }) => results.map(({ seat, how, stake: of }) => [seat, how.ruled, of])),
      [
        [3, 'pays', 5_000],
        [4, 'loses', 2_500],
      ],
    );

    // The floor is called and comes; a fill takes its second person.
    await tab(page, 'f');
    await page.getByLabel('Reason (optional)').fill('a dispute at seat 4');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Floor called' }).waitFor();
    const [call] = (await ask(house, 'GET', '/api/approvals', undefined, floorperson.token)).filter(
      ({ asked }) => asked.duty === 'call',
    );
    assert.equal(call.reason, 'a dispute at seat 4');
    await table.grant(floorperson, call.id);
    await page.getByText('A floorperson is coming').waitFor();
    await tab(page, 't');
    await page.getByLabel('Amount').fill('2000');
    await page.getByRole('button', { name: 'Fill', exact: true }).click();
    const waits = page.getByText('Fill of $2,000');
    await waits.waitFor();
    await shot(page, 'dealer-table-desktop');
    await accessible(page, 'the table’s own work');
    const [fill] = (await ask(house, 'GET', '/api/approvals', undefined, floorperson.token)).filter(
      ({ asked }) => asked.duty === 'fill',
    );
    await table.grant(floorperson, fill.id);
    await page.getByText('A fill of $2,000 arrives at the table.').first().waitFor();

    // The station is locked and unlocked, and goes on where it was.
    await tab(page, 'x');
    const lock = page.getByRole('dialog', { name: 'This station is locked' });
    await lock.getByLabel('Password').fill(CHOSEN);
    await lock.getByRole('button', { name: 'Unlock' }).click();
    await lock.waitFor({ state: 'hidden' });
    await step(page, 'Rack the cards and close the round');
    await page.locator('.main:not(.stale)').waitFor();
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press('Enter');
    await page.getByText('Between rounds').waitFor();
    assert.deepEqual(page.faults, []);
  },
);

test('the console is accessible and fits a phone in both themes', { timeout: 180_000 }, async () => {
  const table = await dealtTable(house, 'ma-asia-hand', 'Pit 3');
  await table.order(table.dealer, { sit: { seat: 1, player: await noCard(table) } });
  await table.order(table.dealer, { 'receive-deck': 'first' });
  for (const [size, colorScheme] of [
    ['phone', 'dark'],
    ['narrow', 'light'],
    ['desktop', 'dark'],
  ]) {
    const page = await console_of(table, { size, colorScheme });
    for (const letter of ['w', 'p', 's', 'd', 'i', 'c', 'l', 't']) {
      await tab(page, letter);
      await page.locator('[role=tabpanel]').waitFor();
      await fits(page, `${letter} ${size} ${colorScheme}`);
      if ('wdt'.includes(letter)) await accessible(page, `${letter} ${size} ${colorScheme}`);
      await shot(page, `dealer-${letter}-${size}-${colorScheme}`);
    }
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});
