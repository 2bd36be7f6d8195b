/** Verifying a shuffle. */
import { count } from './common';

export const verify = {
  title: 'Verify a shuffle',
  why:
    'Before the first card of a round the server publishes one hash, the shuffle commitment. It fixes the whole ' +
    'order of the deck and every draw, each hidden by a hash of its own. When the round is closed you receive the ' +
    'keys to the cards you saw. This page computes all hashes again in your browser.',
  unknown: (round: string) => `Round ${round} is not saved here`,
  unknownWhy: 'This browser saves the last rounds you played in it. Choose one of them.',
  none: 'This browser has saved no round yet. Play a round at an electronic table first.',
  choose: 'Rounds saved in this browser',
  entry: (name: string, round: number) => `${name}, round ${round}`,
  proved: 'The shuffle matches its commitment',
  broken: 'The shuffle does not match its commitment',
  root: (leaves: number) => `The ${leaves} hashes of the round result in the published commitment.`,
  rootBroken: 'The hashes of the round do not result in the published commitment.',
  before: 'This browser saw the commitment before the first card.',
  beforeBroken: 'This browser saw a different commitment before the first card.',
  beforeUnknown: 'This browser was not connected before the first card, so it did not see the commitment in advance.',
  openings: (number: number) =>
    `${count(number, 'card', 'cards')} of the deck were opened to you, and each matches its hash.`,
  openingsBroken: 'A card that was opened to you does not match its hash.',
  seen: 'All cards you saw in this round are among them.',
  seenBroken: (cards: string) => `Cards you saw that were not opened: ${cards}.`,
  draws: { start: 'Start', magic: 'Magic Card', lucky: 'Lucky position' },
  deck: 'The deck before the cut, from the top',
  deckWhy: 'Cards you could not see stay hidden, for you and for everyone else.',
  place: (place: number) => `place ${place}`,
  commitment: 'Shuffle commitment',
  checking: 'Computing the hashes …',
};
