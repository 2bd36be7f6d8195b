import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.js';

const { t } = await load('lib/strings.ts');
const money = await load('lib/money.ts');
const cards = await load('lib/cards.ts');
const { match, tag, as } = await load('lib/tagged.ts');
const { sentences, step, gain, inShort, inWords } = await load('lib/names.ts');

test('two patrons without a card are told apart by their numbers', () => {
  assert.equal(t.common.person(7), 'No. 7');
  assert.equal(t.common.person(4_000_000_001), 'No card 4000000001');
});

test('the Lucky position is told by its seat, and not by its number in the count from the dealer', () => {
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

test('typed amounts are read in cents, and what is no amount is not read', () => {
  for (const [text, amount] of [['25', 2_500], [' $12.5 ', 1_250], ['1,000.01', 100_001], ['0', 0]]) assert.equal(money.typed(text), amount, text);
  for (const text of ['', 'x', '1.234', '1,00', '-5', '1e3', '99999999999999999']) assert.equal(money.typed(text), undefined, text);
});

test('an amount is paid in the fewest chips, and they add up', () => {
  for (const amount of [100, 3_650, 68_700, 123_450, 999_999]) {
    const stack = money.chips(amount);
    assert.equal(stack.reduce((sum, { chip, count }) => sum + chip.worth * count, 0), amount);
  }
  assert.deepEqual(money.chips(3_100).map(({ chip, count }) => [chip.worth, count]), [[2_500, 1], [500, 1], [100, 1]]);
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
  assert.deepEqual(cards.typedCards('as KD, 10h jk'), ['As', 'Kd', 'Th', 'Jk']);
  assert.deepEqual(cards.typedCards('as10d*'), ['As', 'Td', 'Jk']);
  assert.equal(cards.typedCards('as kx'), undefined);
  assert.deepEqual(cards.typedCards('  '), []);
});

test('what is one of several kinds is taken apart by its kind', () => {
  assert.equal(tag('resumed'), 'resumed');
  assert.equal(tag({ folded: 3 }), 'folded');
  assert.equal(as({ folded: 3 }, 'folded'), 3);
  assert.equal(as('resumed', 'folded'), undefined);
  assert.equal(match({ folded: 3 }, { folded: (seat) => `seat ${seat}` }), 'seat 3');
  assert.throws(() => match('unheard-of', {}), /unheard-of/);
});

test('events and next steps are told in words, one’s own seat as such', () => {
  const line = (events) => ({ seq: 1, at: 0, by: { role: 'house', who: 0 }, events });
  const ruled = { seat: 3, wager: 'fortune-bonus', verdict: 'pays', stake: 500, won: 12_500, clause: '659a.11(h)' };
  assert.deepEqual(sentences([line([{ folded: 3 }, { dealt: { cards: 7 } }, { ruled }, 'resumed'])], [3]), [
    'Seat 3 (you) folds.',
    'Seat 3 (you): Fortune Bonus wins $125.',
    'The table goes on.',
  ]);
  assert.deepEqual(step({ dealer: { step: 'no-more-bets', clause: '659a.5(a)' } }), {
    step: 'Close the wagers',
    says: 'No more bets.',
    clause: '§ 659a.5(a)',
  });
  assert.equal(step({ 'set-hands': { seat: 2, clause: 'MA 12(a)' } }).clause, 'MA 12(a)');
  assert.deepEqual([gain({ how: { ruled: 'loses' }, won: 0, stake: 500 }), gain({ how: { ruled: 'pays' }, won: 700, stake: 500 }), gain({ how: 'share', won: 9, stake: 1 })], [-500, 700, 8]);
});

test('a push is only what nothing moved for: a win and a loss that cancel are both told', () => {
  const came = (ruled, won = 0) => ({ seat: 1, wager: 'main', how: { ruled }, stake: 500, won, row: null, clause: '659a.11(f)' });
  assert.deepEqual([inShort([came('returned')]), inWords([came('returned')])], ['push', 'You are even']);
  const cancels = [came('pays', 500), came('loses')];
  assert.deepEqual([inShort(cancels), inWords(cancels)], ['+$5 -$5', 'You are even: $5 won, $5 lost']);
  assert.deepEqual([inShort([...cancels, came('pays', 700)]), inWords([came('loses')])], ['+$7', 'You lose $5']);
});

test('a table tells of its wagers by its own names, and what it does for who is silent', () => {
  const line = { seq: 1, at: 0, by: { role: 'house', who: 0 }, events: [{ placed: { seat: 2, wager: 'main', amount: 500, tender: 'chips' } }, { completed: 2 }] };
  assert.deepEqual(sentences([line], [], { wager: () => 'Ante', completes: 'the hand is folded' }), ['Seat 2: $5 on Ante.', 'Seat 2 did not answer in time: the hand is folded.']);
});
