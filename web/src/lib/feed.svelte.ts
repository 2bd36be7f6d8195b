/**
 * The live feed of one table over a WebSocket. Everything a page shows comes from `now`, the server's own view; the
 * page assumes nothing before the server has said it. A lost connection is retried, and the server then sends what was
 * missed.
 *
 * Note: a command stays in the tab's session storage until it is answered. After a lost connection or a reload it is
 * sent again under the same id, so that the server executes it once or, if the table has moved on, not at all.
 */
import type { ClientMessage, Command, CommandRequest, JournalLine, Problem, ServerMessage, TableNow } from './api';
import { problemListener } from './api';
import { t } from './strings';

/** `ended` is a connection that is not retried: the session has ended or is locked. */
export type FeedState = 'connecting' | 'live' | 'lost' | 'ended';

/** What became of a command: executed, waiting for a second person's approval, or rejected. */
export type CommandResult =
  | { kind: 'accepted'; repeated: boolean }
  | { kind: 'pending'; approval: number }
  | { kind: 'rejected'; problem: Problem };

interface Pending {
  request: CommandRequest;
  /** When it was given, by the tab's clock: after a reload only recent commands are sent again. */
  at: number;
  resolve?: (result: CommandResult) => void;
  promise?: Promise<CommandResult>;
}

/** How long to wait before each retry, in milliseconds. */
const RETRY_DELAYS = [250, 500, 1_000, 2_000, 4_000, 8_000];
/**
 * The server pings every five seconds. After so many milliseconds without a message the connection is taken for lost.
 */
const SILENCE = 15_000;
/** A command older than this is not sent again after a reload. */
const FRESH = 15_000;
/** The close code for a session that has ended or is locked. */
const NO_SESSION = 4401;
/** How many journal lines a page keeps. */
const MAX_LINES = 200;

/** A random command id, so that two tabs never use the same one. */
function newId(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high & 0x1f_ffff) * 0x1_0000_0000 + low;
}

export class Feed {
  readonly table: number;
  state = $state<FeedState>('connecting');
  /** The table as the server last sent it. */
  now = $state.raw<TableNow | undefined>();
  /** The latest journal lines, oldest first. */
  lines = $state.raw<readonly JournalLine[]>([]);
  /** How many commands have no answer yet. */
  pendingCount = $state(0);

  #socket: WebSocket | undefined;
  #lastSequence: number | undefined;
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #watchdog: ReturnType<typeof setInterval> | undefined;
  #lastMessage = 0;
  #closed = false;
  /**
   * The server's clock minus ours: the greatest difference on this connection, which is the one with the least delay.
   */
  #clockOffset: number | undefined;
  #pending: Pending[] = [];
  /** The id of the command that was sent and not answered yet. */
  #sent: number | undefined;
  #listeners = new Set<(lines: readonly JournalLine[], missed: boolean) => void>();

  constructor(table: number) {
    this.table = table;
    this.#pending = this.#load();
    this.pendingCount = this.#pending.length;
  }

