/** Text that all pages share: the frame around them, names of cards, roles, phases and devices. */
import type { Phase, PersonRole, SeatStatus, Schemas, Wager } from '../api';

export const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

export const house = {
  name: 'Croupier',
  tagline: 'Table games, dealt by the letter of the regulations.',
};

export const common = {
  cancel: 'Cancel',
  close: 'Close',
  confirm: 'Confirm',
  back: 'Back',
  loading: 'Loading …',
  busy: 'waiting for the server',
  seat: (seat: number) => `Seat ${seat}`,
  /** The owner of a dealing position: position 1 is the dealer, position 2 is seat 6. */
  positionOf: (position: number): string => (position === 1 ? 'the dealer' : common.seat(8 - position)),
  seconds: (number: number) => count(number, 'second', 'seconds'),
  round: (number: number) => `Round ${number}`,
  table: (number: number) => `Table ${number}`,
  /** A person of whom only the number is known. */
  person: (who: number) => `No. ${who}`,
  /** A patron without a card, by number. */
  patron: (who: number) => `${common.noCard} ${who}`,
  noCard: 'No card',
  theHouse: 'the house',
  clause: (clause: string) => (/^(§|MA)/.test(clause) ? clause : `§ ${clause}`),
};

export const problem = {
  title: 'Request rejected',
  noConnection: 'No connection to the server. Nothing was done; the page keeps trying.',
  unavailable: 'The server cannot do this now. Nothing was done.',
  dismiss: 'Dismiss',
};

export const feed = {
  connecting: 'Connecting to the table …',
  lost: 'Connection lost. Reconnecting; what you see may be out of date.',
  live: 'Connected again. You see the table as it is now.',
  ended: 'Your session has ended or is locked. Sign in again to continue.',
  missed: 'While you were disconnected:',
};

export const header = {
  skip: 'Skip to content',
  main: 'Main',
  lobby: 'Lobby',
  floor: 'Floor',
  audit: 'Audit',
  users: 'Users',
  odds: 'Odds',
  verify: 'Verify a shuffle',
  signIn: 'Sign in',
  signOut: 'Sign out',
  lock: 'Lock station',
  account: 'Account',
  settings: 'Display',
  shortcuts: 'Keyboard',
};

export const prefs = {
  title: 'Display',
  theme: 'Colours',
  themes: { system: 'Same as system', light: 'Light', dark: 'Dark' },
  motion: 'Motion',
  motions: { system: 'Same as system', full: 'Full', reduced: 'Reduced' },
  fourColour: 'Four-colour deck',
  fourColourHint: 'Diamonds blue, clubs green',
};

export const keys = {
  title: 'Keyboard shortcuts',
  help: 'Show this list',
  none: 'This page has no shortcuts of its own.',
  names: {
    ' ': 'Space',
    ArrowLeft: '←',
    ArrowRight: '→',
    ArrowUp: '↑',
    ArrowDown: '↓',
    Escape: 'Esc',
  } as Record<string, string>,
};

export const roles = {
  player: 'player',
  dealer: 'dealer',
  floorperson: 'floorperson',
  manager: 'manager',
  auditor: 'auditor',
  administrator: 'administrator',
} satisfies Record<PersonRole, string>;

export const cards = {
  joker: 'joker',
  back: 'face-down card',
  of: (rank: string, suit: string) => `${rank} of ${suit}`,
  ranks: {
    '2': 'two',
    '3': 'three',
    '4': 'four',
    '5': 'five',
    '6': 'six',
    '7': 'seven',
    '8': 'eight',
    '9': 'nine',
    T: 'ten',
    J: 'jack',
    Q: 'queen',
    K: 'king',
    A: 'ace',
  },
  suits: { c: 'clubs', d: 'diamonds', h: 'hearts', s: 'spades' },
  faceDown: (number: number) => count(number, 'face-down card', 'face-down cards'),
};

export const chips = {
  stack: (amount: string) => `${amount} in chips`,
};

export const meter = {
  stopped: 'out of service',
};

export const phases = {
  betting: 'Place your bets',
  dealing: 'Dealing',
  deciding: 'Players decide',
  responding: 'Dealer’s cards',
  settling: 'Paying',
  closed: 'Between rounds',
} satisfies Record<Phase, string>;

export const statuses = {
  closed: 'Closed',
  open: 'Open',
  idle: 'Waiting for players',
} satisfies Record<Schemas['TableStatus'], string>;

/** The status of a seat that is no longer in play. */
export const seatStatuses = {
  live: '',
  folded: 'folded',
  surrendered: 'surrendered',
  voided: 'void',
  abandoned: 'abandoned',
} satisfies Record<SeatStatus, string>;

export const wagers = {
  main: 'Main wager',
  play: 'Play',
  'double-down': 'Double Down',
  'super-bonus': 'Super Bonus',
  'fortune-bonus': 'Fortune Bonus',
  bonus: 'Bonus',
  insurance: 'Insurance',
  progressive: 'Progressive',
  'queens-up': 'Queens Up',
  'four-card-progressive': 'Four-Card Progressive',
  'five-card-progressive': 'Five-Card Progressive',
  'five-card-hand-bonus': 'Five Card Hand Bonus',
  'magic-card-and-lucky': 'Magic Card and Lucky Bonus',
  'six-card-bonus': 'Six Card Bonus',
  'five-card-hand-bonus-on-dealer': 'Five Card Hand Bonus on the dealer',
} satisfies Record<Wager, string>;

export const verdicts = {
  loses: (amount: string) => `loses ${amount}`,
  returned: () => 'push',
  pays: (amount: string) => `wins ${amount}`,
  forfeited: (amount: string) => `lost ${amount} (folded)`,
} satisfies Record<Schemas['Verdict'], (amount: string) => string>;

export const decks = { first: 'first deck', second: 'second deck' } satisfies Record<Schemas['DeckId'], string>;

export const devices = { shuffler: 'shuffler', shoe: 'shoe' } satisfies Record<Schemas['Device'], string>;

export const stages = {
  absent: 'not at the table',
  received: 'received',
  inspected: 'inspected, waiting for the floor to verify it',
  verified: 'verified',
  spread: 'spread',
  viewed: 'seen by a player',
  stacked: 'stacked, to be shuffled',
  shuffled: 'shuffled, to be cut',
  ready: 'ready',
  'in-play': 'in play',
} satisfies Record<Schemas['DeckStage'], string>;
