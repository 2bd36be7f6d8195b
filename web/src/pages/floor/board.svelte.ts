/**
 * The whole floor as it stands: all tables and what the floor may see of each, and what waits for a second person. Everything is asked for anew while somebody looks; a page of many tables has no feed of each, since a
 * session has only so many. Asking is no sign of life to the house: a station that nobody touches still locks.
 */
import { untrack } from 'svelte';
import { get, problemOf } from '../../lib/api';
import type { Approval, Problem, TableBrief, TableNow } from '../../lib/api';
import { people } from '../../lib/people.svelte';
import { visitor } from '../../lib/session.svelte';
import { t } from '../../lib/strings';

const EVERY = 1_000;
const LATER = 4_000;
/** A table that has not moved is looked at again after so many milliseconds. */
const STALE = 3_000;
/** So many tables are looked at in one go. */
const AT_ONCE = 12;

/** Whether a request only calls somebody of the floor to a table. */
const isCall = ({ asked }: Approval): boolean => (asked.duty as string) === 'call';

export class FloorBoard {
  tables = $state.raw<readonly TableBrief[] | undefined>();
  views = $state.raw<Readonly<Record<number, TableNow>>>({});
  approvals = $state.raw<readonly Approval[] | undefined>();
  lost = $state(false);
  /** The house's time, a second at a time; none while it does not answer. */
  time = $state<number | undefined>();
  /** Whether every table's view is wanted. */
  glance = $state(true);

  #ahead: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asks: AbortController | undefined;
  #looked = new Map<number, { at: number; brief: string }>();
  #turn = 0;

  /** Looks from now on; returns what ends it. */
  watch(): () => void {
    const look = () => {
      clearTimeout(this.#timer);
      if (document.visibilityState === 'visible') void this.#look();
    };
    const ticks = setInterval(() => this.#tick(), 500);
    document.addEventListener('visibilitychange', look);
    look();
    void people.load();
    return () => {
      document.removeEventListener('visibilitychange', look);
      clearTimeout(this.#timer);
      clearInterval(ticks);
      this.#asks?.abort();
      this.#asks = undefined;
    };
  }

  /** Looks at once, after something was done. */
  hurry(): void {
    clearTimeout(this.#timer);
    this.#turn = 0;
    void this.#look();
  }

  table(id: number): TableBrief | undefined {
    return this.tables?.find((table) => table.id === id);
  }

  /** What somebody is called; oneself is told so. */
  person(who: number): string {
    return who === visitor.who?.person ? `${visitor.who.name} (${t.floor.you})` : people.name(who);
  }

  /** What waits for a second person. */
  requests = $derived((this.approvals ?? []).filter((approval) => !isCall(approval)));

  /** Calls for the floor, which whoever comes answers. */
  calls = $derived((this.approvals ?? []).filter(isCall));

  /** Those about a table. */
  at(table: number, approvals: readonly Approval[]): readonly Approval[] {
    return approvals.filter(({ asked }) => typeof asked.about === 'object' && 'table' in asked.about && asked.about.table === table);
  }

  #tick(): void {
    this.time = this.#ahead === undefined || this.lost ? undefined : Math.floor((Date.now() + this.#ahead) / 1_000) * 1_000;
  }

  async #look(): Promise<void> {
    this.#asks?.abort();
    const asks = (this.#asks = new AbortController());
    const { signal } = asks;
    let next = EVERY;
    // A station that is locked is told nothing, so nothing is asked.
    if (untrack(() => visitor.who?.locked)) {
      this.#timer = setTimeout(() => void this.#look(), next);
      return;
    }
    try {
      this.tables = await get('/api/tables', { signal });
      if (this.#turn++ % 2 === 0) {
        this.approvals = await get('/api/approvals', { signal });
      }
      if (this.glance || this.#ahead === undefined) await this.#lookAtTables(this.tables, signal);
      this.lost = false;
    } catch (error) {
      if (signal.aborted) return;
      const problem: Problem = problemOf(error);
      // A locked station is told by the session; nothing is lost.
      this.lost = problem.status !== 401;
      next = LATER;
    }
    this.#tick();
    if (this.#asks === asks && document.visibilityState === 'visible') {
      this.#timer = setTimeout(() => void this.#look(), next);
    }
  }

  async #lookAtTables(tables: readonly TableBrief[], signal: AbortSignal): Promise<void> {
    const moment = Date.now();
    const due = tables.filter((table) => {
      const looked = this.#looked.get(table.id);
      return !looked || looked.brief !== JSON.stringify(table) || moment - looked.at > STALE;
    });
    due.sort((one, other) => (this.#looked.get(one.id)?.at ?? 0) - (this.#looked.get(other.id)?.at ?? 0));
    const seen = await Promise.all(
      due.slice(0, AT_ONCE).map(async (table) => {
        const now = await get('/api/tables/{table}/view', { path: { table: table.id }, signal });
        this.#looked.set(table.id, { at: moment, brief: JSON.stringify(table) });
        this.#ahead = now.now - Date.now();
        return [table.id, now] as const;
      }),
    );
    if (seen.length) this.views = { ...this.views, ...Object.fromEntries(seen) };
  }
}