  /** Connects. Call `close` when the page is left. */
  open(): void {
    this.#closed = false;
    this.#connect();
    addEventListener('online', this.#reconnect);
    document.addEventListener('visibilitychange', this.#reconnect);
    this.#watchdog = setInterval(() => {
      if (this.state === 'live' && performance.now() - this.#lastMessage > SILENCE) {
        // A script does not see WebSocket pings, so it asks for the table instead.
        if (performance.now() - this.#lastMessage > 2 * SILENCE) this.#socket?.close();
        else this.#post({ do: 'show' });
      }
    }, 5_000);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#watchdog);
    removeEventListener('online', this.#reconnect);
    document.removeEventListener('visibilitychange', this.#reconnect);
    this.#socket?.close();
    this.#socket = undefined;
  }

  /** Calls back with new journal lines; `missed` if they were written while the page was disconnected. */
  onLines(listener: (lines: readonly JournalLine[], missed: boolean) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The server's time in milliseconds; `undefined` before its first message. */
  houseTime(): number | undefined {
    return this.#clockOffset === undefined ? undefined : this.#clockOffset + clock();
  }

  /** How many milliseconds are left until a moment of the server's time, never below zero. */
  left(until: number): number | undefined {
    const time = this.houseTime();
    return time === undefined ? undefined : Math.max(0, until - time);
  }

  /** The deadline of a seat, or with `null` the deadline for everybody's wagers. */
  deadline(seat: number | null): number | undefined {
    return this.now?.deadlines.find((deadline) => (deadline.seat ?? null) === seat)?.until;
  }

  /**
   * Sends a command to the table. While the same command has no answer yet a second call returns the first one's
   * promise, unless `each` says that every call counts, as with chips that are put down one by one. `ready` also says
   * that the player has made all wagers.
   */
  send(command: Command, { ready = false, each = false } = {}): Promise<CommandResult> {
    const same = each ? undefined : this.#pending.find((pending) => isSame(pending.request, command, ready));
    if (same?.promise) return same.promise;
    if (this.state === 'ended') return Promise.resolve(rejected('no-session', t.feed.ended));
    if (!this.now) return Promise.resolve(rejected('no-connection', t.problem.noConnection));
    const pending: Pending = { request: { id: newId(), expects: 0, command, ready }, at: Date.now() };
    const promise = new Promise<CommandResult>((resolve) => (pending.resolve = resolve));
    pending.promise = promise;
    pending.request.expects = this.now.view.sequence;
    this.#pending.push(pending);
    this.#save();
    this.#sendNext();
    return promise;
  }

  /** Says that the player has made all wagers, makes none in this round, or does not surrender. */
  markReady(): void {
    this.#post({ do: 'ready' });
  }

  /** Asks the server for the whole table. */
  requestTable(): void {
    this.#post({ do: 'show' });
  }

  #reconnect = (): void => {
    if (document.visibilityState === 'visible' && this.state === 'lost') this.#connect();
  };

  #connect(): void {
    clearTimeout(this.#retry);
    if (this.#closed) return;
    this.#socket?.close();
    if (this.state !== 'lost') this.state = 'connecting';
    const from = this.#lastSequence === undefined ? '' : `?from=${this.#lastSequence}`;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/feed${from}`);
    this.#socket = socket;
    this.#clockOffset = undefined;
    socket.onmessage = (message) => {
      if (socket !== this.#socket) return;
      this.#lastMessage = performance.now();
      this.#receive(JSON.parse(message.data as string) as ServerMessage);
    };
    socket.onclose = (closing) => {
      if (socket !== this.#socket || this.#closed) return;
      this.#socket = undefined;
      this.#sent = undefined;
      if (closing.code === NO_SESSION) {
        this.state = 'ended';
        problemListener.problem({ status: 401, code: 'session-over', title: t.problem.title, detail: t.feed.ended });
        this.#settleAll(rejected('no-session', t.feed.ended));
        return;
      }
      this.state = 'lost';
      const wait = RETRY_DELAYS[Math.min(this.#tries++, RETRY_DELAYS.length - 1)] ?? 1_000;
      // Spread the retries, so that after a restart of the server not all pages reconnect in the same moment.
      this.#retry = setTimeout(() => this.#connect(), wait * (0.75 + Math.random() / 2));
    };
  }

  #receive(message: ServerMessage): void {
    switch (message.kind) {
      case 'table':
        this.#show(message.now);
        break;
      case 'told':
        this.#append(message.lines, !message.now);
        if (message.now) this.#show(message.now);
        break;
      case 'taken':
        this.#settle(message.id, { kind: 'accepted', repeated: message.repeated });
        break;
      case 'waits':
        this.#settle(message.id, { kind: 'pending', approval: message.approval });
        break;
      case 'declined':
        // A rejection without an id is about the command that was sent last: commands are sent one by one.
        this.#settle(message.id ?? this.#sent, { kind: 'rejected', problem: message.problem });
        if (message.problem.code === 'stale') this.requestTable();
        break;
      default:
        message satisfies never;
    }
  }

  #show(now: TableNow): void {
    const offset = now.now - clock();
    this.#clockOffset = this.#clockOffset === undefined ? offset : Math.max(this.#clockOffset, offset);
    this.#lastSequence = now.view.sequence;
    this.#tries = 0;
    this.now = now;
    this.state = 'live';
    this.#sendNext();
  }

  #append(lines: readonly JournalLine[], missed: boolean): void {
    const last = this.lines.at(-1)?.seq ?? -1;
    const fresh = lines.filter((line) => line.seq > last);
    if (fresh.length === 0) return;
    this.lines = [...this.lines, ...fresh].slice(-MAX_LINES);
    for (const listener of this.#listeners) listener(fresh, missed);
  }

  /** Sends the first pending command once the one before is answered. */
  #sendNext(): void {
    const next = this.#pending[0];
    if (!next || this.#sent !== undefined || this.state !== 'live' || !this.now) return;
    // A command given after one's own earlier command expects the table as that one left it.
    if (next.resolve) next.request.expects = Math.max(next.request.expects, this.now.view.sequence);
    this.#sent = next.request.id;
    this.#post({ do: 'order', ...next.request });
  }

  #settle(id: number | undefined, result: CommandResult): void {
    if (id === this.#sent) this.#sent = undefined;
    const pending = this.#pending.find(({ request }) => request.id === id);
    this.#pending = this.#pending.filter((other) => other !== pending);
    this.#save();
    pending?.resolve?.(result);
    this.#sendNext();
  }

  #settleAll(result: CommandResult): void {
    const all = this.#pending;
    this.#pending = [];
    this.#save();
    for (const pending of all) pending.resolve?.(result);
  }

  #post(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  get #key(): string {
    return `croupier.commands.${this.table}`;
  }

  #save(): void {
    this.pendingCount = this.#pending.length;
    const saved = this.#pending.map(({ request, at }) => ({ request, at }));
    if (saved.length) sessionStorage.setItem(this.#key, JSON.stringify(saved));
    else sessionStorage.removeItem(this.#key);
  }

  #load(): Pending[] {
    try {
      const saved = JSON.parse(sessionStorage.getItem(this.#key) ?? '[]') as Pending[];
      return saved.filter((pending) => Date.now() - pending.at < FRESH);
    } catch {
      return [];
    }
  }
}

/** The browser's clock, which never goes back. */
const clock = (): number => performance.timeOrigin + performance.now();

function isSame(request: CommandRequest, command: Command, ready: boolean): boolean {
  return request.ready === ready && JSON.stringify(request.command) === JSON.stringify(command);
}

function rejected(code: string, detail: string): CommandResult {
  return { kind: 'rejected', problem: { status: 0, code, title: t.problem.title, detail } };
}
