/**
 * A table's feed for the life of a component: open while a user is signed in and not locked, with its events announced.
 */
import { untrack } from 'svelte';
import { announcer } from './announce.svelte';
import { Feed } from './feed.svelte';
import { sentences } from './wording';
import type { TableWording } from './wording';
import { user } from './session.svelte';

/** The most sentences that are announced at once. */
const MOST = 6;

/** Call it while a component is created. `own` are the user's seats. */
export function tableFeed(
  table: number,
  own: () => readonly number[] = () => [],
  ways: () => TableWording = () => ({}),
): Feed {
  const feed = new Feed(table);
  // The session is refreshed again and again: only another session or a lock opens or closes the feed.
  const session = $derived(user.session && !user.session.locked ? user.session.id : undefined);
  $effect(() => {
    if (session === undefined) return;
    // Opening reads the feed's own state, which must not open it again.
    untrack(() => feed.open());
    return () => feed.close();
  });
  $effect(() => feed.onLines((lines) => announcer.sayAll(sentences(lines, own(), ways()).slice(-MOST))));
  return feed;
}
