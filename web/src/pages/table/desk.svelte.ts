/**
 * A player at one table: what the house shows him, what he may do now, and what was refused and where.
 *
 * Nothing here foresees an answer. A wager that must equal the main one is sent after it, once the house shows that the
 * two differ, so that a reload or a second tab finds the same thing to do and no other.
 */
import { announcer } from '../../lib/announce.svelte';
import { get, problemOf } from '../../lib/api';
import type { Ask, Command, Line, Problem, SeatView, TableSheet, Wager, WagerSheet } from '../../lib/api';
import { Feed } from '../../lib/feed.svelte';
import type { Outcome } from '../../lib/feed.svelte';
import { cents, DENOMINATIONS } from '../../lib/money';
import type { Denomination } from '../../lib/money';
import { sentences } from '../../lib/names';
import { prefs } from '../../lib/prefs.svelte';
import { visitor } from '../../lib/session.svelte';
import { t } from '../../lib/strings';
import { as } from '../../lib/tagged';
import { keepShuffle, promised } from './shuffles';

/** A betting area of a seat: a wager the table offers. */
export interface AreaSheet {
  wager: Wager;
  title: string;
  sheet: WagerSheet;
  /** Whether chips go there before "no more bets". */
  before: boolean;
}

/** A sentence of the table's story. */
export interface Told {
  key: number;
  /** The house's time, in milliseconds. */
  at: number;
  text: string;
}

/** What a dialog over the table is given. */
export interface DialogProps {
  desk: Desk;
  open: boolean;
  onclose: () => void;
}

export class Desk {
  readonly feed: Feed;
  readonly table: number;
  sheet = $state.raw<TableSheet | undefined>();
  /** What was refused, by where it was wanted: an area, a seat's hand, the rack. */
  problems = $state.raw<Readonly<Record<string, Problem>>>({});
  /** Whether the house has no such table. */
  missing = $state(false);
  /** How the house would set a seat's cards, once it was asked in this round. */
  told = $state.raw<Readonly<Record<number, string>>>({});
  /** Seats the house has answered for in this round, since they did not. */
  silent = $state.raw<readonly number[]>([]);
  /** Sentences of what happened, oldest first. */
  story = $state.raw<readonly Told[]>([]);
  #key = 0;
  #following = false;
  #clearing = false;
  /** When a main wager was put down or looked at here last, by this tab's clock. */
  #since = 0;

  constructor(table: number) {
    this.table = table;
    this.feed = new Feed(table);
  }

  /** Looks at the table from now on; nobody who is not signed in sees more than what it offers. */
  open(): () => void {
    void this.#look();
    if (!visitor.who) return () => {};
    this.feed.open();
    const stop = this.feed.onLines((lines, missed) => this.#hear(lines, missed));
    return () => {
      stop();
      this.feed.close();
    };
  }

  async #look(): Promise<void> {
    try {
      this.sheet = await get('/api/tables/{table}', { path: { table: this.table } });
    } catch (error) {
      const problem = problemOf(error);
      // A number that is none, or none the house knows: there is nothing to wait for.
      this.missing = problem.status === 404 || problem.status === 400;
      if (this.missing) this.feed.close();
      else this.refuse('page', problem);
    }
  }

