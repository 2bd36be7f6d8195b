/**
 * What all parts of the dealer's console share: the table's feed and sheet, what was refused and where, rulings that wait
 * to be confirmed, and requests that wait for somebody else. Nothing here guesses what is lawful: the house is asked.
 */
import { get, post, problemOf } from '../../lib/api';
import type { Approval, Command, Problem, Schemas, TableSheet, View } from '../../lib/api';
import { announcer } from '../../lib/announce.svelte';
import { cardsOf } from '../../lib/cards';
import type { Feed } from '../../lib/feed.svelte';
import { t } from '../../lib/strings';

export type Verdict = Schemas['CommandVerdict'];

/** Something irregular that is about to be told to the house, with the ruling it will make. */
export interface Ruling {
  command: Command;
  title: string;
  verdict: Verdict;
  /** Where a refusal is shown. */
  where: string;
  /** The other way to tell it, where the dealer must say which it is. */
  other?: { label: string; command: Command; verdict: Verdict } | undefined;
}

/** After so long without a touch the console asks the house nothing by itself, so that an empty station can lock. */
const UNTOUCHED = 240_000;

export class Desk {
  readonly table: number;
  readonly feed: Feed;
  sheet = $state.raw<TableSheet | undefined>();
  /** What was refused last, by the control that asked for it. */
  problems = $state<Record<string, Problem | undefined>>({});
  ruling = $state.raw<Ruling | undefined>();
  requests = $state.raw<readonly Approval[]>([]);
  /** Whether somebody has touched this station lately. */
  touched = $state(true);

  constructor(feed: Feed) {
    this.table = feed.table;
    this.feed = feed;
  }

  /** What a player is called: those the house knows by his number, others by having shown no card. */
  nameOf(who: number): string {
    return this.sheet && who > this.sheet.no_card ? t.common.noCard : t.dealer.player(who);
  }

  /** Looks at the sheet, at requests and at whether anybody is there; returns what ends it. */
  watch(): () => void {
    let leaves: ReturnType<typeof setTimeout> | undefined;
    const touch = () => {
      this.touched = true;
      clearTimeout(leaves);
      leaves = setTimeout(() => (this.touched = false), UNTOUCHED);
    };
    touch();
    addEventListener('pointerdown', touch);
    addEventListener('keydown', touch);
    get('/api/tables/{table}', { path: { table: this.table } }).then(
      (sheet) => (this.sheet = sheet),
      (error) => (this.problems.page = problemOf(error)),
    );
    void this.lookAtRequests();
    const polls = setInterval(() => {
      if (document.visibilityState === 'visible' && this.requests.some(isOpen)) void this.lookAtRequests();
    }, 3_000);
    return () => {
      removeEventListener('pointerdown', touch);
      removeEventListener('keydown', touch);
      clearTimeout(leaves);
      clearInterval(polls);
    };
  }

  get view(): View | undefined {
    return this.feed.now?.view;
  }

  get live(): boolean {
    return this.feed.state === 'live';
  }

  /** Gives the table a command; what is refused is shown where it was asked for. */
  async order(command: Command, where: string, { each = false } = {}): Promise<boolean> {
    const outcome = await this.feed.order(command, { each });
    this.problems[where] = outcome.kind === 'declined' ? outcome.problem : undefined;
    if (outcome.kind === 'waits') {
      announcer.say(t.dealer.requests.waits);
      await this.lookAtRequests();
    }
    return outcome.kind !== 'declined';
  }

  /** Says what is wanted, where something else was typed. */
  say(where: string, detail: string): void {
    this.problems[where] = problemOf(detail);
  }

  /** Several, one after the other, until one is refused. */
  async orders(commands: readonly Command[], where: string): Promise<boolean> {
    for (const command of commands) {
      if (!(await this.order(command, where, { each: true }))) return false;
    }
    return true;
  }

  /** Asks what a command would lead to. */
  async verify(command: Command): Promise<Verdict> {
    try {
      return await post('/api/tables/{table}/verify', { path: { table: this.table }, body: command });
    } catch (error) {
      return { lawful: false, second: false, events: [], problem: problemOf(error) };
    }
  }

