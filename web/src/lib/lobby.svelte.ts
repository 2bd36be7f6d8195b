/** All tables for the lobby, polled every few seconds while the page is visible. */
import { get } from './api';
import type { TableBrief } from './api';

/** How often to poll in milliseconds, and how often while the server does not answer. */
const POLL_EVERY = 3_000;
const RETRY_EVERY = 6_000;

export class LobbyTables {
  tables = $state.raw<readonly TableBrief[] | undefined>();
  /** Whether the server did not answer last time. */
  lost = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request: AbortController | undefined;

  /** Polls until the returned function is called, so that it can be the whole of an effect. */
  watch(): () => void {
    const poll = () => {
      clearTimeout(this.#timer);
      if (document.visibilityState === 'visible') void this.#poll();
    };
    document.addEventListener('visibilitychange', poll);
    poll();
    return () => {
      document.removeEventListener('visibilitychange', poll);
      clearTimeout(this.#timer);
      this.#request?.abort();
      this.#request = undefined;
    };
  }

  async #poll(): Promise<void> {
    this.#request?.abort();
    const request = (this.#request = new AbortController());
    let next = POLL_EVERY;
    try {
      this.tables = await get('/api/tables', { signal: request.signal });
      this.lost = false;
    } catch {
      if (request.signal.aborted) return;
      this.lost = true;
      next = RETRY_EVERY;
    }
    if (this.#request === request && document.visibilityState === 'visible') {
      this.#timer = setTimeout(() => void this.#poll(), next);
    }
  }
}
