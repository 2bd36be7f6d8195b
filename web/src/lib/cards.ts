/** Cards as the API writes them: `As`, `Td`, `Jk`; sets with spaces, hands of a setting with bars. */
import { t } from './strings';

export type Suit = 'c' | 'd' | 'h' | 's';
export const RANKS = ['2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A'] as const;
export type Rank = (typeof RANKS)[number];
export const JOKER = 'Jk';
export const SUITS: readonly Suit[] = ['s', 'h', 'd', 'c'];

/** A face: a joker, or rank and suit. */
export type Face = { joker: true } | { joker: false; rank: Rank; suit: Suit };

export function face(card: string): Face {
  return card === JOKER ? { joker: true } : { joker: false, rank: card[0] as Rank, suit: card[1] as Suit };
}

/** The cards of a set. */
export const cardsOf = (set: string | null | undefined): string[] => (set ? set.split(' ').filter(Boolean) : []);

/** The hands of a setting, high first. */
export const handsOf = (setting: string | null | undefined): string[][] =>
  setting ? setting.split('|').map((hand) => cardsOf(hand.trim())) : [];

/** A setting as the API reads it. */
export const setting = (hands: readonly (readonly string[])[]): string =>
  hands.map((hand) => hand.join(' ')).join(' | ');

/** The name of a card: "ace of spades". */
export function nameOf(card: string): string {
  const shown = face(card);
  return shown.joker ? t.cards.joker : t.cards.of(t.cards.ranks[shown.rank], t.cards.suits[shown.suit]);
}

/** The names of several cards. */
export const namesOf = (cards: readonly string[]): string => cards.map(nameOf).join(', ');

/** From the highest down, the joker first, suits in the order of `SUITS`. */
export function sorted(cards: readonly string[]): string[] {
  const place = (card: string) => {
    const shown = face(card);
    return shown.joker ? 1_000 : RANKS.indexOf(shown.rank) * 10 - SUITS.indexOf(shown.suit);
  };
  return [...cards].sort((one, other) => place(other) - place(one));
}

/** A whole deck in that order. */
export const deck = (joker: boolean): string[] =>
  sorted([...(joker ? [JOKER] : []), ...SUITS.flatMap((suit) => RANKS.map((rank) => `${rank}${suit}`))]);

/** Parses typed cards, `as kd 10h jk` or `AsKd10hJk`; `undefined` if a part is not a card. */
export function parseCards(text: string): string[] | undefined {
  const found: string[] = [];
  const rest = text.replace(
    /\s*(10|[2-9tjqka])\s*([cdhs♣♦♥♠])\s*|\s*(jk|joker|\*)\s*/gi,
    (_, rank?: string, suit?: string) => {
      if (!rank || !suit) found.push(JOKER);
      else {
        const letter = '♣♦♥♠'.includes(suit) ? 'cdhs'['♣♦♥♠'.indexOf(suit)] : suit.toLowerCase();
        found.push(`${rank === '10' ? 'T' : rank.toUpperCase()}${letter}`);
      }
      return '';
    },
  );
  return rest.replace(/[\s,]/g, '') === '' ? found : undefined;
}
