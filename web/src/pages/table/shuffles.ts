/**
 * The shuffles this browser can check: what the house promised before the first card, as it was seen then, and what it
 * opened when the round was closed. The hashing is that of `crates/table/src/commitment.rs`, done by the browser.
 */
import { get } from '../../lib/api';
import type { Schemas } from '../../lib/api';
import { cardsOf, JOKER, RANKS } from '../../lib/cards';
import { tag } from '../../lib/tagged';

type Openings = Schemas['Openings'];
type Opening = Schemas['Opening'];

export interface Kept {
  table: number;
  name: string;
  round: number;
  /** What was published before the first card, if this browser looked. */
  seals: string[];
  openings: Openings;
  /** The cards the player saw. */
  seen: string[];
}

const KEY = 'croupier.shuffles';
const MOST = 20;
const seals = new Map<string, string[]>();

/** Takes note of what is promised for a round. */
export function promised(table: number, round: number, published: readonly string[]): void {
  const key = `${table} ${round}`;
  const known = seals.get(key);
  if (known?.length === published.length) return;
  seals.set(key, [...new Set([...(known ?? []), ...published])]);
}

export function kept(): Kept[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as Kept[];
  } catch {
    return [];
  }
}

/** Fetches what is opened of the round that was just closed, and keeps it. */
export async function keepShuffle(table: number, name: string, round: number, seen: readonly string[]): Promise<void> {
  const all = kept();
  if (all.some((one) => one.table === table && one.round === round)) return;
  try {
    const openings = await get('/api/tables/{table}/openings', { path: { table } });
    if (openings.round !== round) return;
    const entry: Kept = { table, name, round, seals: seals.get(`${table} ${round}`) ?? [], openings, seen: seen.flatMap(cardsOf) };
    const others = kept().filter((one) => one.table !== table || one.round !== round);
    localStorage.setItem(KEY, JSON.stringify([entry, ...others].slice(0, MOST)));
  } catch {
    // A round that was not sealed, or the next has begun: there is nothing to keep.
  }
}

const encoder = new TextEncoder();
const bytesOf = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const hexOf = (bytes: ArrayBuffer): string => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

async function sha256(...parts: Uint8Array[]): Promise<string> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return hexOf(await crypto.subtle.digest('SHA-256', whole));
}

/** Where a thing promised stands among the leaves: the places of the deck, then start, Magic Card and Lucky position. */
function placeOf(item: Opening['item'], leaves: number): { kind: number; place: number; leaf: number } {
  if (typeof item === 'object') return { kind: 0, place: item.place, leaf: item.place };
  const kind = { start: 1, magic: 2, lucky: 3 }[item];
  return { kind, place: 0, leaf: leaves - 4 + kind };
}

/** The card a value stands for. */
export function cardOf(value: readonly number[]): string | undefined {
  const index = (value[0] ?? 0) - 1;
  if (index < 0 || index > 52) return undefined;
  return index === 52 ? JOKER : `${RANKS[index % 13]}${'cdhs'[Math.floor(index / 13)]}`;
}

export interface Checked {
  /** The root made from the leaves is the one the house names now. */
  rootHolds: boolean;
  /** It is the one this browser saw before the first card; nothing if it did not look then. */
  promisedBefore: boolean | undefined;
  /** Every opening is what was promised at its place. */
  openingsHold: boolean;
  /** Places that were opened, with their cards. */
  places: { place: number; card: string; holds: boolean }[];
  /** What was drawn beside the deck. */
  draws: { what: 'start' | 'magic' | 'lucky'; value: number[]; holds: boolean }[];
  /** Cards the player saw that are at no opened place: there must be none. */
  missing: string[];
  leaves: number;
}

/** Does the house's sums again. */
export async function check({ seals: before, openings, seen }: Kept): Promise<Checked> {
  const { leaves, root } = openings;
  const made = await sha256(encoder.encode('croupier root '), ...leaves.map(bytesOf));
  const places: Checked['places'] = [];
  const draws: Checked['draws'] = [];
  for (const { item, value, salt } of openings.openings) {
    const { kind, place, leaf } = placeOf(item, leaves.length);
    const hash = await sha256(encoder.encode('croupier leaf '), Uint8Array.of(kind, place, ...value), bytesOf(salt));
    const holds = hash === leaves[leaf];
    if (kind === 0) places.push({ place, card: cardOf(value) ?? '?', holds });
    else draws.push({ what: tag(item) as 'start', value, holds });
  }
  places.sort((one, other) => one.place - other.place);
  const opened = new Set(places.map(({ card }) => card));
  return {
    rootHolds: made === root,
    promisedBefore: before.length === 0 ? undefined : before.includes(made),
    openingsHold: [...places, ...draws].every(({ holds }) => holds),
    places,
    draws,
    missing: seen.filter((card) => !opened.has(card)),
    leaves: leaves.length,
  };
}
