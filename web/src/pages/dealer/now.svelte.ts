/** The house's time, looked at every so often: for decks and dice that serve a number of hours. */
import type { Feed } from '../../lib/feed.svelte';
import { t } from '../../lib/strings';

const MINUTE = 60_000;

export class Now {
  #feed: () => Feed;
  #time = $state<number | undefined>();

  constructor(feed: () => Feed) {
    this.#feed = feed;
  }

  /** Keeps looking; returns what ends it. */
  run(): () => void {
    const look = () => (this.#time = this.#feed().houseTime());
    look();
    const looks = setInterval(look, 5_000);
    return () => clearInterval(looks);
  }

  /** What is left until a moment, as `3 h 20 min`; none if it is over. */
  left(until: number): string | undefined {
    if (this.#time === undefined) return '';
    const minutes = Math.floor((until - this.#time) / MINUTE);
    if (minutes < 0) return undefined;
    const hours = Math.floor(minutes / 60);
    return t.dealer.decks.until(hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`);
  }

  /** Whether it is time to think of it. */
  tone(until: number): '' | 'soon' | 'over' {
    if (this.#time === undefined) return '';
    const left = until - this.#time;
    return left < 0 ? 'over' : left < 30 * MINUTE ? 'soon' : '';
  }
}
