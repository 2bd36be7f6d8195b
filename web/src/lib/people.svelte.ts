/** Names of the people whose numbers views and journals contain, as far as the user's role may read them. */
import { get } from './api';
import type { PersonRole, Schemas } from './api';
import { user } from './session.svelte';
import { t } from './strings';

const READ_ALL: readonly (PersonRole | undefined)[] = ['auditor', 'manager', 'administrator'];
const PIT: readonly (PersonRole | undefined)[] = ['dealer', 'floorperson', 'manager'];
const PAGE = 1_000;
/** How many pages of people are read; beyond them only numbers are shown. */
const MOST = 20;

class People {
  names = $state.raw<ReadonlyMap<number, string>>(new Map());
  /** The people who work in the pit, for users who do so too. */
  pit = $state.raw<readonly Schemas['Colleague'][]>([]);
  /** The number that stands for a patron without a card; such patrons have numbers above it. */
  #noCard = $state(Infinity);
  #session: string | undefined;

  /** Loads the names. Without the permission, numbers are shown. */
  async load(): Promise<void> {
    const session = user.session?.id;
    // Names loaded for another session are dropped.
    if (session !== this.#session) [this.names, this.pit, this.#session] = [new Map(), [], session];
    try {
      this.#noCard = (await get('/api/about')).no_card;
      const pit = PIT.includes(user.role) ? await get('/api/pit') : [];
      const all = READ_ALL.includes(user.role) ? await everybody() : pit;
      if (session === user.session?.id) [this.pit, this.names] = [pit, new Map(all.map(({ id, name }) => [id, name]))];
    } catch {
      // Numbers are shown instead of names.
    }
  }

  name(who: number): string {
    if (who === 0) return t.common.theHouse;
    return this.names.get(who) ?? (who > this.#noCard ? t.common.patron(who) : t.common.person(who));
  }

  /** The number of a person by number or name. */
  find(text: string): number | undefined {
    const query = text.trim().toLowerCase();
    const number = /(?:^|\s|#)(\d+)$/.exec(query)?.[1];
    for (const [who, name] of this.names) if (name.toLowerCase() === query) return who;
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