  get view() {
    return this.feed.now?.view;
  }
  get live(): boolean {
    return this.feed.state === 'live';
  }
  get who(): number {
    return visitor.who?.person ?? -1;
  }
  get plays(): boolean {
    return visitor.role === 'player';
  }
  /** The player's own positions, the one on his left first: seats run from his right to his left. */
  own: SeatView[] = $derived(
    (this.view?.seats ?? [])
      .filter((seat) => seat.player === this.who || (seat.left === this.who && this.inRound(seat) && this.view?.phase !== 'closed'))
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
  /** Whether people deal: then nobody is hurried by a clock. */
  get dealt(): boolean {
    return this.sheet?.kind === 'dealt';
  }
  get ready(): boolean {
    return this.feed.now?.ready.includes(this.who) ?? false;
  }
  /** Whether wagers of mine lie on the table for a round to come. */
  get staked(): number {
    if (this.view?.phase === 'closed') return 0;
    return this.own.reduce((sum, seat) => sum + seat.wagers.reduce((all, [, amount]) => all + amount, 0), 0);
  }

  purse(kind: 'player' | 'game'): number {
    const found = this.view?.balances.find(({ account }) => as(account, kind) === this.who);
    return found ? cents(found.amount) : 0;
  }
  get chips(): number {
    return this.purse('player');
  }
  get gameAccount(): number {
    return this.purse('game');
  }
  get hasGameAccount(): boolean {
    return this.sheet?.wagers.some((wager) => wager.made_with === 'game-account') ?? false;
  }

  /** The chips that make sense here, the least first. */
  denominations: readonly Denomination[] = $derived.by(() => {
    const steps = (this.sheet?.wagers ?? []).flatMap(({ limits }) => limits?.increment ?? []);
    const [least, most] = [Math.min(...steps, 10_000), this.sheet?.maximum ?? 100_000];
    return [...DENOMINATIONS].reverse().filter(({ worth }) => worth >= least && worth <= most);
  });
  /** The chip that is put down next: the one last chosen in this browser, or the least that is a main wager. */
  get chip(): number {
    const least = this.sheet?.minimum ?? 500;
    const chip = this.denominations.find(({ worth }) => worth === prefs.chip) ?? this.denominations.find(({ worth }) => worth >= least);
    return chip?.worth ?? 500;
  }

  asksOf(seat: number): Ask[] {
    return (this.view?.asks ?? []).filter((ask) => (Object.values(ask)[0] as { seat?: number }).seat === seat);
  }

  /** Until when the house waits for a seat to surrender, or for its player to say that he does not. */
  surrenderUntil(seat: number): number | undefined {
    if (this.view?.phase !== 'responding' || this.ready || !this.asksOf(seat).some((ask) => 'surrender' in ask)) return undefined;
    return this.feed.deadline(seat);
  }

  /** The betting areas of a position, as the layout has them. */
  areas: AreaSheet[] = $derived.by(() => {
    const sheet = this.sheet;
    if (!sheet) return [];
    const areas: AreaSheet[] = [];
    const add = (wager: Wager, title: string, of: WagerSheet, before = true) => areas.push({ wager, title, sheet: of, before });
    for (const of of sheet.wagers) {
      if (of.placed === 'never') continue;
      const before = of.placed !== 'after-seeing-cards' && of.wager !== 'play';
      add(of.wager as Wager, t.table.area(of.wager as Wager, of.title), of, before);
      if (of.wager === 'five-card-hand-bonus') add('five-card-hand-bonus-on-dealer', t.wagers['five-card-hand-bonus-on-dealer'], of);
    }
    const main = sheet.wagers.find(({ wager }) => wager === 'main');
    // The Play Wager has an area of its own though no limits of its own.
    if (main && sheet.text === 'pa-657a' && !areas.some(({ wager }) => wager === 'play')) add('play', t.wagers.play, main, false);
    const place = (wager: Wager) => ORDER.indexOf(wager);
    return areas.sort((one, other) => place(one.wager) - place(other.wager));
  });

  /** What lies on an area; a round that is over has left its wagers behind. */
  stake(seat: SeatView, wager: Wager): number {
    return seat.wagers.find(([kind]) => kind === wager)?.[1] ?? 0;
  }

  titleOf(wager: Wager): string {
    return this.areas.find((area) => area.wager === wager)?.title ?? t.wagers[wager];
  }

  called(seat: number | null) {
    return this.feed.now?.called.find((called) => (called.seat ?? null) === seat);
  }

  // ------------------------------------------------------------------ what he does

  /** Gives an order of the player; what is refused is shown at `where`, and what was refused before is no longer. */
  want(where: string, command: Command, how: { ready?: boolean; each?: boolean } = {}): Promise<Outcome> {
    this.problems = {};
    return this.#order(where, command, how);
  }

  /** Says that the player has made his wagers, or does not surrender. */
  goOn(): void {
    this.problems = {};
    this.feed.ready();
  }

  async #order(where: string, command: Command, how: { ready?: boolean; each?: boolean } = {}): Promise<Outcome> {
    this.dismiss(where);
    const outcome = await this.feed.order(command, how);
    if (outcome.kind === 'declined') this.refuse(where, outcome.problem);
    return outcome;
  }

  dismiss(where: string): void {
    if (!(where in this.problems)) return;
    const { [where]: _, ...rest } = this.problems;
    this.problems = rest;
  }

  /** The table has gone on: what was refused before is of no use now. */
  goesOn(): void {
    const { page } = this.problems;
    this.problems = page ? { page } : {};
  }

  /** Shows a problem where something was wanted. */
  refuse(where: string, problem: Problem): void {
    this.problems = { ...this.problems, [where]: problem };
  }

  sit(seat: number): Promise<Outcome> {
    return this.want(`seat-${seat}`, { sit: { seat, player: this.who } });
  }

  /** Puts the chosen chip on an area, or what the area takes where it takes one amount only. */
  place(seat: SeatView, area: AreaSheet): Promise<Outcome> {
    const { limits } = area.sheet;
    const staked = this.view?.phase === 'closed' ? 0 : this.stake(seat, area.wager);
    const amount = !limits ? this.stake(seat, 'main') - staked : limits.minimum === limits.maximum ? limits.minimum : this.chip;
    if (area.wager === 'main') this.#since = Date.now();
    const tender = area.sheet.made_with === 'game-account' ? 'game-account' : 'chips';
    return this.want(`area-${seat.seat}-${area.wager}`, { place: { seat: seat.seat, wager: area.wager, amount, tender } }, { each: true });
  }

