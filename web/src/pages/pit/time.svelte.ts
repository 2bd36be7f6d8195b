/** The house's time, a second at a time, for decks and dice that serve a number of hours. */
import type { Feed } from '../../lib/feed.svelte';

/** To be called while a component is made. None while the house does not answer. */
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
