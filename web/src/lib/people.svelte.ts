/** Who is who: names for the numbers that journals have, for those who may read them. */
import { get } from '../../lib/api';
import type { PersonRole } from '../../lib/api';
import { visitor } from '../../lib/session.svelte';
import { t } from '../../lib/strings';

const READERS: readonly (PersonRole | undefined)[] = ['auditor', 'manager', 'administrator'];
const PAGE = 1_000;
/** In a larger house only the numbers of those who came last are shown. */
const MOST = 20;

class People {
  names = $state.raw<ReadonlyMap<number, string>>(new Map());
  #asked = false;

  /** Reads the names once; without the right to, numbers are shown. */
  async load(): Promise<void> {
    if (this.#asked || !READERS.includes(visitor.role)) return;
    this.#asked = true;
    const names = new Map<number, string>();
    try {
      let after = 0;
      for (let page = 0; page < MOST; page++) {
        const people = await get('/api/people', { query: { after, most: PAGE } });
        for (const { id, name } of people) names.set(id, name);
        after = people.at(-1)?.id ?? after;
        if (people.length < PAGE) break;
      }
    } catch {
      this.#asked = false;
    }
    this.names = names;
  }

  name(who: number): string {
    return who === 0 ? t.auditor.house : (this.names.get(who) ?? t.auditor.who(who));
  }

  /** The number of whom somebody means, by number or name. */
  find(written: string): number | undefined {
    const wanted = written.trim().toLowerCase();
    const number = /(?:^|\s|#)(\d+)$/.exec(wanted)?.[1];
    for (const [who, name] of this.names) if (name.toLowerCase() === wanted) return who;
    return number ? Number(number) : undefined;
  }
}

export const people = new People();
