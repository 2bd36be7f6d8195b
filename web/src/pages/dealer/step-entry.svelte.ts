/** The dealer’s entries for the next step: the values of its form, which commands are lawful, and submitting. */
import type { Command, Schemas } from '../../lib/api';
import { setting } from '../../lib/cards';
import { parseDollars } from '../../lib/money';
import { t } from '../../lib/strings';
import { verdicts } from './dealer.svelte';
import type { DealerConsole } from './dealer.svelte';
import { inHands } from './entry';
import type { Form, Step } from './steps';

/** Where rejections of a step are shown. */
export const WHERE = 'step';

const MIDDLE_OF_DECK = 26;
const ROLL: Command = { roll: { shakes: 3, dice: [1, 1, 1], announced: 3 } };
const DRAW: Command = { 'draw-start': 1 };
const SHUFFLES = ['before', 'device', 'hand'] as const;
const OUTCOMES: readonly Schemas['DeclaredOutcome'][] = ['wins', 'loses', 'ties'];

export const outcomeOf = (seat: number, outcome: Schemas['DeclaredOutcome']): Command => ({
  reveal: { seat, shown: { outcome } },
});
const cutOf = (deck: Schemas['DeckId'], by: number | null, depth: number): Command => ({
  cut: { deck, cards: depth, ...(by === null ? {} : { by }) },
});
export const shuffleOf = (deck: Schemas['DeckId'], by: Schemas['ShuffledBy'], counted?: number): Command => ({
  shuffle: { deck, by, ...(counted === undefined ? {} : { counted }) },
});

export class StepEntry {
  readonly dealer: DealerConsole;
  readonly #step: () => Step | undefined;
  readonly #lawful: ReturnType<typeof verdicts>;

  number = $state('');
  dice = $state(['', '', '']);
  amount = $state('');
  cards = $state.raw<string[]>([]);
  shared = $state.raw<string[]>([]);
  cardsFault = $state<string | undefined>();
  sharedFault = $state<string | undefined>();
  /** Whether the dealer's hands are entered as they were set. */
  asLaid = $state(false);
  busy = $state(false);
  #queued = $state(false);

