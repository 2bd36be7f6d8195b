/**
 * The state of a player's page: the table's feed and sheet, what the player can do now, and which commands were
 * rejected.
 *
 * Nothing here guesses the server's answer. A wager that must equal the main wager is sent after it, once the server
 * shows that the two differ, so that a reload or a second tab does the same.
 */
import { announcer } from '../../lib/announce.svelte';
import { get, problemOf } from '../../lib/api';
import type { Prompt, Command, JournalLine, Problem, SeatView, TableSheet, Wager, WagerSheet } from '../../lib/api';
import { Feed } from '../../lib/feed.svelte';
import type { CommandResult } from '../../lib/feed.svelte';
import { cents, DENOMINATIONS } from '../../lib/money';
import type { Denomination } from '../../lib/money';
import { sentences } from '../../lib/wording';
import { prefs } from '../../lib/prefs.svelte';
import { user } from '../../lib/session.svelte';
import { t } from '../../lib/strings';
import { fieldsOf } from '../../lib/match';
import { saveCommitment, saveRound } from './shuffles';

/** A betting area of a seat: a wager the table offers. */
export interface AreaSheet {
  wager: Wager;
  title: string;
  sheet: WagerSheet;
  /** Whether chips go there before "no more bets". */
  before: boolean;
}

/** A sentence of the hand history. */
export interface HistoryLine {
  key: number;
  /** The server's time in milliseconds. */
  at: number;
  text: string;
}

/** The properties of every dialog over the table. */
export interface DialogProps {
  player: Player;
  open: boolean;
  onclose: () => void;
}

export class Player {
  readonly feed: Feed;
  readonly table: number;
  sheet = $state.raw<TableSheet | undefined>();
  /** Rejections by the place of the control: a betting area, a seat's hand, the rack. */
  problems = $state.raw<Readonly<Record<string, Problem>>>({});
  /** Whether the server knows no such table. */
  missing = $state(false);
  /** The house way of a seat's cards, where the player asked for it in this round. */
  houseWays = $state.raw<Readonly<Record<number, string>>>({});
  /** Seats that did not act in time in this round, so that the house acted for them. */
  timedOutSeats = $state.raw<readonly number[]>([]);
  /** The hand history, oldest first. */
  history = $state.raw<readonly HistoryLine[]>([]);
  #key = 0;

  constructor(table: number) {
    this.table = table;
    this.feed = new Feed(table);
  }

  /**
   * Loads the table and opens its feed; without a session only the sheet is shown. Returns a function that closes it.
   */
  open(): () => void {
    void this.#loadSheet();
    if (!user.session) return () => {};
    this.feed.open();
    const stop = this.feed.onLines((lines, missed) => this.#receive(lines, missed));
    return () => {
      stop();
      this.feed.close();
    };
  }

  async #loadSheet(): Promise<void> {
    try {
      this.sheet = await get('/api/tables/{table}', { path: { table: this.table } });
    } catch (error) {
      const problem = problemOf(error);
      // Not a number, or not the number of a table: there is nothing to wait for.
      this.missing = problem.status === 404 || problem.status === 400;
      if (this.missing) this.feed.close();
      else this.showProblem('page', problem);
    }
  }

  get view() {
    return this.feed.now?.view;
  }
  get live(): boolean {
    return this.feed.state === 'live';
  }
  get who(): number {
    return user.session?.person ?? -1;
  }
  get plays(): boolean {
    return user.role === 'player';
  }
  /** The player's own seats, the one on the player's left first: seats run from right to left. */
  own: SeatView[] = $derived(
    (this.view?.seats ?? [])
      .filter(
        (seat) =>
          seat.player === this.who || (seat.left === this.who && this.inRound(seat) && this.view?.phase !== 'closed'),
      )
      .reverse(),
  );
  get ownSeats(): number[] {
    return this.own.map(({ seat }) => seat);
  }
  inRound(seat: SeatView): boolean {
    return seat.wagers.length > 0 || seat.hand.count > 0;
  }
  get betting(): boolean {
    return this.view?.phase === 'betting' || this.view?.phase === 'closed';
  }
  /** Whether a dealer deals at this table; then there is no clock. */
  get dealt(): boolean {
    return this.sheet?.kind === 'dealt';
  }
  get ready(): boolean {
    return this.feed.now?.ready.includes(this.who) ?? false;
  }
  /** The sum of the player's wagers for the coming round. */
  get staked(): number {
    if (this.view?.phase === 'closed') return 0;
    return this.own.reduce((sum, seat) => sum + seat.wagers.reduce((all, [, amount]) => all + amount, 0), 0);
  }

