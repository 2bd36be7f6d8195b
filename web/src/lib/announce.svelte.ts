/** Announcements for screen readers: events of the game politely, urgent ones at once. */
import { untrack } from 'svelte';

class Announcer {
  polite = $state.raw<readonly { key: number; text: string }[]>([]);
  assertive = $state('');
  #key = 0;

  say(text: string | null | undefined): void {
    if (text) this.polite = [...untrack(() => this.polite), { key: this.#key++, text }].slice(-12);
  }

  sayAll(texts: readonly (string | null | undefined)[]): void {
    for (const text of texts) this.say(text);
  }

  now(text: string): void {
    // A repeated text is only read if the region was empty in between.
    this.assertive = '';
    setTimeout(() => (this.assertive = text), 50);
  }
}

export const announcer = new Announcer();