  /** Gives a command at once, or shows the ruling first if it tells of something irregular. */
  async orderOrRule(command: Command, where: string, title: string, other?: { label: string; command: Command }): Promise<boolean> {
    const verdict = await this.verify(command);
    if (!verdict.lawful) {
      this.problems[where] = verdict.problem ?? undefined;
      return false;
    }
    if (!isIrregular(verdict)) return this.order(command, where);
    this.problems[where] = undefined;
    const otherwise = other && { ...other, verdict: await this.verify(other.command) };
    this.ruling = { command, title, verdict, where, other: otherwise };
    return false;
  }

  async lookAtRequests(): Promise<void> {
    try {
      const all = await get('/api/approvals');
      this.requests = all.filter(({ asked }) => typeof asked.about === 'object' && 'table' in asked.about && asked.about.table === this.table);
    } catch {
      // Who may not see requests has none.
    }
  }

  async callFloor(reason: string): Promise<boolean> {
    try {
      await post('/api/tables/{table}/call', { path: { table: this.table }, body: { reason } });
      this.problems.call = undefined;
      announcer.say(t.dealer.requests.called);
      await this.lookAtRequests();
      return true;
    } catch (error) {
      this.problems.call = problemOf(error);
      return false;
    }
  }

  async withdraw(approval: number): Promise<void> {
    try {
      await post('/api/approvals/{approval}/withdraw', { path: { approval } });
    } catch (error) {
      this.problems.requests = problemOf(error);
    }
    await this.lookAtRequests();
  }

  /** The cards seen so far in this round, and where each lies. */
  seen(except?: number | 'dealer'): Map<string, string> {
    const seen = new Map<string, string>();
    const { view } = this;
    if (!view || view.phase === 'closed') return seen;
    for (const { seat, hand } of view.seats) {
      if (seat !== except) for (const card of cardsOf(hand.cards)) seen.set(card, t.common.seat(seat));
    }
    if (except !== 'dealer') {
      for (const card of cardsOf(view.dealer.cards)) seen.set(card, t.dealer.dealer);
      for (const card of cardsOf(view.shared.cards)) seen.set(card, t.dealer.bonusCard);
    }
    return seen;
  }
}

export const isOpen = (request: Approval): boolean => request.standing === 'open' || request.standing === 'granted';

/** Whether a command tells of something irregular. */
export const isIrregular = (verdict: Verdict): boolean =>
  verdict.events.some((event) => typeof event === 'object' && ('irregular' in event || 'round-voided' in event));

const named = (command: Command): string => JSON.stringify(command);

/** Asks the house about commands whenever the table changes: which of them it would take now, why not, and what then. */
export function verdicts(of: () => Desk, commands: () => readonly Command[]): { of: (command: Command) => Verdict | undefined } {
  let found = $state.raw<Readonly<Record<string, Verdict>>>({});
  $effect(() => {
    const [desk, wanted] = [of(), commands()];
    void desk.view?.sequence;
    if (wanted.length === 0 || !desk.live || !desk.touched) return;
    const stop = new AbortController();
    const soon = setTimeout(async () => {
      try {
        const path = { table: desk.table };
        const told = await post('/api/tables/{table}/verify-all', { path, body: [...wanted], signal: stop.signal });
        found = Object.fromEntries(wanted.map((command, place) => [named(command), told[place] as Verdict]));
      } catch {
        // Asked again with the next change; until then the house itself refuses what is not lawful.
      }
    }, 20);
    return () => {
      clearTimeout(soon);
      stop.abort();
    };
  });
  return { of: (command) => found[named(command)] };
}

/** Why a command cannot be given now, as a sentence with its clause; none if it can, or while that is not known. */
export function reasonOf(verdict: Verdict | undefined): string | undefined {
  if (!verdict || verdict.lawful) return undefined;
  const { detail, clause } = verdict.problem ?? { detail: t.problem.unavailable, clause: undefined };
  return clause ? `${detail} (${t.common.clause(clause)})` : detail;
}
