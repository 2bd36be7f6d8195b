/**
 * The live feed of one table. Everything a page shows comes from `now`, which is the house's own view: nothing is
 * assumed before the house has said it. A lost connection comes back by itself and is told what it missed.
 *
 * What is odd: an order waits in the tab's storage until it is answered. After a lost connection or a reload it is sent
 * again under the same number, so that it is taken once or, where the table has moved on, not at all.
 */
import type { Command, Line, Problem, Schemas, TableNow } from './api';
import { overheard } from './api';
import { t } from './strings';

type Hears = Schemas['Hears'];
type Order = Schemas['TableOrder'];

/** `ended` is a connection that will not come back by itself: the session is over or locked. */
export type FeedState = 'connecting' | 'live' | 'lost' | 'ended';

/** What became of an order. */
export type Outcome =
  | { kind: 'taken'; repeated: boolean }
  | { kind: 'waits'; approval: number }
  | { kind: 'declined'; problem: Problem };

interface Pending {
  order: Order;
  /** When it was given, by the tab's clock: after a reload only what is fresh is sent again. */
  at: number;
  answer?: (outcome: Outcome) => void;
  promise?: Promise<Outcome>;
}

/** How long a page waits before it tries again, in milliseconds. */
const WAITS = [250, 500, 1_000, 2_000, 4_000, 8_000];
/** A house that pings every five seconds and is silent for so long is gone, whatever the socket says. */
const SILENCE = 15_000;
/** An order older than this is not sent again after a reload. */
const FRESH = 15_000;
/** The session is over or locked. */
const NO_SESSION = 4401;
/** How many lines of the table's story a page keeps. */
const KEPT = 200;

/** A number for an order that no other tab makes up too. */
function newId(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high & 0x1f_ffff) * 0x1_0000_0000 + low;
}

export class Feed {
  readonly table: number;
  state = $state<FeedState>('connecting');
  /** The table as the house last showed it. */
  now = $state.raw<TableNow | undefined>();
  /** The last lines told, oldest first. */
  lines = $state.raw<readonly Line[]>([]);
  /** How many orders wait for their answer. */
  waiting = $state(0);

  #socket: WebSocket | undefined;
  #seen: number | undefined;
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setInterval> | undefined;
  #heard = 0;
  #closed = false;
  /** The house's clock less ours: the greatest seen on this connection, which had the least delay. */
  #ahead: number | undefined;
  #pending: Pending[] = [];
  /** The order that is on its way. */
  #sent: number | undefined;
  #listeners = new Set<(lines: readonly Line[], missed: boolean) => void>();

  constructor(table: number) {
    this.table = table;
    this.#pending = this.#stored();
    this.waiting = this.#pending.length;
  }

