/**
 * The state of the floor's pages: all tables, the floor's view of each, and pending approvals. It is polled while the
 * page is visible: a session may open only a few feeds, too few for every table. Polling does not count as activity, so
 * the server still locks an unattended station.
 */
import { untrack } from 'svelte';
import { get, problemOf } from '../../lib/api';
import type { Approval, Problem, TableBrief, TableNow } from '../../lib/api';
import { people } from '../../lib/people.svelte';
import { user } from '../../lib/session.svelte';
import { t } from '../../lib/strings';

/** How often to poll in milliseconds, and how often while the server does not answer. */
const POLL_EVERY = 1_000;
const RETRY_EVERY = 4_000;
/** A table that has not changed is fetched again after so many milliseconds. */
const STALE_AFTER = 3_000;
/** How many tables are fetched at once. */
const AT_ONCE = 12;

/** Whether a request only calls a floorperson to a table. */
const isCall = ({ asked }: Approval): boolean => (asked.duty as string) === 'call';

export class FloorState {
  tables = $state.raw<readonly TableBrief[] | undefined>();
  views = $state.raw<Readonly<Record<number, TableNow>>>({});
  approvals = $state.raw<readonly Approval[] | undefined>();
  lost = $state(false);
  /** The server's time in whole seconds; `undefined` while it does not answer. */
  time = $state<number | undefined>();
  /** Whether the overview is shown, which needs the view of every table. */
  overview = $state(true);

  #clockOffset: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request: AbortController | undefined;
  #fetched = new Map<number, { at: number; brief: string }>();
  #turn = 0;

  /** Polls until the returned function is called. */
  watch(): () => void {
    const poll = () => {
      clearTimeout(this.#timer);
      if (document.visibilityState === 'visible') void this.#poll();
    };
    const ticks = setInterval(() => this.#tick(), 500);
    document.addEventListener('visibilitychange', poll);
    poll();
    void people.load();
    return () => {
      document.removeEventListener('visibilitychange', poll);
      clearTimeout(this.#timer);
      clearInterval(ticks);
      this.#request?.abort();
      this.#request = undefined;
    };
  }

  /** Polls at once, after a command. */
  refreshNow(): void {
    clearTimeout(this.#timer);
    this.#turn = 0;
    void this.#poll();
  }

  table(id: number): TableBrief | undefined {
    return this.tables?.find((table) => table.id === id);
  }

  /** The name of a person, marked where it is the user. */
  person(who: number): string {
    return who === user.session?.person ? `${user.session.name} (${t.floor.you})` : people.name(who);
  }

  /** Requests that wait for a second person. */
  requests = $derived((this.approvals ?? []).filter((approval) => !isCall(approval)));

  /** Calls for a floorperson. */
  calls = $derived((this.approvals ?? []).filter(isCall));

  /** The approvals about one table. */
  at(table: number, approvals: readonly Approval[]): readonly Approval[] {
    return approvals.filter(
      ({ asked }) => typeof asked.about === 'object' && 'table' in asked.about && asked.about.table === table,
    );
  }

  #tick(): void {
    this.time =
      this.#clockOffset === undefined || this.lost
        ? undefined
        : Math.floor((Date.now() + this.#clockOffset) / 1_000) * 1_000;
  }

  async #poll(): Promise<void> {
    this.#request?.abort();
    const request = (this.#request = new AbortController());
    const { signal } = request;
    let next = POLL_EVERY;
    // The server answers nothing to a locked station.
    if (untrack(() => user.session?.locked)) {
      this.#timer = setTimeout(() => void this.#poll(), next);
      return;
    }
    try {
      this.tables = await get('/api/tables', { signal });
      if (this.#turn++ % 2 === 0) {
        this.approvals = await get('/api/approvals', { signal });
      }
      if (this.overview || this.#clockOffset === undefined) await this.#fetchTables(this.tables, signal);
      this.lost = false;
    } catch (error) {
      if (signal.aborted) return;
      const problem: Problem = problemOf(error);
      // A locked station is shown by the session; the connection is not lost.
      this.lost = problem.status !== 401;
      next = RETRY_EVERY;
    }
    this.#tick();
    if (this.#request === request && document.visibilityState === 'visible') {
      this.#timer = setTimeout(() => void this.#poll(), next);
    }
  }

  async #fetchTables(tables: readonly TableBrief[], signal: AbortSignal): Promise<void> {
    const moment = Date.now();
    const due = tables.filter((table) => {
      const fetched = this.#fetched.get(table.id);
      return !fetched || fetched.brief !== JSON.stringify(table) || moment - fetched.at > STALE_AFTER;
    });
    due.sort((one, other) => (this.#fetched.get(one.id)?.at ?? 0) - (this.#fetched.get(other.id)?.at ?? 0));
    const views = await Promise.all(
      due.slice(0, AT_ONCE).map(async (table) => {
        const now = await get('/api/tables/{table}/view', { path: { table: table.id }, signal });
        this.#fetched.set(table.id, { at: moment, brief: JSON.stringify(table) });
        this.#clockOffset = now.now - Date.now();
        return [table.id, now] as const;
      }),
    );
    if (views.length) this.views = { ...this.views, ...Object.fromEntries(views) };
  }
}