  balance(kind: 'player' | 'game'): number {
    const found = this.view?.balances.find(({ account }) => fieldsOf(account, kind) === this.who);
    return found ? cents(found.amount) : 0;
  }
  get chips(): number {
    return this.balance('player');
  }
  get gameAccount(): number {
    return this.balance('game');
  }
  get hasGameAccount(): boolean {
    return this.sheet?.wagers.some((wager) => wager.made_with === 'game-account') ?? false;
  }

  /** The denominations that can be wagered here, lowest first. */
  denominations: readonly Denomination[] = $derived.by(() => {
    const steps = (this.sheet?.wagers ?? []).flatMap(({ limits }) => limits?.increment ?? []);
    const [least, most] = [Math.min(...steps, 10_000), this.sheet?.maximum ?? 100_000];
    return [...DENOMINATIONS].reverse().filter(({ worth }) => worth >= least && worth <= most);
  });
  /** The selected chip: the one last chosen in this browser, or the lowest that makes a main wager. */
  get chip(): number {
    const least = this.sheet?.minimum ?? 500;
    const chip =
      this.denominations.find(({ worth }) => worth === prefs.chip) ??
      this.denominations.find(({ worth }) => worth >= least);
    return chip?.worth ?? 500;
  }

  promptsFor(seat: number): Prompt[] {
    return (this.view?.asks ?? []).filter((prompt) => (Object.values(prompt)[0] as { seat?: number }).seat === seat);
  }

  /** The deadline for a seat to surrender or to play on. */
  surrenderUntil(seat: number): number | undefined {
    if (
      this.view?.phase !== 'responding' ||
      this.ready ||
      !this.promptsFor(seat).some((prompt) => 'surrender' in prompt)
    )
      return undefined;
    return this.feed.deadline(seat);
  }

  /** The betting areas of a seat, in the order of the layout. */
  areas: AreaSheet[] = $derived.by(() => {
    const sheet = this.sheet;
    if (!sheet) return [];
    const areas: AreaSheet[] = [];
    const add = (wager: Wager, title: string, of: WagerSheet, before = true) =>
      areas.push({ wager, title, sheet: of, before });
    for (const of of sheet.wagers) {
      if (of.placed === 'never') continue;
      const before = of.placed !== 'after-seeing-cards' && of.wager !== 'play';
      add(of.wager as Wager, t.table.area(of.wager as Wager, of.title), of, before);
      if (of.wager === 'five-card-hand-bonus')
        add('five-card-hand-bonus-on-dealer', t.wagers['five-card-hand-bonus-on-dealer'], of);
    }
    const main = sheet.wagers.find(({ wager }) => wager === 'main');
    // The Play Wager has an area of its own though no limits of its own.
    if (main && sheet.text === 'pa-657a' && !areas.some(({ wager }) => wager === 'play'))
      add('play', t.wagers.play, main, false);
    const place = (wager: Wager) => ORDER.indexOf(wager);
    return areas.sort((one, other) => place(one.wager) - place(other.wager));
  });

  /** The stake on an area. After a round this is the stake of the round that was closed. */
  stake(seat: SeatView, wager: Wager): number {
    return seat.wagers.find(([kind]) => kind === wager)?.[1] ?? 0;
  }

  titleOf(wager: Wager): string {
    return this.areas.find((area) => area.wager === wager)?.title ?? t.wagers[wager];
  }

  /** The names of a seat's hands, or with `null` of the dealer's. */
  handNames(seat: number | null) {
    return this.feed.now?.called.find((names) => (names.seat ?? null) === seat);
  }

  // ------------------------------------------------------------------ actions

  /** Sends a command of the player. A rejection is shown at `where`; earlier rejections disappear. */
  send(where: string, command: Command, options: { ready?: boolean; each?: boolean } = {}): Promise<CommandResult> {
    this.problems = {};
    return this.#send(where, command, options);
  }

  /** Says that the player has made all wagers, or does not surrender. */
  markReady(): void {
    this.problems = {};
    this.feed.markReady();
  }