  /** Create it while a component is created. */
  constructor(dealer: DealerConsole, step: () => Step | undefined) {
    this.dealer = dealer;
    this.#step = step;
    this.#lawful = verdicts(
      () => dealer,
      () => this.#candidates,
    );
    // Enter may be pressed before the server has answered which commands are lawful: submit once it has.
    $effect(() => {
      if (this.#queued && this.#known) {
        this.#queued = false;
        this.submit();
      }
    });
  }

  /** Starts anew for another step. */
  reset(): void {
    const form = this.#form;
    this.number = form?.kind === 'cut' ? String(MIDDLE_OF_DECK) : '';
    this.amount = form?.kind === 'play' ? String(form.least / 100) : '';
    this.dice = ['', '', ''];
    [this.cards, this.shared, this.#queued] = [[], [], false];
    [this.cardsFault, this.sharedFault] = [undefined, undefined];
    this.dealer.problems[WHERE] = undefined;
  }

  get #form(): Form | undefined {
    return this.#step()?.form;
  }
  /** Cards are not sent while something typed was not accepted. */
  get fault(): string | undefined {
    return this.cardsFault ?? this.sharedFault;
  }
  get #deckSize(): number {
    return this.dealer.sheet?.joker ? 53 : 52;
  }
  get #cutters(): (number | null)[] {
    const seated = (this.dealer.view?.seats ?? []).filter(({ player }) => player != null);
    return [...seated.map(({ seat }) => seat), null];
  }

  /** The commands whose verdicts decide what the form offers. */
  readonly #candidates = $derived.by((): Command[] => {
    const form = this.#form;
    switch (form?.kind) {
      case 'do':
        return [form.command];
      case 'choice':
        return form.options.map(({ command }) => command);
      case 'shuffle':
        return [...SHUFFLES.map((by) => shuffleOf(form.deck, by)), shuffleOf(form.deck, 'device', this.#deckSize)];
      case 'cut':
        return this.#cutters.map((by) => cutOf(form.deck, by, MIDDLE_OF_DECK));
      case 'start':
        return [ROLL, DRAW];
      case 'stub':
        return ['rack-stub'];
      case 'dealer':
        return [{ 'turn-dealer': {} }];
      case 'reveal':
        return OUTCOMES.map((outcome) => outcomeOf(form.seat, outcome));
      default:
        return [];
    }
  });
  get #known(): boolean {
    return this.#candidates.every((command) => this.verdictOf(command));
  }
  verdictOf(command: Command) {
    return this.#lawful.of(command);
  }
  isLawful(command: Command): boolean {
    return this.verdictOf(command)?.lawful === true;
  }

  /** How the deck is shuffled at this table, and whether the device counts the cards. */
  readonly shuffle = $derived.by(() => {
    const form = this.#form;
    if (form?.kind !== 'shuffle') return undefined;
    const by = SHUFFLES.find((method) => this.isLawful(shuffleOf(form.deck, method)));
    const counts = !by && this.isLawful(shuffleOf(form.deck, 'device', this.#deckSize));
    return { by: by ?? (counts ? ('device' as const) : undefined), counts };
  });
  /** Who cuts: a seat, `null` for the dealer, `undefined` until the server has said. */
  readonly cutter = $derived.by(() => {
    const form = this.#form;
    if (form?.kind !== 'cut') return undefined;
    return this.#cutters.find((by) => this.isLawful(cutOf(form.deck, by, MIDDLE_OF_DECK)));
  });
  /** Whether the start comes from a number generator; otherwise from dice. */
  get isGenerated(): boolean {
    return this.#form?.kind === 'start' && this.isLawful(DRAW);
  }
  get diceTotal(): number {
    return this.dice.reduce((sum, die) => sum + Number(die || 0), 0);
  }
  /** The sizes of the hands that are set, and of all cards as one hand. */
  get shape(): readonly number[] {
    return this.dealer.sheet?.hands.length ? this.dealer.sheet.hands : this.whole;
  }
  get whole(): readonly number[] {
    return [this.dealer.sheet?.cards ?? 5];
  }
  get taken(): Map<string, string> {
    const form = this.#form;
    return this.dealer.cardsInPlay(form?.kind === 'reveal' ? form.seat : 'dealer');
  }
  get takenForShared(): Map<string, string> {
    return new Map([...this.taken, ...this.cards.map((card) => [card, t.dealer.dealer] as const)]);
  }
  get wantsShared(): boolean {
    return (this.dealer.view?.shared.count ?? 0) > 0;
  }
  /** The outcomes that can be entered instead of a seat's cards. */
  outcomes(seat: number): readonly Schemas['DeclaredOutcome'][] {
    return OUTCOMES.filter((outcome) => this.isLawful(outcomeOf(seat, outcome)));
  }

  send(command: Command): Promise<void> {
    return this.#exclusively(() => this.dealer.send(command, WHERE));
  }
  #sendOrRule(command: Command, other?: { label: string; command: Command }): Promise<void> {
    return this.#exclusively(() => this.dealer.sendOrRule(command, WHERE, this.#step()?.title ?? '', other));
  }
  async #exclusively(work: () => Promise<unknown>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      await work();
    } finally {
      this.busy = false;
    }
  }
  #say(detail: string): void {
    this.dealer.showProblem(WHERE, detail);
  }

  /** The number that was typed; otherwise says which numbers are valid. */
  #wholeNumber(what: string, most: number, least = 0): number | undefined {
    const found = Number(/^\s*(\d{1,3})\s*$/.exec(this.number)?.[1] ?? NaN);
    if (found >= least && found <= most) return found;
    this.#say(t.dealer.step.wantsNumber(what, least, most));
    return undefined;
  }
  #dollars(): number | undefined {
    const found = parseDollars(this.amount);
    if (found === undefined) this.#say(t.dealer.wagers.notAmount);
    return found;
  }
  /** The cards that were typed as hands of these sizes; otherwise says how many are missing. */
  #setting(shape: readonly number[]): string | undefined {
    const all = this.dealer.sheet?.cards ?? 5;
    if (this.cards.length === all) return setting(inHands(this.cards, shape));
    this.#say(t.dealer.step.wantsCards(this.cards.length, all));
    return undefined;
  }

  submit(): void {
    const form = this.#form;
    if (!form || this.busy || !this.dealer.live) return;
    if (this.fault) return this.#say(this.fault);
    if (!this.#known && (form.kind === 'shuffle' || form.kind === 'cut' || form.kind === 'start')) {
      this.#queued = true;
      return;
    }
    this.#submit(form);
  }

  #submit(form: Form): void {
    switch (form.kind) {
      case 'do':
        return void this.#sendOrRule(form.command);
      case 'choice':
        return;
      case 'number': {
        const entered = this.#wholeNumber(form.label, form.most);
        return void (entered === undefined || this.#sendOrRule(form.command(entered)));
      }
      case 'stub':
        return this.#submitStub();
      case 'shuffle':
        return this.#submitShuffle(form.deck);
      case 'cut': {
        const { cutter } = this;
        const entered = this.#wholeNumber(t.dealer.step.cutCards, this.#deckSize - 1, 1);
        return void (entered === undefined || cutter === undefined || this.send(cutOf(form.deck, cutter, entered)));
      }
      case 'start':
        return this.#submitStart();
      case 'play': {
        const amount = this.#dollars();
        return void (amount === undefined || this.send({ play: { seat: form.seat, amount } }));
      }
      case 'count': {
        const counted = this.#dollars();
        return void (counted === undefined || this.send({ 'count-inventory': { counted } }));
      }
      case 'dealer': {
        const hands = this.#setting(this.asLaid ? this.shape : this.whole);
        const bonus = this.wantsShared ? { shared: this.shared[0] ?? '' } : {};
        return void (hands === undefined || this.#sendOrRule({ 'turn-dealer': { setting: hands, ...bonus } }));
      }
      case 'reveal': {
        const hands = this.#setting(this.shape);
        return void (hands === undefined || this.send({ reveal: { seat: form.seat, shown: { cards: hands } } }));
      }
      default:
        form satisfies never;
    }
  }

  #submitStub(): void {
    const cards = this.#wholeNumber(t.dealer.step.stub, this.#deckSize);
    if (cards === undefined) return;
    const misdealt: Command = { 'count-stub': { cards, misdealt: true } };
    void this.#sendOrRule({ 'count-stub': { cards } }, { label: t.dealer.irregular.misdealt, command: misdealt });
  }

  #submitShuffle(deck: Schemas['DeckId']): void {
    const { by, counts } = this.shuffle ?? {};
    if (!by) return;
    const counted = counts ? this.#wholeNumber(t.dealer.step.deviceCount, 60) : undefined;
    if (counts && counted === undefined) return;
    void this.#sendOrRule(shuffleOf(deck, by, counted));
  }

  #submitStart(): void {
    if (this.isGenerated) {
      const entered = this.#wholeNumber(t.dealer.step.generator, 7, 1);
      return void (entered === undefined || this.send({ 'draw-start': entered }));
    }
    const dice = this.dice.map(Number) as [number, number, number];
    if (dice.some((die) => !(die >= 1 && die <= 6))) return this.#say(t.dealer.step.wantsDice);
    void this.send({ roll: { shakes: 3, dice, announced: this.diceTotal } });
  }
}
