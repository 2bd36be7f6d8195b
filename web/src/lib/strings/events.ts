/** The table's events, prompts, irregularities and remedies as sentences. */
import type { Irregularity, Prompt, Remedy, Schemas, TableEvent, Wager } from '../api';
import type { Cases } from '../match';
import { dollars } from '../money';
import { common, count, decks, devices, verdicts, wagers } from './common';

/** The name of a seat, such as "Seat 3", or "Seat 3 (you)" for the reader's own. */
export type SeatName = (seat: number) => string;

/** The name of a wager at a table. */
export type WagerName = (wager: Wager) => string;

/** Events as they are announced; `null` for events nobody needs to hear. */
export const events = (seat: SeatName, wagerOf: WagerName, completes: string): Cases<TableEvent, string | null> => ({
  status: (status) => ({ closed: 'The table is closed.', open: 'The table is open.', idle: null })[status],
  'joker-torn': (deck) => `The second joker of the ${decks[deck]} is torn.`,
  'deck-received': (deck) => `The ${decks[deck]} arrives at the table.`,
  'deck-inspected': (deck) => `The ${decks[deck]} is inspected.`,
  'deck-verified': (deck) => `The ${decks[deck]} is verified.`,
  'deck-spread': ({ deck }) => `The ${decks[deck]} is spread.`,
  'deck-viewed': () => null,
  'deck-stacked': () => null,
  'deck-shuffled': ({ deck }) => `The ${decks[deck]} is shuffled.`,
  'cut-declined': (who) => `${seat(who)} declines the cut.`,
  'deck-cut': ({ cards, by }) => `${by ? seat(by) : 'The dealer'} cuts ${count(cards, 'card', 'cards')}.`,
  'recut-ordered': () => 'A recut is ordered.',
  'shuffle-ordered': () => 'A shuffle is ordered.',
  'deck-removed': ({ deck }) => `The ${decks[deck]} is removed from the table.`,
  'dice-placed': () => 'Fresh dice are in the shaker.',
  'device-out': ({ device }) => `The ${devices[device]} is out of order.`,
  'device-restored': ({ device }) => `The ${devices[device]} is back in order.`,
  paused: ({ reason }) => `The table is paused: ${reason}.`,
  resumed: () => 'The table resumes.',
  'rules-adopted': ({ revision }) => `The table adopts rules revision ${revision}.`,
  'dealer-relieved': () => 'Another dealer is on this table.',
  'inventory-counted': ({ counted }) => `The inventory is counted: ${dollars(counted)}.`,
  filled: ({ amount }) => `A fill of ${dollars(amount)} arrives at the table.`,
  credited: ({ amount }) => `A credit of ${dollars(amount)} goes to the cage.`,
  tipped: ({ seat: who, amount }) => `${seat(who)} tips the dealer ${dollars(amount)}.`,
  seated: ({ seat: who }) => `A player sits down at ${seat(who)}.`,
  left: (who) => `The player at ${seat(who)} leaves.`,
  'bought-in': ({ amount }) => `A player buys in for ${dollars(amount)}.`,
  'cashed-out': ({ amount }) => `A player cashes out ${dollars(amount)}.`,
  'round-opened': ({ number }) => `Round ${number}. Place your bets.`,
  placed: ({ seat: who, wager, amount }) => `${seat(who)} places ${dollars(amount)} on ${wagerOf(wager)}.`,
  'taken-back': ({ seat: who, wager }) => `${seat(who)} takes back ${wagerOf(wager)}.`,
  'wager-returned': ({ seat: who, wager, amount }) =>
    `${seat(who)}: ${wagerOf(wager)} of ${dollars(amount)} returned, no cards dealt.`,
  entered: (phase) => (phase === 'dealing' ? 'No more bets.' : null),
  'deck-in-play': () => null,
  lammer: ({ seat: who }) => `${seat(who)} receives an Envy lammer.`,
  'lammer-removed': ({ seat: who }) => `The Envy lammer of ${seat(who)} is removed.`,
  collected: () => null,
  contributed: () => null,
  'contribution-returned': () => null,
  'share-returned': ({ reservation }) => `${dollars(reservation.taken)} are returned to the meter.`,
  'progressive-counted': ({ chips, accepted }) =>
    chips === accepted
      ? null
      : `${count(chips, 'progressive chip', 'progressive chips')} counted, ${accepted} accepted.`,
  'progressive-corrected': ({ seat: who, made }) =>
    `${seat(who)}: progressive wager ${made ? 'accepted' : 'cancelled'}.`,
  'system-drew': ({ magic, lucky }) => (magic || lucky ? 'Magic Card and Lucky position are drawn.' : null),
  'start-found': ({ position }) => `The deal starts at ${common.positionOf(position)}.`,
  'start-marked': () => null,
  dealt: () => null,
  'set-aside': () => 'A card is set aside.',
  'stub-counted': ({ cards }) => `The stub has ${count(cards, 'card', 'cards')}.`,
  'stub-racked': () => null,
  'unwagered-collected': () => 'The cards are dealt.',
  'shaker-covered': () => null,
  'way-told': () => 'Your cards are shown by the house way.',
  'hand-set': ({ seat: who }) => `${seat(who)} has set.`,
  'double-declined': (who) => `${seat(who)} does not double down.`,
  doubled: ({ seat: who, amount }) => `${seat(who)} doubles down for ${dollars(amount)}.`,
  played: ({ seat: who, amount }) => `${seat(who)} plays for ${dollars(amount)}.`,
  folded: (who) => `${seat(who)} folds.`,
  surrendered: (who) => `${seat(who)} surrenders.`,
  'surrendered-counted': () => null,
  'may-void': (who) => `${seat(who)} may void the hand.`,
  'played-out': (who) => `${seat(who)} plays the hand out.`,
  'hand-voided': ({ seat: who }) => `The hand of ${seat(who)} is void.`,
  abandoned: (who) => `The wagers of ${seat(who)} are abandoned.`,
  'connection-awaited': ({ seat: who, seconds }) => `The clock of ${seat(who)} stops for ${common.seconds(seconds)}.`,
  completed: (who) => `${seat(who)} did not act in time: ${completes}.`,
  'dealer-turned': () => 'The dealer turns the cards.',
  'dealer-corrected': () => 'The dealer’s cards are entered again.',
  'dealer-set': () => 'The dealer has set.',
  'dealer-unseen': () => null,
  revealed: ({ seat: who }) => `The cards of ${seat(who)} are shown.`,
  ruled: ({ seat: who, wager, verdict, stake, won }) =>
    `${seat(who)}: ${wagerOf(wager)} ${verdicts[verdict](dollars(verdict === 'pays' ? (won ?? 0) : stake))}.`,
  'play-cut': ({ seat: who, amount }) => `${dollars(amount)} of the Play wager are returned to ${seat(who)}.`,
  'coupon-taken': ({ seat: who, won }) =>
    `The match play coupon of ${seat(who)} ${won ? `wins ${dollars(won)}` : 'loses'}.`,
  'win-waits': ({ seat: who, wager }) => `${seat(who)}: ${wagerOf(wager)} wins and must be validated.`,
  'win-verified': () => 'The dealer verified the win.',
  reserved: ({ reservation }) => `${dollars(reservation.each)} are reserved from the meter.`,
  validated: () => 'The floorperson validated the payout.',
  'share-paid': ({ seat: who, amount }) => `${seat(who)} wins ${dollars(amount)} from the meter.`,
  'extra-paid': ({ seat: who, wager, amount }) => `${seat(who)}: ${wagerOf(wager)} pays an extra ${dollars(amount)}.`,
  documented: (who) => `The payout of ${seat(who)} is documented.`,
  'seat-settled': () => null,
  'settlement-reversed': ({ seat: who }) => `The settlement of ${seat(who)} is reversed.`,
  'stake-corrected': ({ seat: who, wager, amount }) =>
    `${seat(who)}: ${wagerOf(wager)} is corrected to ${dollars(amount)}.`,
  'envy-reversed': () => 'The Envy Bonus payments are reversed.',
  'envy-hand': ({ seat: who }) => `${seat(who)} has an Envy Bonus hand.`,
  'envy-paid': ({ seat: who, holder, amount }) =>
    `${seat(who)} wins an Envy Bonus of ${dollars(amount)} for the hand of ${seat(holder)}.`,
  'round-settled': () => 'All hands are settled.',
  irregular: ({ what, remedy }) => `Irregularity: ${irregularityOf(what)}. ${remedyOf(remedy)}.`,
  'round-voided': () => 'The round is void. All wagers are returned.',
  'round-closed': () => 'The round is closed.',
  adjusted: ({ amount, round }) => `Round ${round} is adjusted by ${dollars(amount)}.`,
});

