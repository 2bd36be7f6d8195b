/**
 * Text that repeats a regulation: names of regulations, inscriptions of the layout with their clauses, what happens to
 * a player who does not act, and rules of single wagers. It belongs to the games and moves to the table's sheet.
 */
interface Regulation {
  law: string;
  short: string;
  set: string;
}

const FOUR_TWO_ONE = 'Seven cards, set 4-2-1';
const TWO_OF_THREE = 'Two of three hands win · the dealer wins copies';

export const law = {
  regulations: {
    'pa-659a': { law: 'Pennsylvania · 58 Pa. Code Chapter 659a', short: 'Pa. ch. 659a', set: FOUR_TWO_ONE },
    'ma-asia': { law: 'Massachusetts · Rules of the Game, Asia Poker', short: 'Massachusetts', set: FOUR_TWO_ONE },
    'pa-575': { law: 'Pennsylvania · 58 Pa. Code Chapter 575 (2011)', short: 'Pa. ch. 575', set: FOUR_TWO_ONE },
    'pa-670a': { law: 'Pennsylvania · 58 Pa. Code Chapter 670a', short: 'Pa. ch. 670a', set: 'Six cards, set 5-1' },
    'pa-657a': {
      law: 'Pennsylvania · 58 Pa. Code Chapter 657a',
      short: 'Pa. ch. 657a',
      set: 'The best four of five cards',
    },
  } as Record<string, Regulation | undefined>,

  meterNames: {
    'progressive meter': 'Progressive',
    'four-card-progressive meter': 'Four-Card Progressive',
    'five-card-progressive meter': 'Five-Card Progressive',
    'five-card-hand-bonus meter': 'Five Card Hand Bonus',
    'five-card-progressive mega meter': 'Five-Card Progressive · Mega',
    'five-card-progressive major meter': 'Five-Card Progressive · Major',
    'four-card-progressive mega meter': 'Four-Card Progressive · Mega',
    'four-card-progressive major meter': 'Four-Card Progressive · Major',
  } as Record<string, string>,

  /** Inscriptions of the layout, each with its clause. */
  inscriptions: {
    'pa-657a': [
      ['The best four-card hand plays', '657a.2(b)(7)(i)'],
      ['Dealer qualifies with a king or better', '657a.2(b)(7)(ii)'],
      ['With a pair of aces or better you may play up to three times the Ante', '657a.2(b)(7)(iii)'],
      ['Super Bonus pushes if you win or tie with less than a straight', '657a.2(b)(7)(iv)'],
    ],
    'pa-659a': [[TWO_OF_THREE, '659a.11(f)']],
    'pa-575': [[TWO_OF_THREE, '575.11(f)']],
    'ma-asia': [[TWO_OF_THREE, 'MA 12(g)(1)']],
    'pa-670a': [['Both hands must win', '670a.11(f)']],
  } as Record<string, [string, string][] | undefined>,
  payoutLimit: (amount: string) => `Payout limit ${amount} per hand and round`,
  payoutLimitClause: '575.2(b)(7)',

  /** What happens to players who do not act, as a sign at the table. */
  inactive: {
    'house-way': (seconds: number) =>
      `The house way sets the hands of players who do not act within ${seconds} seconds.`,
    fold: (seconds: number) => `Players who do not act within ${seconds} seconds fold.`,
    play: (seconds: number) => `Players who do not act within ${seconds} seconds make the lowest Play wager.`,
  } as Record<string, ((seconds: number) => string) | undefined>,
  inactiveClause: {
    'pa-659a': '659a.11(b)',
    'ma-asia': 'MA 12(a)',
    'pa-575': '575.11(b)',
    'pa-670a': '670a.11(b)',
    'pa-657a': '657a.11(b)',
  } as Record<string, string | undefined>,
  /** The same in the hand history. */
  completes: {
    any: 'the house completed the hand',
    'house-way': 'the house set the hand by the house way',
    fold: 'the hand was folded',
    play: 'the house made the lowest Play wager',
  } as { any: string } & Record<string, string | undefined>,
  /** The same, to the player. */
  timedOut: {
    'house-way': 'Your time ran out. The house set your hand by the house way.',
    fold: 'Your time ran out. Your hand was folded.',
    play: 'Your time ran out. The house made the lowest Play wager for you.',
  } as Record<string, string | undefined>,
  noDoubleDown: 'You made no Double Down.',

  sharedCard: 'Six Card Bonus card',
  gameAccount: 'The Five Card Hand Bonus is wagered from the game account.',
  contest: 'Against the dealer: 1 to 1 unless the clause says otherwise.',
  /** Which of two own hands is set first. */
  setFirst: (seat: number) =>
    `Set seat ${seat} first. The larger wager comes first; of equal wagers, the seat further to your left.`,
  raise: (least: string, most: string) => `${least} to ${most}. More than ${least} requires a pair of aces or better.`,
};
