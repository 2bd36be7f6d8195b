import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.js';

const { readCards, formatEntry, inHands } = await load('pages/dealer/entry.ts');
const seven = { size: 7, joker: true, taken: new Map([['As', 'Seat 2']]) };

test('cards are read as they are typed, ten as T or 10, the joker as jk or a star', () => {
  for (const text of ['9c9d5h4sKh7sTd', '9c 9d 5h 4s | kh 7s | 10d', '9♣9♦5♥4♠K♥7♠10♦']) {
    assert.deepEqual(readCards(text, seven), { cards: ['9c', '9d', '5h', '4s', 'Kh', '7s', 'Td'], rest: '' }, text);
  }
  assert.deepEqual(readCards('jk', seven).cards, ['Jk']);
  assert.deepEqual(readCards('*', seven).cards, ['Jk']);
  assert.deepEqual(readCards('jhjk', seven).cards, ['Jh', 'Jk']);
});

test('an incomplete card waits for its suit, and deleting a letter deletes half a card', () => {
  assert.deepEqual(readCards('9cq', seven), { cards: ['9c'], rest: 'q' });
  assert.deepEqual(readCards('9c1', seven), { cards: ['9c'], rest: '1' });
  assert.equal(formatEntry(readCards('9c9d5h4sk', seven), [4, 2, 1]), '9c 9d 5h 4s | K');
  assert.equal(formatEntry(readCards('9c 9d 5h 4s | ', seven), [4, 2, 1]), '9c 9d 5h 4s');
});

test('an impossible card is not accepted, and the reason is shown', () => {
  const cases = [
    ['9c9c', ['9c'], /nine of clubs is already on the table: in this hand/],
    ['9cas', ['9c'], /ace of spades is already on the table: Seat 2/],
    ['9cx', ['9c'], /“x” is not a rank/],
    ['9c9x', ['9c'], /“x” is not a suit after 9/],
    ['2c3c4c5c6c7c8c9', ['2c', '3c', '4c', '5c', '6c', '7c', '8c'], /only 7 cards allowed/],
  ];
  for (const [text, cards, why] of cases) {
    const read = readCards(text, seven);
    assert.deepEqual(read.cards, cards, text);
    assert.match(read.fault, why);
  }
  assert.match(readCards('jk', { ...seven, joker: false }).fault, /no joker/);
});

test('cards are split into hands in the order they were typed', () => {
  assert.deepEqual(inHands(['9c', '9d', '5h', '4s', 'Kh', '7s', 'Qd'], [4, 2, 1]), [
    ['9c', '9d', '5h', '4s'],
    ['Kh', '7s'],
    ['Qd'],
  ]);
});
