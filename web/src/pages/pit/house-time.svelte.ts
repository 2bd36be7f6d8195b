/** The server's time, for the time limits of decks and dice. */
import type { Feed } from '../../lib/feed.svelte';

/** Call it while a component is created. `undefined` while the server does not answer. */
export function houseTime(of: () => Feed): { readonly now: number | undefined } {
  let now = $state<number | undefined>();
  $effect(() => {
    const feed = of();
    const look = () => (now = feed.state === 'live' ? feed.houseTime() : undefined);
    look();
    const ticks = setInterval(look, 500);
    return () => clearInterval(ticks);
  });
  return {
    get now() {
      return now;
    },
  };
}
