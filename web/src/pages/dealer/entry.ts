/** Parses cards letter by letter: `9c9d5h4s`, `10h`, `jk`. An impossible letter is rejected as it is typed. */
import { JOKER, nameOf } from '../../lib/cards';
import { t } from '../../lib/strings';

export interface EntryRules {
  /** How many cards are wanted. */
  size: number;
  joker: boolean;
  /** Cards that are elsewhere on the table, and where. */
  taken: ReadonlyMap<string, string>;
}

export interface Entry {
  cards: string[];
  /** The letters of an incomplete card. */
  rest: string;
  /** Why the last letter was not accepted. */
  fault?: string;
}

const SUITS: Record<string, string> = { '♣': 'c', '♦': 'd', '♥': 'h', '♠': 's' };

/** Reads from the left and stops at the first impossible letter. */
export function readCards(text: string, { size, joker, taken }: EntryRules): Entry {
  const letters = [...text.toLowerCase().replace(/[\s,|]/g, '')].map((letter) => SUITS[letter] ?? letter);
  const cards: string[] = [];
  let rest = '';
  const stop = (fault: string): Entry => ({ cards, rest, fault });
  for (const letter of letters) {
    if (cards.length === size) return stop(t.dealer.entry.enough(size));
    const next = rest + letter;
    if (next === '*' || next === 'jk') {
      if (!joker) return { cards, rest: '', fault: t.dealer.entry.noJoker };
      rest = JOKER;
    } else if (/^(1|10|[2-9tjqka])$/.test(next)) {
      rest = next;
      continue;
    } else if (/^(10|[2-9tjqka])[cdhs]$/.test(next)) {
      rest = (next.startsWith('10') ? 'T' : next.charAt(0).toUpperCase()) + letter;
    } else {
      return stop(rest ? t.dealer.entry.noSuit(letter, rest.toUpperCase()) : t.dealer.entry.noRank(letter));
    }
    const where = cards.includes(rest) ? t.dealer.entry.here : taken.get(rest);
    if (where !== undefined) return { cards, rest: '', fault: t.dealer.entry.twice(nameOf(rest), where) };
    cards.push(rest);
    rest = '';
  }
  return { cards, rest };
}

/** The entry as it is shown: spaces between cards, bars between hands. */
export function formatEntry({ cards, rest }: Entry, shape: readonly number[]): string {
  const parts = rest ? [...cards, rest.toUpperCase()] : cards;
  const bars = new Set<number>();
  let before = 0;
  for (const size of shape.slice(0, -1)) bars.add((before += size));
  return parts.map((part, place) => (place === 0 ? part : (bars.has(place) ? ' | ' : ' ') + part)).join('');
}

/** Splits cards into hands of these sizes. */
export function inHands(cards: readonly string[], shape: readonly number[]): string[][] {
  let from = 0;
  return shape.map((size) => cards.slice(from, (from += size)));
}
