/** A table's feed for as long as a page is shown: open while somebody is signed in and not locked, read out as it goes. */
import { untrack } from 'svelte';
import { announcer } from './announce.svelte';
import { Feed } from './feed.svelte';
import { sentences } from './names';
import type { Ways } from './names';
import { visitor } from './session.svelte';

/** The most sentences read out of what one missed. */
const MOST = 6;

/** To be called while a component is made. `own` are the reader's own seats, `ways` what only the table itself knows. */
export function tableFeed(table: number, own: () => readonly number[] = () => [], ways: () => Ways = () => ({})): Feed {
  const feed = new Feed(table);
  // The session is looked at again and again: only another one, or a lock, opens or closes the feed.
  const session = $derived(visitor.who && !visitor.who.locked ? visitor.who.id : undefined);
  $effect(() => {
    if (session === undefined) return;
    // Opening looks at the feed's own state, which must not open it again.
    untrack(() => feed.open());
    return () => feed.close();
  });
  $effect(() => feed.onLines((lines) => announcer.sayAll(sentences(lines, own(), ways()).slice(-MOST))));
  return feed;
}