  /** Connects; call `close` when the page goes. */
  open(): void {
    this.#closed = false;
    this.#connect();
    addEventListener('online', this.#hurry);
    document.addEventListener('visibilitychange', this.#hurry);
    this.#watch = setInterval(() => {
      if (this.state === 'live' && performance.now() - this.#heard > SILENCE) {
        // A ping is not seen by a page: asking for the table is the page's own.
        if (performance.now() - this.#heard > 2 * SILENCE) this.#socket?.close();
        else this.#say({ do: 'show' });
      }
    }, 5_000);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#watch);
    removeEventListener('online', this.#hurry);
    document.removeEventListener('visibilitychange', this.#hurry);
    this.#socket?.close();
    this.#socket = undefined;
  }

  /** Calls back with what happened, as it is told; `missed` where it happened while the page was away. */
  onLines(heard: (lines: readonly Line[], missed: boolean) => void): () => void {
    this.#listeners.add(heard);
    return () => this.#listeners.delete(heard);
  }

  /** The house's time now, in milliseconds; none while nothing has been heard. */
  houseTime(): number | undefined {
    return this.#ahead === undefined ? undefined : this.#ahead + clock();
  }

  /** How many milliseconds are left until a moment of the house's time, never below zero. */
  left(until: number): number | undefined {
    const time = this.houseTime();
    return time === undefined ? undefined : Math.max(0, until - time);
  }

  /** Until when a seat, or for `null` everybody's wagers, is waited for. */
  deadline(seat: number | null): number | undefined {
    return this.now?.deadlines.find((deadline) => (deadline.seat ?? null) === seat)?.until;
  }

  /**
   * Gives the table a command. While the same command is on its way a second call is the same order, unless `each` says
   * that every call counts, as with chips that are put down one by one. `ready` closes the player's wagers with it.
   */
  order(command: Command, { ready = false, each = false } = {}): Promise<Outcome> {
    const same = each ? undefined : this.#pending.find((pending) => isSame(pending.order, command, ready));
    if (same?.promise) return same.promise;
    if (this.state === 'ended') return Promise.resolve(declined('no-session', t.feed.ended));
    if (!this.now) return Promise.resolve(declined('no-connection', t.problem.noConnection));
    const pending: Pending = { order: { id: newId(), expects: 0, command, ready }, at: Date.now() };
    const promise = new Promise<Outcome>((answer) => (pending.answer = answer));
    pending.promise = promise;
    pending.order.expects = this.now.view.sequence;
    this.#pending.push(pending);
    this.#keep();
    this.#next();
    return promise;
  }

  /** Says that the player has made his wagers, makes none in this round, or does not surrender. */
  ready(): void {
    this.#say({ do: 'ready' });
  }

  /** Asks for the whole table. */
  show(): void {
    this.#say({ do: 'show' });
  }

  #hurry = (): void => {
    if (document.visibilityState === 'visible' && this.state === 'lost') this.#connect();
  };

  #connect(): void {
    clearTimeout(this.#retry);
    if (this.#closed) return;
    this.#socket?.close();
    if (this.state !== 'lost') this.state = 'connecting';
    const from = this.#seen === undefined ? '' : `?from=${this.#seen}`;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/feed${from}`);
    this.#socket = socket;
    this.#ahead = undefined;
    socket.onmessage = (message) => {
      if (socket !== this.#socket) return;
      this.#heard = performance.now();
      this.#hear(JSON.parse(message.data as string) as Hears);
    };
    socket.onclose = (closing) => {
      if (socket !== this.#socket || this.#closed) return;
      this.#socket = undefined;
      this.#sent = undefined;
      if (closing.code === NO_SESSION) {
        this.state = 'ended';
        overheard.problem({ status: 401, code: 'session-over', title: t.problem.title, detail: t.feed.ended });
        this.#answerAll(declined('no-session', t.feed.ended));
        return;
      }
      this.state = 'lost';
      const wait = WAITS[Math.min(this.#tries++, WAITS.length - 1)] ?? 1_000;
      // Not all pages of a house that was restarted come back in the same moment.
      this.#retry = setTimeout(() => this.#connect(), wait * (0.75 + Math.random() / 2));
    };
  }

  #hear(hears: Hears): void {
    switch (hears.kind) {
      case 'table':
        this.#see(hears.now);
        break;
      case 'told':
        this.#tell(hears.lines, !hears.now);
        if (hears.now) this.#see(hears.now);
        break;
      case 'taken':
        this.#answer(hears.id, { kind: 'taken', repeated: hears.repeated });
        break;
      case 'waits':
        this.#answer(hears.id, { kind: 'waits', approval: hears.approval });
        break;
      case 'declined':
        // Without a number it is the one that is on its way: orders go one by one.
        this.#answer(hears.id ?? this.#sent, { kind: 'declined', problem: hears.problem });
        if (hears.problem.code === 'stale') this.show();
        break;
      default:
        hears satisfies never;
    }
  }

  #see(now: TableNow): void {
    const ahead = now.now - clock();
    this.#ahead = this.#ahead === undefined ? ahead : Math.max(this.#ahead, ahead);
    this.#seen = now.view.sequence;
    this.#tries = 0;
    this.now = now;
    this.state = 'live';
    this.#next();
  }

  #tell(lines: readonly Line[], missed: boolean): void {
    const last = this.lines.at(-1)?.seq ?? -1;
    const news = lines.filter((line) => line.seq > last);
    if (news.length === 0) return;
    this.lines = [...this.lines, ...news].slice(-KEPT);
    for (const heard of this.#listeners) heard(news, missed);
  }

  /** Sends the first order that waits, once the one before is answered. */
  #next(): void {
    const next = this.#pending[0];
    if (!next || this.#sent !== undefined || this.state !== 'live' || !this.now) return;
    // What was given after an order of one's own that moved the table expects what that led to.
    if (next.answer) next.order.expects = Math.max(next.order.expects, this.now.view.sequence);
    this.#sent = next.order.id;
    this.#say({ do: 'order', ...next.order });
  }

  #answer(id: number | undefined, outcome: Outcome): void {
    if (id === this.#sent) this.#sent = undefined;
    const pending = this.#pending.find((waits) => waits.order.id === id);
    this.#pending = this.#pending.filter((waits) => waits !== pending);
    this.#keep();
    pending?.answer?.(outcome);
    this.#next();
  }

  #answerAll(outcome: Outcome): void {
    const all = this.#pending;
    this.#pending = [];
    this.#keep();
    for (const pending of all) pending.answer?.(outcome);
  }

  #say(says: Schemas['Says']): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(says));
  }

  get #key(): string {
    return `croupier.orders.${this.table}`;
  }

  #keep(): void {
    this.waiting = this.#pending.length;
    const kept = this.#pending.map(({ order, at }) => ({ order, at }));
    if (kept.length) sessionStorage.setItem(this.#key, JSON.stringify(kept));
    else sessionStorage.removeItem(this.#key);
  }

  #stored(): Pending[] {
    try {
      const kept = JSON.parse(sessionStorage.getItem(this.#key) ?? '[]') as Pending[];
      return kept.filter((pending) => Date.now() - pending.at < FRESH);
    } catch {
      return [];
    }
  }
}

/** Our clock: it never goes back. */
const clock = (): number => performance.timeOrigin + performance.now();

function isSame(order: Order, command: Command, ready: boolean): boolean {
  return order.ready === ready && JSON.stringify(order.command) === JSON.stringify(command);
}

function declined(code: string, detail: string): Outcome {
  return { kind: 'declined', problem: { status: 0, code, title: t.problem.title, detail } };
}