/** What the table waits for: the step, and what is announced with it. */
export const prompts = (seat: SeatName): Cases<Prompt, { step: string; says?: string }> => ({
  'set-hands': ({ seat: who }) => ({ step: `${seat(who)}: set your hands` }),
  'double-down': ({ seat: who, amount }) => ({ step: `${seat(who)}: double down for ${dollars(amount)}?` }),
  'play-or-fold': ({ seat: who, least, most }) => ({
    step: `${seat(who)}: play ${least === most ? dollars(least) : `${dollars(least)} to ${dollars(most)}`}, or fold?`,
  }),
  surrender: ({ seat: who }) => ({ step: `${seat(who)}: surrender?` }),
  'void-hand': ({ seat: who }) => ({ step: `${seat(who)}: void the hand, or play it out?` }),
  deck: ({ deck, step }) => ({ step: deckSteps[step](decks[deck]) }),
  dealer: ({ step }) => {
    if (typeof step === 'string') return dealerSteps[step];
    if ('count-surrendered' in step)
      return { step: `Count the surrendered cards of ${seat(step['count-surrendered'])}` };
    if ('reveal' in step) return { step: `Reveal ${seat(step.reveal)}, take or pay` };
    return { step: `Verify the win of ${seat(step['verify-win'])}` };
  },
  validate: ({ seat: who, wager }) => ({ step: `Validate the ${wagers[wager]} payout of ${seat(who)}` }),
  'correct-progressive': ({ chips, accepted }) => ({
    step: `${count(chips, 'chip', 'chips')} counted, ${accepted} accepted: correct the wagers`,
  }),
  reserve: ({ percent }) => ({ step: `The system reserves ${percent}% of the meter` }),
  'system-draws': () => ({ step: 'The system draws Magic Card and Lucky position' }),
  'opening-count': ({ book }) => ({ step: `Count the inventory (${dollars(book)} expected)` }),
  document: ({ seat: who }) => ({ step: `Document the payout of ${seat(who)}` }),
});