  async #send(
    where: string,
    command: Command,
    options: { ready?: boolean; each?: boolean } = {},
  ): Promise<CommandResult> {
    this.dismiss(where);
    const result = await this.feed.send(command, options);
    if (result.kind === 'rejected') this.showProblem(where, result.problem);
    return result;
  }

  dismiss(where: string): void {
    if (!(where in this.problems)) return;
    const { [where]: _, ...rest } = this.problems;
    this.problems = rest;
  }

  /** Removes all rejections but those of the page itself, after the table has moved on. */
  clearProblems(): void {
    const { page } = this.problems;
    this.problems = page ? { page } : {};
  }

  /** Shows a problem at a place. */
  showProblem(where: string, problem: Problem): void {
    this.problems = { ...this.problems, [where]: problem };
  }

  sit(seat: number): Promise<CommandResult> {
    return this.send(`seat-${seat}`, { sit: { seat, player: this.who } });
  }

  /** Places the selected chip on an area, or the area's only amount. */
  place(seat: SeatView, area: AreaSheet): Promise<CommandResult> {
    const { limits } = area.sheet;
    const staked = this.view?.phase === 'closed' ? 0 : this.stake(seat, area.wager);
    const amount = !limits
      ? this.stake(seat, 'main') - staked
      : limits.minimum === limits.maximum
        ? limits.minimum
        : this.chip;
    const tender = area.sheet.made_with === 'game-account' ? 'game-account' : 'chips';
    return this.send(
      `area-${seat.seat}-${area.wager}`,
      { place: { seat: seat.seat, wager: area.wager, amount, tender } },
      { each: true },
    );
  }

  /** Takes a wager back. Before the main wager, all wagers that are not placed with it are taken back. */
  async takeBack(seat: SeatView, wager: Wager): Promise<void> {
    const beside = seat.wagers.map(([kind]) => kind).filter((kind) => kind !== 'main' && !this.equalsMain(kind));
    for (const kind of wager === 'main' ? [...beside, wager] : [wager]) {
      const result = await this.send(`area-${seat.seat}-${wager}`, { 'take-back': { seat: seat.seat, wager: kind } });
      if (result.kind === 'rejected') return;
    }
  }

  async clear(): Promise<void> {
    for (const seat of this.own) if (seat.wagers.length) await this.takeBack(seat, 'main');
  }

  async repeat(): Promise<void> {
    this.problems = {};
    for (const { seat } of this.own) await this.#send('rack', { repeat: seat });
  }

  /** Whether a wager must equal the main wager, and so is placed and taken back with it. */
  equalsMain(wager: Wager): boolean {
    return this.sheet?.wagers.some((of) => of.wager === wager && of.placed === 'to-take-part' && !of.limits) ?? false;
  }

  async leave(): Promise<void> {
    for (const { seat } of this.own) {
      const result = await this.send('rack', { leave: seat });
      if (result.kind === 'rejected') return;
    }
  }

  // ------------------------------------------------------------------ events

  #receive(lines: readonly JournalLine[], missed: boolean): void {
    for (const { events } of lines) {
      for (const event of events) {
        if (typeof event === 'string') continue;
        if ('way-told' in event)
          this.houseWays = { ...this.houseWays, [event['way-told'].seat]: event['way-told'].setting };
        if ('completed' in event) this.timedOutSeats = [...this.timedOutSeats, event.completed];
        if ('round-opened' in event) [this.houseWays, this.timedOutSeats] = [{}, []];
      }
    }
    const wording = {
      wager: (wager: Wager) => this.titleOf(wager),
      completes: this.sheet && t.law.completes[this.sheet.silent_seat],
    };
    const fresh = lines.flatMap((line) =>
      sentences([line], this.ownSeats, wording).map((text) => ({ key: this.#key++, at: line.at, text })),
    );
    if (fresh.length === 0) return;
    this.history = [...this.history, ...fresh].slice(-80);
    const texts = fresh.map(({ text }) => text);
    announcer.sayAll(missed ? [t.feed.missed, ...texts.slice(-4)] : texts);
  }

  /** Saves the shuffle commitment before the first card, and the opened shuffle after the round. */
  async saveShuffle(): Promise<void> {
    const view = this.view;
    if (!view || !this.sheet || this.sheet.kind !== 'electronic') return;
    if (view.phase !== 'closed') {
      saveCommitment(
        this.table,
        view.round,
        view.decks.flatMap(({ seal }) => seal ?? []),
      );
      return;
    }
    if (view.round === 0 || !this.own.some((seat) => this.inRound(seat))) return;
    const seen = [view.dealer, view.shared, ...view.seats.map(({ hand }) => hand)].flatMap(({ cards }) => cards ?? []);
    await saveRound(this.table, this.sheet.name, view.round, seen);
  }
}

/** The order of the betting areas: main wager, equal wager, wagers after the cards, optional wagers. */
const ORDER: Wager[] = [
  'main',
  'super-bonus',
  'play',
  'double-down',
  'fortune-bonus',
  'bonus',
  'insurance',
  'queens-up',
  'six-card-bonus',
  'progressive',
  'four-card-progressive',
  'five-card-progressive',
  'five-card-hand-bonus',
  'five-card-hand-bonus-on-dealer',
  'magic-card-and-lucky',
];
