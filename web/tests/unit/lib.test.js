import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.js';

const { t } = await load('lib/strings/index.ts');
const money = await load('lib/money.ts');
const cards = await load('lib/cards.ts');
const { match, kindOf, fieldsOf } = await load('lib/match.ts');
const { sentences, step, gain, shortTotal, totalSentence } = await load('lib/wording.ts');

test('two people without a card have different names', () => {
  assert.equal(t.common.person(7), 'No. 7');
  assert.equal(t.common.patron(4_000_000_001), 'No card 4000000001');
});

test('the Lucky position is shown by its seat, not by its dealing position', () => {
  assert.equal(t.table.lucky(1), 'Lucky position: the dealer');
  assert.equal(t.table.lucky(5), `Lucky position: ${t.common.seat(3)}`);
  assert.equal(t.auditor.lucky(7), `Lucky position: ${t.common.seat(1)}`);
});

test('money is shown with cents only where there are any', () => {
  assert.equal(money.dollars(2_500), '$25');
  assert.equal(money.dollars(1_250), '$12.50');
  assert.equal(money.dollars(100_000_000), '$1,000,000');
  assert.equal(money.dollarsAndCents(2_500), '$25.00');
  assert.equal(money.signed(500), '+$5');
  assert.equal(money.signed(-500), '-$5');
  assert.equal(money.cents(123_456), 1_234);
});

test('typed amounts are read in cents, and anything else is rejected', () => {
  for (const [text, amount] of [
    ['25', 2_500],
    [' $12.5 ', 1_250],
    ['1,000.01', 100_001],
    ['0', 0],
  ])
    assert.equal(money.parseDollars(text), amount, text);
  for (const text of ['', 'x', '1.234', '1,00', '-5', '1e3', '99999999999999999'])
    assert.equal(money.parseDollars(text), undefined, text);
});

test('an amount is paid in the fewest chips, and they add up', () => {
  for (const amount of [100, 3_650, 68_700, 123_450, 999_999]) {
    const stack = money.chips(amount);
    assert.equal(
      stack.reduce((sum, { chip, count }) => sum + chip.worth * count, 0),
      amount,
    );
  }
  assert.deepEqual(
    money.chips(3_100).map(({ chip, count }) => [chip.worth, count]),
    [
      [2_500, 1],
      [500, 1],
      [100, 1],
    ],
  );
  assert.deepEqual(money.chips(0), []);
  assert.deepEqual([100_000, 2_500, 50].map(money.onChip), ['1K', '25', '50¢']);
});

test('cards are read, named, sorted and typed', () => {
  assert.deepEqual(cards.handsOf('As Ah Kd 9s | Kc 7h | 2d'), [['As', 'Ah', 'Kd', '9s'], ['Kc', '7h'], ['2d']]);
  assert.equal(cards.setting(cards.handsOf('As Ah | Kc')), 'As Ah | Kc');
  assert.deepEqual(cards.cardsOf(undefined), []);
  assert.equal(cards.namesOf(['Td', 'Jk']), 'ten of diamonds, joker');
  assert.deepEqual(cards.sorted(['2c', 'Jk', 'Ah', 'As']), ['Jk', 'As', 'Ah', '2c']);
  assert.equal(cards.deck(true).length, 53);
  assert.equal(new Set(cards.deck(false)).size, 52);
  assert.deepEqual(cards.parseCards('as KD, 10h jk'), ['As', 'Kd', 'Th', 'Jk']);
  assert.deepEqual(cards.parseCards('as10d*'), ['As', 'Td', 'Jk']);
  assert.equal(cards.parseCards('as kx'), undefined);
  assert.deepEqual(cards.parseCards('  '), []);
});

test('a variant is matched by its kind', () => {
  assert.equal(kindOf('resumed'), 'resumed');
  assert.equal(kindOf({ folded: 3 }), 'folded');
  assert.equal(fieldsOf({ folded: 3 }, 'folded'), 3);
  assert.equal(fieldsOf('resumed', 'folded'), undefined);
  assert.equal(match({ folded: 3 }, { folded: (seat) => `seat ${seat}` }), 'seat 3');
  assert.throws(() => match('unheard-of', {}), /unheard-of/);
});

test('events and prompts become sentences that mark one’s own seat', () => {
  const line = (events) => ({ seq: 1, at: 0, by: { role: 'house', who: 0 }, events });
  const ruled = { seat: 3, wager: 'fortune-bonus', verdict: 'pays', stake: 500, won: 12_500, clause: '659a.11(h)' };
  assert.deepEqual(sentences([line([{ folded: 3 }, { dealt: { cards: 7 } }, { ruled }, 'resumed'])], [3]), [
    'Seat 3 (you) folds.',
    'Seat 3 (you): Fortune Bonus wins $125.',
    'The table resumes.',
  ]);
  assert.deepEqual(step({ dealer: { step: 'no-more-bets', clause: '659a.5(a)' } }), {
    step: 'Close betting',
    says: 'No more bets.',
    clause: '§ 659a.5(a)',
  });
  assert.equal(step({ 'set-hands': { seat: 2, clause: 'MA 12(a)' } }).clause, 'MA 12(a)');
  assert.deepEqual(
    [
      gain({ how: { ruled: 'loses' }, won: 0, stake: 500 }),
      gain({ how: { ruled: 'pays' }, won: 700, stake: 500 }),
      gain({ how: 'share', won: 9, stake: 1 }),
    ],
    [-500, 700, 8],
  );
});

test('a push moves no money: a win and a loss that cancel are both shown', () => {
  const result = (ruled, won = 0) => ({
    seat: 1,
    wager: 'main',
    how: { ruled },
    stake: 500,
    won,
    row: null,
    clause: '659a.11(f)',
  });
  assert.deepEqual([shortTotal([result('returned')]), totalSentence([result('returned')])], ['push', 'You broke even']);
  const cancels = [result('pays', 500), result('loses')];
  assert.deepEqual([shortTotal(cancels), totalSentence(cancels)], ['+$5 -$5', 'You broke even: won $5, lost $5']);
  assert.deepEqual(
    [shortTotal([...cancels, result('pays', 700)]), totalSentence([result('loses')])],
    ['+$7', 'You lost $5'],
  );
});

test('a table uses its own wager names and its own rule for inactive players', () => {
  const line = {
    seq: 1,
    at: 0,
    by: { role: 'house', who: 0 },
    events: [{ placed: { seat: 2, wager: 'main', amount: 500, tender: 'chips' } }, { completed: 2 }],
  };
  assert.deepEqual(sentences([line], [], { wager: () => 'Ante', completes: 'the hand was folded' }), [
    'Seat 2 places $5 on Ante.',
    'Seat 2 did not act in time: the hand was folded.',
  ]);
});
