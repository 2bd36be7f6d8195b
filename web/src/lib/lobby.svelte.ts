/** All tables, as they stand: asked for every few seconds while somebody looks. */
import { get } from './api';
import type { TableBrief } from './api';

/** How long between two looks, in milliseconds, and between two at a house that does not answer. */
const EVERY = 3_000;
const LATER = 6_000;

export class LobbyBoard {
  tables = $state.raw<readonly TableBrief[] | undefined>();
  /** Whether the house did not answer last time. */
  lost = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asks: AbortController | undefined;

  /** Looks from now on; returns what ends it, so that it can be the whole of an effect. */
  watch(): () => void {
    const look = () => {
      clearTimeout(this.#timer);
      if (document.visibilityState === 'visible') void this.#look();
    };
    document.addEventListener('visibilitychange', look);
    look();
    return () => {
      document.removeEventListener('visibilitychange', look);
      clearTimeout(this.#timer);
      this.#asks?.abort();
      this.#asks = undefined;
    };
  }

  async #look(): Promise<void> {
    this.#asks?.abort();
    const asks = (this.#asks = new AbortController());
    let next = EVERY;
    try {
      this.tables = await get('/api/tables', { signal: asks.signal });
      this.lost = false;
    } catch {
      if (asks.signal.aborted) return;
      this.lost = true;
      next = LATER;
    }
    if (this.#asks === asks && document.visibilityState === 'visible') {
      this.#timer = setTimeout(() => void this.#look(), next);
    }
  }
}
