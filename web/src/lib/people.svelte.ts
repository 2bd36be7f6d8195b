/** Who is who: names for the numbers that views and journals have, as far as the visitor's role may read them. */
import { get } from './api';
import type { PersonRole, Schemas } from './api';
import { visitor } from './session.svelte';
import { t } from './strings';

const READ_ALL: readonly (PersonRole | undefined)[] = ['auditor', 'manager', 'administrator'];
const PIT: readonly (PersonRole | undefined)[] = ['dealer', 'floorperson', 'manager'];
const PAGE = 1_000;
/** In a larger house only the numbers of those who came last are shown. */
const MOST = 20;

class People {
  names = $state.raw<ReadonlyMap<number, string>>(new Map());
  /** Who works in the pit, for those who do so too. */
  pit = $state.raw<readonly Schemas['Colleague'][]>([]);
  #session: string | undefined;

  /** Reads the names; without the right to, numbers are shown. */
  async load(): Promise<void> {
    const session = visitor.who?.id;
    // Nobody inherits names from who sat here before.
    if (session !== this.#session) [this.names, this.pit, this.#session] = [new Map(), [], session];
    try {
      const pit = PIT.includes(visitor.role) ? await get('/api/pit') : [];
      const all = READ_ALL.includes(visitor.role) ? await everybody() : pit;
      if (session === visitor.who?.id) [this.pit, this.names] = [pit, new Map(all.map(({ id, name }) => [id, name]))];
    } catch {
      // Without names there are still numbers.
    }
  }

  name(who: number): string {
    if (who === 0) return t.common.theHouse;
    return this.names.get(who) ?? t.common.person(who);
  }

  /** The number of whom somebody means, by number or name. */
  find(written: string): number | undefined {
    const wanted = written.trim().toLowerCase();
    const number = /(?:^|\s|#)(\d+)$/.exec(wanted)?.[1];
    for (const [who, name] of this.names) if (name.toLowerCase() === wanted) return who;
    return number ? Number(number) : undefined;
  }
}

async function everybody(): Promise<readonly Schemas['Person'][]> {
  const all: Schemas['Person'][] = [];
  for (let page = 0; page < MOST; page++) {
    const people = await get('/api/people', { query: { after: all.at(-1)?.id ?? 0, most: PAGE } });
    all.push(...people);
    if (people.length < PAGE) break;
  }
  return all;
}

export const people = new People();
