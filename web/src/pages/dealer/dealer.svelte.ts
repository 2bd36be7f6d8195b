/**
 * The shared state of the dealer's console: the table's feed and sheet, rejections by control, the ruling to be
 * confirmed, and requests that wait for a second person. Nothing here guesses what is lawful; the server is asked.
 */
import { get, post, problemOf } from '../../lib/api';
import type { Approval, Command, CommandVerdict, Problem, TableSheet, View } from '../../lib/api';
import { announcer } from '../../lib/announce.svelte';
import { cardsOf } from '../../lib/cards';
import type { Feed } from '../../lib/feed.svelte';
import { t } from '../../lib/strings';

/** An irregularity to be reported, with the ruling that the report leads to. */
export interface Ruling {
  command: Command;
  title: string;
  verdict: CommandVerdict;
  /** Where a rejection is shown. */
  where: string;
  /** The other possible report, where the dealer must say which it is. */
  other?: { label: string; command: Command; verdict: CommandVerdict } | undefined;
}

/** After so many milliseconds without input the console sends no requests by itself, so that the server can lock it. */
const UNATTENDED_AFTER = 240_000;

export class DealerConsole {
  readonly table: number;
  readonly feed: Feed;
  sheet = $state.raw<TableSheet | undefined>();
  /** The last rejection by control. */
  problems = $state<Record<string, Problem | undefined>>({});
  ruling = $state.raw<Ruling | undefined>();
  requests = $state.raw<readonly Approval[]>([]);
  /** Whether there was input at this station lately. */
  attended = $state(true);

  constructor(feed: Feed) {
    this.table = feed.table;
    this.feed = feed;
  }

  /** The name of a player: the number, or "No card" for a player who showed none. */
  nameOf(who: number): string {
    return this.sheet && who > this.sheet.no_card ? t.common.noCard : t.dealer.player(who);
  }

  /** Loads the sheet, polls requests and notes input. Returns a function that ends it. */
  watch(): () => void {
    let leaves: ReturnType<typeof setTimeout> | undefined;
    const touch = () => {
      this.attended = true;
      clearTimeout(leaves);
      leaves = setTimeout(() => (this.attended = false), UNATTENDED_AFTER);
    };
    touch();
    addEventListener('pointerdown', touch);
    addEventListener('keydown', touch);
    get('/api/tables/{table}', { path: { table: this.table } }).then(
      (sheet) => (this.sheet = sheet),
      (error) => (this.problems.page = problemOf(error)),
    );
    void this.loadRequests();
    const polls = setInterval(() => {
      if (document.visibilityState === 'visible' && this.requests.some(isOpen)) void this.loadRequests();
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

  /** Sends a command. A rejection is shown at `where`. */
  async send(command: Command, where: string, { each = false } = {}): Promise<boolean> {
    const result = await this.feed.send(command, { each });
    this.problems[where] = result.kind === 'rejected' ? result.problem : undefined;
    if (result.kind === 'pending') {
      announcer.say(t.dealer.requests.pending);
      await this.loadRequests();
    }
    return result.kind !== 'rejected';
  }

  /** Shows what is wrong with an entry at `where`. */
  showProblem(where: string, detail: string): void {
    this.problems[where] = problemOf(detail);
  }

  /** Sends several commands one by one until one is rejected. */
  async sendAll(commands: readonly Command[], where: string): Promise<boolean> {
    for (const command of commands) {
      if (!(await this.send(command, where, { each: true }))) return false;
    }
    return true;
  }

  /** Asks the server what a command would lead to. */
  async verify(command: Command): Promise<CommandVerdict> {
    try {
      return await post('/api/tables/{table}/verify', { path: { table: this.table }, body: command });
    } catch (error) {
      return { lawful: false, second: false, events: [], problem: problemOf(error) };
    }
  }

  /** Sends a command, or shows the ruling first if the command reports an irregularity. */
  async sendOrRule(
    command: Command,
    where: string,
    title: string,
    other?: { label: string; command: Command },
  ): Promise<boolean> {
    const verdict = await this.verify(command);
    if (!verdict.lawful) {
      this.problems[where] = verdict.problem ?? undefined;
      return false;
    }
    if (!isIrregular(verdict)) return this.send(command, where);
    this.problems[where] = undefined;
    const otherwise = other && { ...other, verdict: await this.verify(other.command) };
    this.ruling = { command, title, verdict, where, other: otherwise };
    return false;
  }

  async loadRequests(): Promise<void> {
    try {
      const all = await get('/api/approvals');
      this.requests = all.filter(
        ({ asked }) => typeof asked.about === 'object' && 'table' in asked.about && asked.about.table === this.table,
      );
    } catch {
      // A role that may not read requests has none.
    }
  }

  async callFloor(reason: string): Promise<boolean> {
    try {
      await post('/api/tables/{table}/call', { path: { table: this.table }, body: { reason } });
      this.problems.call = undefined;
      announcer.say(t.dealer.requests.called);
      await this.loadRequests();
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
    await this.loadRequests();
  }

  /** The cards seen in this round, and where each of them is. */
  cardsInPlay(except?: number | 'dealer'): Map<string, string> {
    const cards = new Map<string, string>();
    const { view } = this;
    if (!view || view.phase === 'closed') return cards;
    for (const { seat, hand } of view.seats) {
      if (seat !== except) for (const card of cardsOf(hand.cards)) cards.set(card, t.common.seat(seat));
    }
    if (except !== 'dealer') {
      for (const card of cardsOf(view.dealer.cards)) cards.set(card, t.dealer.dealer);
      for (const card of cardsOf(view.shared.cards)) cards.set(card, t.dealer.bonusCard);
    }
    return cards;
  }
}

export const isOpen = (request: Approval): boolean => request.standing === 'open' || request.standing === 'granted';

/** Whether a command reports an irregularity. */
export const isIrregular = (verdict: CommandVerdict): boolean =>
  verdict.events.some((event) => typeof event === 'object' && ('irregular' in event || 'round-voided' in event));

const keyOf = (command: Command): string => JSON.stringify(command);

/** Asks the server about commands whenever the table changes: which are lawful now, why not, and what they lead to. */
export function verdicts(
  of: () => DealerConsole,
  commands: () => readonly Command[],
): { of: (command: Command) => CommandVerdict | undefined } {
  let found = $state.raw<Readonly<Record<string, CommandVerdict>>>({});
  $effect(() => {
    const [dealer, wanted] = [of(), commands()];
    void dealer.view?.sequence;
    if (wanted.length === 0 || !dealer.live || !dealer.attended) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const path = { table: dealer.table };
        const answers = await post('/api/tables/{table}/verify-all', { path, body: [...wanted], signal: stop.signal });
        found = Object.fromEntries(wanted.map((command, place) => [keyOf(command), answers[place] as CommandVerdict]));
      } catch {
        // Asked again with the next change; until then the server itself rejects what is not lawful.
      }
    }, 20);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  });
  return { of: (command) => found[keyOf(command)] };
}

/** Why a command is not lawful now, with its clause; `undefined` if it is lawful or not known yet. */
export function reasonOf(verdict: CommandVerdict | undefined): string | undefined {
  if (!verdict || verdict.lawful) return undefined;
  const { detail, clause } = verdict.problem ?? { detail: t.problem.unavailable, clause: undefined };
  return clause ? `${detail} (${t.common.clause(clause)})` : detail;
}