const deckSteps = {
  receive: (deck) => `Receive the ${deck}`,
  inspect: (deck) => `Inspect the ${deck}, front and back`,
  'tear-joker': (deck) => `Tear the second joker of the ${deck} in half`,
  verify: (deck) => `Verify the inspection of the ${deck}`,
  spread: (deck) => `Spread the ${deck} face up`,
  look: (deck) => `Let the first player inspect the ${deck}`,
  wash: (deck) => `Turn the ${deck} face down, wash and stack it`,
  shuffle: (deck) => `Shuffle the ${deck}`,
  cut: (deck) => `Offer the ${deck} for the cut`,
  remove: (deck) => `Remove the ${deck} from the table: its time is up`,
} satisfies Record<Schemas['DeckStep'], (deck: string) => string>;

const dealerSteps = {
  'place-dice': { step: 'Put fresh dice into the shaker' },
  'no-more-bets': { step: 'Close betting', says: 'No more bets.' },
  'count-progressive': { step: 'Count the progressive chips' },
  'find-start': { step: 'Determine where the deal starts' },
  deal: { step: 'Deal the cards' },
  'count-stub': { step: 'Count the stub' },
  'collect-unwagered': { step: 'Collect the cards of seats without a wager' },
  'cover-shaker': { step: 'Cover the shaker and shake it' },
  'turn-cards': { step: 'Turn the dealer’s cards and set them' },
  'close-round': { step: 'Rack the cards and close the round' },
} satisfies Record<Extract<Schemas['DealerStep'], string>, { step: string; says?: string }>;

export const irregularityOf = (what: Irregularity): string => {
  if (typeof what === 'string') return irregularities[what];
  return 'exposed' in what
    ? `a card of ${what.exposed} was exposed`
    : `${what['wrong-count']} has the wrong number of cards`;
};

export const irregularities = {
  'dice-not-flat': 'the dice do not lie flat',
  'die-fell-out': 'a die fell out of the shaker',
  'wrong-start': 'the first card went to the wrong position',
  'face-up': 'a card was found face up in the shoe or the deck',
  'drawn-in-error': 'a card was drawn in error and not exposed',
  'stacks-out-of-order': 'the stacks were laid in the wrong order',
  'set-wrongly': 'the dealer set the hands wrongly',
  'stub-misdealt': 'the stub count is wrong because the cards were misdealt',
  'stub-unexplained': 'the stub count is wrong, but every hand has the right number of cards',
  'shuffler-fails': 'the shuffling device jammed or did not finish',
  'device-miscount': 'the device counted the wrong number of cards',
  'shoe-fails': 'the automated shoe jammed or did not deal all cards',
  'shuffler-out-of-order': 'the shuffling device cannot be used',
  'shoe-out-of-order': 'the automated shoe cannot be used',
} satisfies Record<Extract<Irregularity, string>, string>;

export const irregularGroups = { cards: 'Cards and deal', dice: 'Dice and start', devices: 'Devices' };

export const remedyOf = (remedy: Remedy): string => {
  if (typeof remedy === 'string') return remedies[remedy];
  const deck = remedy['void-round'] === 'removed' ? 'remove the deck' : 'shuffle the deck again';
  return `All hands are void and all wagers are returned; ${deck}`;
};

export const remedies = {
  'no-effect': 'The round continues',
  'roll-again': 'No roll: shake the dice again',
  'may-void-hand': 'The player may void the hand, and must decide without looking at the unexposed cards',
  'reset-dealer': 'Reset the dealer’s hands and complete the round',
  'use-as-next': 'Use the card as the next card',
  'set-aside': 'Do not use the card in this round; place it in the discard rack',
  'shuffle-again': 'Shuffle the deck in the device again',
  'remove-deck': 'Remove the deck in the device from the table',
  'cover-or-sign': 'Cover the device or post an out-of-order sign before using another method',
  'remove-device': 'Remove the device from the table before using another method',
} satisfies Record<Extract<Remedy, string>, string>;
