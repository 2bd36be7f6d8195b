/**
 * Every text a person reads or hears on these pages, in one place, so that another language is another file like this.
 * Texts of the house (problems, hands of a paytable, wager titles) come from the house.
 *
 * The sections are in the order of the pages; each page's helper adds to its own.
 */
import type { Ask, Irregularity, Phase, PersonRole, Remedy, Schemas, TableEvent, Wager } from './api';
import { dollars } from './money';
import type { Cases } from './tagged';

/** Seats, as "seat 3" or, for the reader's own, "your seat 3". */
export type SeatName = (seat: number) => string;

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

export const t = {
  // ---------------------------------------------------------------- everywhere
  house: {
    name: 'Croupier',
    tagline: 'Five games, dealt to the letter of their rules.',
  },

  common: {
    cancel: 'Cancel',
    close: 'Close',
    confirm: 'Confirm',
    back: 'Back',
    retry: 'Try again',
    loading: 'One moment …',
    busy: 'waiting for the house',
    yes: 'Yes',
    no: 'No',
    none: 'none',
    seat: (seat: number) => `Seat ${seat}`,
    seats: (number: number) => count(number, 'seat', 'seats'),
    seconds: (number: number) => count(number, 'second', 'seconds'),
    round: (number: number) => `Round ${number}`,
    table: (number: number) => `Table ${number}`,
    clause: (clause: string) => (/^(§|MA)/.test(clause) ? clause : `§ ${clause}`),
  },

  problem: {
    title: 'That was not possible',
    noConnection: 'The house does not answer. It is tried again; nothing was done meanwhile.',
    unavailable: 'The house cannot do this at the moment. Nothing was done.',
    dismiss: 'Dismiss',
    clause: 'by',
    faults: 'In detail',
  },

  feed: {
    connecting: 'Connecting to the table …',
    lost: 'Connection lost. The table is being asked again; what you see may be out of date.',
    live: 'Connected again: this is the table as it is now.',
    ended: 'Your session is over or locked. Sign in again to go on.',
    missed: 'While you were away:',
  },

  header: {
    skip: 'Skip to content',
    main: 'Main',
    lobby: 'Lobby',
    dealer: 'Deal',
    floor: 'Floor',
    meters: 'Meters',
    record: 'Record',
    people: 'People',
    odds: 'Odds',
    verify: 'Verify a shuffle',
    signIn: 'Sign in',
    signOut: 'Sign out',
    lock: 'Lock station',
    account: 'Account',
    settings: 'Display',
    shortcuts: 'Keyboard',
  },

  prefs: {
    title: 'Display',
    theme: 'Colours',
    themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
    motion: 'Motion',
    motions: { system: 'As the system', full: 'Full', reduced: 'Reduced' },
    fourColour: 'Four-colour deck',
    fourColourHint: 'Diamonds blue, clubs green',
  },

  keys: {
    title: 'Keyboard shortcuts',
    help: 'Show this list',
    none: 'This page has no shortcuts of its own.',
    names: { ' ': 'Space', ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc' } as Record<string, string>,
  },

  roles: {
    player: 'player',
    dealer: 'dealer',
    floorperson: 'floorperson',
    manager: 'manager',
    auditor: 'auditor',
    administrator: 'administrator',
  } satisfies Record<PersonRole, string>,

  cards: {
    joker: 'joker',
    back: 'face-down card',
    of: (rank: string, suit: string) => `${rank} of ${suit}`,
    ranks: {
      '2': 'two', '3': 'three', '4': 'four', '5': 'five', '6': 'six', '7': 'seven', '8': 'eight', '9': 'nine',
      T: 'ten', J: 'jack', Q: 'queen', K: 'king', A: 'ace',
    },
    suits: { c: 'clubs', d: 'diamonds', h: 'hearts', s: 'spades' },
    faceDown: (number: number) => count(number, 'face-down card', 'face-down cards'),
  },

  chips: {
    stack: (amount: string) => `${amount} in chips`,
  },

  meter: {
    stands: (name: string, amount: string) => `${name}: ${amount}`,
    stopped: 'out of service',
    names: {
      'progressive meter': 'Progressive',
      'four-card-progressive meter': 'Four-Card Progressive',
      'five-card-progressive meter': 'Five-Card Progressive',
      'five-card-hand-bonus meter': 'Five Card Hand Bonus',
    } as Record<string, string>,
  },

  games: {
    'pa-659a': { law: 'Pennsylvania · 58 Pa. Code Chapter 659a', short: 'Pa. ch. 659a', set: 'Seven cards, set 4-2-1' },
    'ma-asia': { law: 'Massachusetts · Rules of the Game, Asia Poker', short: 'Massachusetts', set: 'Seven cards, set 4-2-1' },
    'pa-575': { law: 'Pennsylvania · 58 Pa. Code Chapter 575 (2011)', short: 'Pa. ch. 575', set: 'Seven cards, set 4-2-1' },
    'pa-670a': { law: 'Pennsylvania · 58 Pa. Code Chapter 670a', short: 'Pa. ch. 670a', set: 'Six cards, set 5-1' },
    'pa-657a': { law: 'Pennsylvania · 58 Pa. Code Chapter 657a', short: 'Pa. ch. 657a', set: 'The best four of five cards' },
  } as Record<string, { law: string; short: string; set: string } | undefined>,

  phases: {
    betting: 'Place your bets',
    dealing: 'Dealing',
    deciding: 'Players decide',
    responding: 'Dealer’s cards',
    settling: 'Paying',
    closed: 'Between rounds',
  } satisfies Record<Phase, string>,

  statuses: { closed: 'Closed', open: 'Open', idle: 'Waiting for players' } satisfies Record<Schemas['Status'], string>,

  wagers: {
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
  } satisfies Record<Wager, string>,

  verdicts: { loses: 'loses', returned: 'push', pays: 'wins', forfeited: 'forfeits' } satisfies Record<Schemas['Verdict'], string>,

  decks: { first: 'first deck', second: 'second deck' } satisfies Record<Schemas['DeckId'], string>,
  devices: { shuffler: 'shuffler', shoe: 'shoe' } satisfies Record<Schemas['Device'], string>,

  // ---------------------------------------------------------------- the game's events, as they are announced
  // `null` is what nobody needs to hear.
  events: (seat: SeatName): Cases<TableEvent, string | null> => ({
    status: (status) => ({ closed: 'The table is closed.', open: 'The table is open.', idle: null })[status],
    'joker-torn': (deck) => `The second joker of the ${t.decks[deck]} is torn.`,
    'deck-received': (deck) => `The ${t.decks[deck]} comes to the table.`,
    'deck-inspected': (deck) => `The ${t.decks[deck]} is inspected.`,
    'deck-verified': (deck) => `The ${t.decks[deck]} is verified.`,
    'deck-spread': ({ deck }) => `The ${t.decks[deck]} lies spread.`,
    'deck-viewed': () => null,
    'deck-stacked': () => null,
    'deck-shuffled': ({ deck }) => `The ${t.decks[deck]} is shuffled.`,
    'cut-declined': (who) => `${seat(who)} declines the cut.`,
    'deck-cut': ({ cards, by }) => `${by ? seat(by) : 'The dealer'} cuts ${count(cards, 'card', 'cards')}.`,
    'recut-ordered': () => 'A recut is ordered.',
    'shuffle-ordered': () => 'A shuffle is ordered.',
    'deck-removed': ({ deck }) => `The ${t.decks[deck]} is taken off the table.`,
    'dice-placed': () => 'Fresh dice are in the shaker.',
    'device-out': ({ device }) => `The ${t.devices[device]} is out of order.`,
    'device-restored': ({ device }) => `The ${t.devices[device]} works again.`,
    paused: ({ reason }) => `The table is paused: ${reason}.`,
    resumed: () => 'The table goes on.',
    'dealer-relieved': () => 'Another dealer deals.',
    'inventory-counted': ({ counted }) => `The inventory is counted: ${dollars(counted)}.`,
    filled: ({ amount }) => `A fill of ${dollars(amount)} comes to the table.`,
    credited: ({ amount }) => `A credit of ${dollars(amount)} goes to the cage.`,
    tipped: ({ seat: who, amount }) => `${seat(who)} tips the dealer ${dollars(amount)}.`,
    seated: ({ seat: who }) => `${seat(who)} is taken.`,
    left: (who) => `${seat(who)} is free.`,
    'bought-in': ({ amount }) => `${dollars(amount)} in chips bought.`,
    'cashed-out': ({ amount }) => `${dollars(amount)} cashed out.`,
    'round-opened': ({ number }) => `Round ${number}. Place your bets.`,
    placed: ({ seat: who, wager, amount }) => `${seat(who)}: ${dollars(amount)} on ${t.wagers[wager]}.`,
    'taken-back': ({ seat: who, wager }) => `${seat(who)} takes back ${t.wagers[wager]}.`,
    entered: (phase) => (phase === 'dealing' ? 'No more bets.' : null),
    'deck-in-play': () => null,
    lammer: ({ seat: who }) => `${seat(who)} has an Envy lammer.`,
    collected: () => null,
    contributed: () => null,
    'contribution-returned': () => null,
    'share-returned': () => null,
    'progressive-counted': ({ chips, accepted }) =>
      chips === accepted ? null : `${count(chips, 'progressive chip', 'progressive chips')}, ${accepted} accepted.`,
    'progressive-corrected': ({ seat: who, made }) => `${seat(who)}: progressive wager ${made ? 'accepted' : 'struck'}.`,
    'system-drew': ({ magic, lucky }) => (magic || lucky ? 'Magic Card and Lucky position are drawn.' : null),
    'start-found': ({ position }) => `The deal starts at position ${position}.`,
    'start-marked': () => null,
    dealt: () => null,
    'set-aside': () => 'A card is set aside.',
    'stub-counted': ({ cards }) => `The stub has ${count(cards, 'card', 'cards')}.`,
    'stub-racked': () => null,
    'unwagered-collected': () => 'The cards are dealt.',
    'shaker-covered': () => null,
    'way-told': () => 'The house has told how it would set your cards.',
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
    'connection-awaited': ({ seat: who, seconds }) => `The clock stops ${t.common.seconds(seconds)} for ${seat(who)}.`,
    completed: (who) => `${seat(who)} did not answer in time: the house has completed the hand.`,
    'dealer-turned': () => 'The dealer turns the cards.',
    'dealer-set': () => 'The dealer has set.',
    'dealer-unseen': () => null,
    revealed: ({ seat: who }) => `${seat(who)} is revealed.`,
    ruled: ({ seat: who, wager, verdict, stake, won }) => {
      const amount = verdict === 'pays' ? ` ${dollars(won ?? 0)}` : verdict === 'returned' ? '' : ` ${dollars(stake)}`;
      return `${seat(who)}: ${t.wagers[wager]} ${t.verdicts[verdict]}${amount}.`;
    },
    'play-cut': ({ seat: who, amount }) => `${dollars(amount)} of the Play Wager go back to ${seat(who)}.`,
    'coupon-taken': ({ seat: who, won }) => `The match play coupon of ${seat(who)} ${won ? `wins ${dollars(won)}` : 'loses'}.`,
    'win-waits': ({ seat: who, wager }) => `${seat(who)}: ${t.wagers[wager]} wins and waits for its checks.`,
    'win-verified': () => 'The dealer has verified the win.',
    reserved: ({ reservation }) => `${dollars(reservation.each)} are reserved from the meter.`,
    validated: () => 'The floorperson has validated the payout.',
    'share-paid': ({ seat: who, amount }) => `${seat(who)} wins ${dollars(amount)} of the meter.`,
    'extra-paid': ({ seat: who, wager, amount }) => `${seat(who)}: ${t.wagers[wager]} pays ${dollars(amount)} more.`,
    documented: (who) => `The payout of ${seat(who)} is documented.`,
    'seat-settled': () => null,
    'settlement-reversed': ({ seat: who }) => `The settlement of ${seat(who)} is taken back.`,
    'stake-corrected': ({ seat: who, wager, amount }) => `${seat(who)}: ${t.wagers[wager]} is corrected to ${dollars(amount)}.`,
    'envy-reversed': () => 'The envy payments are taken back.',
    'envy-hand': ({ seat: who }) => `${seat(who)} has an Envy Bonus hand.`,
    'envy-paid': ({ seat: who, holder, amount }) => `${seat(who)} wins ${dollars(amount)} in envy of ${seat(holder)}.`,
    'round-settled': () => 'Every hand is settled.',
    irregular: ({ what, remedy }) => `Irregularity: ${t.irregularityOf(what)}. ${t.remedyOf(remedy)}.`,
    'round-voided': () => 'The round is void. All wagers go back.',
    'round-closed': () => 'The round is closed.',
    adjusted: ({ amount, round }) => `${dollars(amount)} set right for round ${round}.`,
  }),

  // ---------------------------------------------------------------- what the table waits for
  /** What is to be done, and what is announced with it. */
  asks: (seat: SeatName): Cases<Ask, { step: string; says?: string }> => ({
    'set-hands': ({ seat: who }) => ({ step: `${seat(who)}: set your hands` }),
    'double-down': ({ seat: who, amount }) => ({ step: `${seat(who)}: double down for ${dollars(amount)}?` }),
    'play-or-fold': ({ seat: who, least, most }) => ({
      step: `${seat(who)}: play ${least === most ? dollars(least) : `${dollars(least)} to ${dollars(most)}`}, or fold?`,
    }),
    surrender: ({ seat: who }) => ({ step: `${seat(who)}: surrender?` }),
    'void-hand': ({ seat: who }) => ({ step: `${seat(who)}: void the hand, or play it out?` }),
    deck: ({ deck, step }) => ({ step: t.deckSteps[step](t.decks[deck]) }),
    dealer: ({ step }) => {
      if (typeof step === 'string') return t.dealerSteps[step];
      if ('count-surrendered' in step) return { step: `Count the surrendered cards of ${seat(step['count-surrendered'])}` };
      if ('reveal' in step) return { step: `Reveal ${seat(step.reveal)}, take or pay` };
      return { step: `Verify the win of ${seat(step['verify-win'])}` };
    },
    validate: ({ seat: who, wager }) => ({ step: `Validate the ${t.wagers[wager]} payout of ${seat(who)}` }),
    'correct-progressive': ({ chips, accepted }) => ({
      step: `${count(chips, 'chip', 'chips')} counted, ${accepted} accepted: make them agree`,
    }),
    reserve: ({ percent }) => ({ step: `The house takes ${percent}% off the meter` }),
    'system-draws': () => ({ step: 'The system draws Magic Card and Lucky position' }),
    document: ({ seat: who }) => ({ step: `Document the payout of ${seat(who)}` }),
  }),

  deckSteps: {
    receive: (deck) => `Receive the ${deck}`,
    inspect: (deck) => `Inspect the ${deck}, front and back`,
    'tear-joker': (deck) => `Tear the second joker of the ${deck} in half`,
    verify: (deck) => `Verify the inspection of the ${deck}`,
    spread: (deck) => `Spread the ${deck} face up`,
    look: (deck) => `Let the first player look at the ${deck}`,
    wash: (deck) => `Turn the ${deck} face down, wash and stack it`,
    shuffle: (deck) => `Shuffle the ${deck}`,
    cut: (deck) => `Offer the ${deck} for the cut`,
    remove: (deck) => `Take the ${deck} off the table: its time is up`,
  } satisfies Record<Schemas['DeckStep'], (deck: string) => string>,

  dealerSteps: {
    'place-dice': { step: 'Put fresh dice into the shaker' },
    'no-more-bets': { step: 'Close the wagers', says: 'No more bets.' },
    'count-progressive': { step: 'Count the progressive chips' },
    'find-start': { step: 'Find where the deal starts' },
    deal: { step: 'Deal the cards' },
    'count-stub': { step: 'Count the stub' },
    'cover-shaker': { step: 'Cover the shaker and shake it' },
    'turn-cards': { step: 'Turn the dealer’s cards and set them' },
    'close-round': { step: 'Rack the cards and close the round' },
  } satisfies Record<Extract<Schemas['DealerStep'], string>, { step: string; says?: string }>,

  irregularityOf: (what: Irregularity): string => {
    if (typeof what === 'string') return t.irregularities[what];
    return 'exposed' in what ? `a card of ${what.exposed} was exposed` : `${what['wrong-count']} has a wrong number of cards`;
  },

  irregularities: {
    'dice-not-flat': 'the dice do not lie flat',
    'die-fell-out': 'a die fell out of the shaker',
    'wrong-start': 'the first card went to a wrong position',
    'face-up': 'a card was found face up in the shoe or the deck',
    'drawn-in-error': 'a card was drawn in error and not exposed',
    'stacks-out-of-order': 'the stacks were not laid back and forth',
    'set-wrongly': 'the dealer set his hands otherwise than he must',
    'stub-misdealt': 'the stub is wrong because the cards were misdealt',
    'stub-unexplained': 'the stub is wrong although everybody has the right number of cards',
    'shuffler-fails': 'the shuffling device jammed or did not finish',
    'device-miscount': 'the device counted a wrong number of cards',
    'shoe-fails': 'the automated shoe jammed or did not deal all cards',
    'shuffler-out-of-order': 'the shuffling device cannot be used',
    'shoe-out-of-order': 'the automated shoe cannot be used',
  } satisfies Record<Extract<Irregularity, string>, string>,

  remedyOf: (remedy: Remedy): string => {
    if (typeof remedy === 'string') return t.remedies[remedy];
    const deck = remedy['void-round'] === 'removed' ? 'the deck is removed' : 'the deck is shuffled anew';
    return `All hands are void and all wagers go back; ${deck}`;
  },

  remedies: {
    'no-effect': 'The round goes on',
    'roll-again': 'No roll: the dice are shaken again',
    'may-void-hand': 'The player decides, without looking at his unexposed cards, whether to void his hand',
    'reset-dealer': 'The dealer’s hands are reset and the round is completed',
    'use-as-next': 'The card is used as though it were the next',
    'set-aside': 'The card is not used in this round and goes to the rack',
    'shuffle-again': 'The deck in the device is shuffled again',
    'remove-deck': 'The deck in the device is removed from the table',
    'cover-or-sign': 'The device is covered or signed before another method is used',
    'remove-device': 'The device is removed from the table before another method is used',
  } satisfies Record<Extract<Remedy, string>, string>,

  // ---------------------------------------------------------------- page: lobby
  lobby: {
    title: 'Tables',
    welcome: (name: string) => `Welcome, ${name}`,
    playAsGuest: 'Play as a guest',
    guestHint: 'No account, play chips only.',
    sit: 'Sit down',
    watch: 'Watch',
    deal: 'Deal',
    limits: (least: string, most: string) => `${least} – ${most}`,
    limitsLabel: 'Limits',
    seatsLabel: 'Seats',
    openSeats: (free: number, all: number) => (free === 0 ? 'none open' : `${free} of ${all} open`),
    electronic: 'Electronic',
    dealt: 'Dealt by people',
    playChips: 'Play chips',
    none: 'No table has been made yet.',
    lost: 'The house does not answer: this may be out of date.',
    roundNumber: (round: number) => (round === 0 ? 'No round yet' : `Round ${round}`),
    phases: {
      betting: 'Betting',
      dealing: 'Dealing',
      deciding: 'Deciding',
      responding: 'Comparing',
      settling: 'Paying',
      closed: 'Ready',
    } satisfies Record<Phase, string>,
    statuses: { closed: 'Closed', open: 'Open', idle: 'Ready' } satisfies Record<Schemas['Status'], string>,
  },

  // ---------------------------------------------------------------- page: signing in
  signIn: {
    title: 'Sign in',
    name: 'Name',
    password: 'Password',
    submit: 'Sign in',
    or: 'or',
    expired: 'Your session has ended. Sign in again to go on.',
    chooseRole: 'You hold several roles. In which do you act now?',
    asRole: (role: string) => `As ${role}`,
    changeTitle: 'Choose your own password',
    changeWhy: 'Your first password is only good for this. The new one needs at least ten characters.',
    old: 'Present password',
    fresh: 'New password',
    again: 'New password again',
    differ: 'The two do not agree.',
    change: 'Change password',
    changed: 'Your password is changed.',
    lockedTitle: 'This station is locked',
    lockedWhy: (name: string) => `Nobody was seen at it for a while. ${name}, unlock it with your password.`,
    unlock: 'Unlock',
    signedInAs: (name: string, role: string) => `${name}, ${role}`,
    changePassword: 'Change password',
    noSuchPage: 'There is no such page',
    noSuchPageWhy: 'Perhaps the table is gone, or the address was mistyped.',
    toLobby: 'To the lobby',
    notYours: 'This page is not for your role',
    notYoursWhy: (roles: string) => `It is for: ${roles}.`,
  },

  // ---------------------------------------------------------------- page: player's table
  table: {
    title: (name: string) => name,
  },
  // ---------------------------------------------------------------- end of player's table

  // ---------------------------------------------------------------- page: dealer's console
  dealer: {
    title: 'Dealer’s console',
  },
  // ---------------------------------------------------------------- end of dealer's console

  // ---------------------------------------------------------------- page: floor
  floor: {
    title: 'Floor',
  },
  // ---------------------------------------------------------------- end of floor

  // ---------------------------------------------------------------- page: auditor's record
  auditor: {
    title: 'Record',
    tabs: { rounds: 'Rounds', chains: 'Chains and export', log: 'House log' },
    // finding
    find: 'Find rounds',
    from: 'Closed from',
    until: 'Closed until',
    table: 'Table',
    anyTable: 'Any table',
    player: 'Player',
    playerHint: 'Name or number',
    noSuchPlayer: 'Nobody here has this name. Write the whole name, or the number.',
    hand: 'Cards held',
    handHint: 'As Kd Jk',
    noSuchCards: 'These are no cards. Write rank and suit, such as As Kd 10h, and Jk for the joker.',
    staked: 'A player staked',
    won: 'A player won',
    amountHint: 'Dollars',
    noSuchAmount: 'This is no amount. Write dollars, such as 25 or 12.50.',
    roundNumber: 'Round',
    kind: 'Which',
    kinds: { all: 'All rounds', played: 'Played to the end', void: 'Void' },
    ranges: { hour: 'Last hour', day: 'Today', week: '7 days', all: 'Any time' },
    clear: 'Clear',
    found: (number: number, more: boolean) => (more ? `The latest ${number}, and there are more` : count(number, 'round', 'rounds')),
    page: (page: number, from: number, to: number) => `Page ${page}: rounds ${from} to ${to}`,
    newer: 'Newer',
    older: 'Older',
    nothing: 'No round fits. Widen the search: fewer words, a longer time, any table.',
    csv: 'Save as CSV',
    csvCut: (number: number) => `Only the latest ${number} rounds were saved: narrow the search for the rest.`,
    columns: { closed: 'Closed', table: 'Table', round: 'Round', players: 'Players and hands', staked: 'Staked', won: 'Won' },
    void: 'Void',
    noHand: 'no cards',
    open: (table: string, round: number) => `Open round ${round} of ${table}`,
    who: (who: number) => `Player ${who}`,
    house: 'the house',
    // replaying
    toRounds: 'All rounds',
    seenBy: 'As seen by',
    audiences: { auditor: 'Auditor', floor: 'Floor', dealer: 'Dealer', public: 'Bystander' },
    faceUp: 'All hands face up',
    faceUpHint: 'With the cards that were known at the close',
    controls: 'Replay',
    first: 'To the first step',
    back: 'One step back',
    play: 'Play',
    pause: 'Pause',
    forward: 'One step on',
    last: 'To the last step',
    slider: 'Step',
    speed: 'Speed',
    speeds: { '0.5': '½×', '1': '1×', '2': '2×', '4': '4×' },
    step: (step: number, all: number) => `Step ${step} of ${all}`,
    line: (line: number) => `line ${line.toLocaleString('en-US')}`,
    steps: 'What happened',
    by: (role: string, name: string) => (role === 'house' ? 'the house' : `${name}, ${role}`),
    nothingHeard: 'Nothing this audience hears of.',
    dealerHand: 'Dealer',
    sharedCard: 'Shared card',
    starts: (position: number, dice: readonly number[]) => {
      const rolled = dice.filter((die) => die > 0);
      return `Deal starts at position ${position}${rolled.length ? ` (${rolled.join(' + ')})` : ''}`;
    },
    magic: (card: string) => `Magic Card: ${card}`,
    lucky: (position: number) => `Lucky position ${position}`,
    waits: (seat: number, amount: string | undefined) => `A win of seat ${seat} waits for its checks${amount ? `: ${amount}` : ''}`,
    emptySeat: 'free',
    isAsked: 'is asked',
    standings: { live: '', folded: 'folded', surrendered: 'surrendered', voided: 'void', abandoned: 'abandoned' } as Record<Schemas['Standing'], string>,
    lammer: 'Envy lammer',
    coupon: (amount: string) => `Match play ${amount}`,
    share: 'meter share',
    envy: (seat: number) => `envy of seat ${seat}`,
    ledger: 'Ledger',
    account: 'Account',
    balance: 'Balance',
    change: 'This step',
    sum: 'Sum of all accounts',
    accounts: {
      felt: 'Chips on the felt',
      inventory: 'Table inventory',
      payable: 'Payable',
      cage: 'Cage',
      drop: 'Drop box',
      tips: 'Tip box',
      patrons: 'Patrons’ cash',
    },
    playerAccount: (name: string) => name,
    gameAccount: (name: string) => `${name}, game account`,
    meterAccount: (meter: string) => `${meter}, from this table`,
    reserveAccount: (meter: string) => `${meter} reserve, from this table`,
    meters: 'Meters',
    meter: 'Meter',
    stands: 'Stands at',
    sinceBegin: 'This round',
    reserve: 'reserve',
    noMeters: 'This table has no meter.',
    noLedger: 'The ledger is shown to those who work here.',
    // chains
    chains: 'Journals of the tables',
    chainsWhy: 'Every line names the hash of the line before, and the house signs the head at each close. A check reads the whole journal, follows the chain, restores the table, decides every command again and compares.',
    check: 'Check',
    checkAll: 'Check all',
    holds: 'Every line holds',
    fails: 'It does not hold',
    lines: 'Lines',
    rounds: 'Rounds',
    head: 'Head',
    signed: 'Signatures',
    signedUpto: (number: number, upto: number) => `${count(number, 'signature', 'signatures')}, the last at line ${upto.toLocaleString('en-US')}`,
    notSigned: 'No head is signed yet',
    key: 'Key',
    notChecked: 'Not checked yet',
    export: 'Export',
    exportWhy: 'A journal with its signatures beside it, as croupier verify reads it.',
    part: 'What',
    parts: { whole: 'The whole journal', day: 'One day', round: 'One round' },
    day: 'Day (UTC)',
    prepare: 'Prepare',
    prepared: (lines: number, signatures: number) => `${count(lines, 'line', 'lines')}, ${count(signatures, 'signature', 'signatures')}`,
    saveJournal: 'Save the journal',
    saveSignatures: 'Save the signatures',
    verifyHint: 'Keep both in one folder, then:',
    verifyAlone: 'None of its lines is signed. Its chain is checked all the same:',
    exportRound: 'Export this round',
    reconcile: 'Compare meters with the journals',
    reconciled: (name: string, agrees: boolean) => `${name} ${agrees ? 'agrees' : 'does not agree'}`,
    agrees: 'agrees',
    differs: 'differs',
    // log
    log: 'The house’s own log',
    logWhy: 'Starts, sign-ins, refusals, changes and exports: one chain, the latest first.',
    since: 'From',
    before: 'Until',
    words: 'Words',
    wordsHint: 'A name, an address, a code such as denied',
    look: 'Search',
    logLast: (last: number) => count(last, 'line', 'lines') + ' in all',
    lookOn: 'Look further back',
    noLines: 'No line fits.',
    details: 'Details',
    nobody: 'nobody',
  },
  // ---------------------------------------------------------------- end of auditor's record

  // ---------------------------------------------------------------- page: people
  people: {
    title: 'People',
  },
  // ---------------------------------------------------------------- end of people

  // ---------------------------------------------------------------- page: verify
  verify: {
    title: 'Verify a shuffle',
  },
  // ---------------------------------------------------------------- end of verify

  // ---------------------------------------------------------------- page: odds
  odds: {
    title: 'Odds',
    why: 'What every wager costs, counted over all deals of the deck with the rules each table plays by. Figures, not advice.',
    choose: 'Table',
    none: 'No table has been made yet.',
    computing: 'Counting every deal. This takes some seconds the first time …',
    skipped: 'Not counted here',
    wager: 'Wager',
    edge: 'House edge',
    edgeOf: 'of the wager, for the house',
    exact: 'Exactly',
    hit: 'Pays',
    hitOf: (every: string) => `one in ${every}`,
    deviation: 'Standard deviation',
    risk: 'Per dollar at risk',
    combinations: 'Deals counted',
    strategies: { optimal: 'for a player who always chooses best', 'house-way': 'for a player who sets as the house does' } as Record<string, string>,
    fixed: 'Return without the meter',
    now: 'Return with the meter as it starts',
    longRun: 'Return in the long run',
    breakEven: 'Even at',
    paytable: (letter: string | null | undefined) => (letter ? `Paytable ${letter}` : 'Paytable'),
    hand: 'Hand',
    pays: 'Pays',
    often: 'How often',
    oneIn: (number: string) => `1 in ${number}`,
    always: 'always',
    chance: 'Chance',
    outcomes: 'Outcomes',
    outcome: 'Outcome',
    net: 'Player’s result, in units',
    envy: (amount: string) => `Envy Bonus on ${amount}`,
    perOther: 'Worth per other player',
    plot: 'How often, on a scale of powers of ten',
    plotLabel: (wager: string) => `Chart of the chances of ${wager}; the table beside it has the same numbers`,
    overview: 'All wagers of this table',
    alternatives: (ids: string) => `With the alternative of ${ids}.`,
  },
  // ---------------------------------------------------------------- end of odds
};