  /** Takes a wager back, and first what lies beside the main one if it is that. */
  async takeBack(seat: SeatView, wager: Wager): Promise<void> {
    const all = seat.wagers.map(([kind]) => kind);
    const wagers = wager === 'main' || this.follows(wager) ? [...all.filter((kind) => kind !== 'main'), 'main' as const] : [wager];
    this.#clearing = true;
    try {
      for (const kind of wagers) {
        const outcome = await this.want(`area-${seat.seat}-${wager}`, { 'take-back': { seat: seat.seat, wager: kind } });
        if (outcome.kind === 'declined') return;
      }
    } finally {
      this.#clearing = false;
    }
  }

  async clear(): Promise<void> {
    for (const seat of this.own) if (seat.wagers.length) await this.takeBack(seat, 'main');
  }

  async repeat(): Promise<void> {
    this.problems = {};
    for (const { seat } of this.own) await this.#order('rack', { repeat: seat });
  }

  /** Whether a wager must equal the main one to take part, and so follows it by itself. */
  follows(wager: Wager): boolean {
    return this.sheet?.wagers.some((of) => of.wager === wager && of.placed === 'to-take-part' && !of.limits) ?? false;
  }

  /**
   * Sends after the main wager what must equal it. Where the main wager was not put down in this tab, another tab may be
   * about to do it: this one waits a little and looks again.
   */
  async follow(): Promise<void> {
    if (this.#following || this.#clearing || this.feed.waiting > 0 || this.view?.phase !== 'betting' || !this.live) return;
    if (!this.own.some((seat) => this.areas.some(({ wager }) => this.follows(wager) && this.stake(seat, wager) < this.stake(seat, 'main')))) return;
    if (Date.now() - this.#since > LATELY) {
      this.#since = Date.now() - LATELY / 2;
      setTimeout(() => void this.follow(), LATELY / 3);
      return;
    }
    for (const seat of this.own) {
      for (const { wager } of this.areas.filter((area) => this.follows(area.wager))) {
        const missing = this.stake(seat, 'main') - this.stake(seat, wager);
        if (missing <= 0) continue;
        this.#following = true;
        try {
          await this.#order(`area-${seat.seat}-${wager}`, { place: { seat: seat.seat, wager, amount: missing, tender: 'chips' } });
        } finally {
          this.#following = false;
        }
      }
    }
  }

  async leave(): Promise<void> {
    for (const { seat } of this.own) {
      const outcome = await this.want('rack', { leave: seat });
      if (outcome.kind === 'declined') return;
    }
  }

  // ------------------------------------------------------------------ what he hears

  #hear(lines: readonly Line[], missed: boolean): void {
    for (const { events } of lines) {
      for (const event of events) {
        if (typeof event === 'string') continue;
        if ('way-told' in event) this.told = { ...this.told, [event['way-told'].seat]: event['way-told'].setting };
        if ('completed' in event) this.silent = [...this.silent, event.completed];
        if ('round-opened' in event) [this.told, this.silent] = [{}, []];
      }
    }
    const ways = { wager: (wager: Wager) => this.titleOf(wager), completes: this.sheet && t.table.completes[this.sheet.silent_seat] };
    const told = lines.flatMap((line) => sentences([line], this.ownSeats, ways).map((text) => ({ key: this.#key++, at: line.at, text })));
    if (told.length === 0) return;
    this.story = [...this.story, ...told].slice(-80);
    const texts = told.map(({ text }) => text);
    announcer.sayAll(missed ? [t.feed.missed, ...texts.slice(-4)] : texts);
  }

  /** Remembers what was promised before the first card, and what was opened when the round was closed. */
  async remember(): Promise<void> {
    const view = this.view;
    if (!view || !this.sheet || this.sheet.kind !== 'electronic') return;
    if (view.phase !== 'closed') {
      promised(this.table, view.round, view.decks.flatMap(({ seal }) => seal ?? []));
      return;
    }
    if (view.round === 0 || !this.own.some((seat) => this.inRound(seat))) return;
    const seen = [view.dealer, view.shared, ...view.seats.map(({ hand }) => hand)].flatMap(({ cards }) => cards ?? []);
    await keepShuffle(this.table, this.sheet.name, view.round, seen);
  }
}

/** In milliseconds. */
const LATELY = 4_000;

/** How the areas lie before a player: the main wager, what equals it, what comes after the cards, then what is optional. */
const ORDER: Wager[] = [
  'main', 'super-bonus', 'play', 'double-down', 'fortune-bonus', 'bonus', 'insurance', 'queens-up', 'six-card-bonus',
  'progressive', 'four-card-progressive', 'five-card-progressive', 'five-card-hand-bonus', 'five-card-hand-bonus-on-dealer',
  'magic-card-and-lucky',
];
