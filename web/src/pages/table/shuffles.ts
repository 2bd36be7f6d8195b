/**
 * The shuffles this browser can verify: the commitments it saw before the first card, and what the server opened when
 * the round was closed. The hashes are those of `crates/table/src/commitment.rs`, computed by the browser.
 */
import { get } from '../../lib/api';
import type { Schemas } from '../../lib/api';
import { cardsOf, JOKER, RANKS } from '../../lib/cards';
import { kindOf } from '../../lib/match';

type Openings = Schemas['Openings'];
type Opening = Schemas['Disclosure'];

export interface SavedRound {
  table: number;
  name: string;
  round: number;
  /** The commitments this browser saw before the first card; empty if it did not look then. */
  seals: string[];
  openings: Openings;
  /** The cards the player saw. */
  seen: string[];
}

const KEY = 'croupier.shuffles';
const MAX_ROUNDS = 20;
const seals = new Map<string, string[]>();

/** Notes the commitments of a round. */
export function saveCommitment(table: number, round: number, published: readonly string[]): void {
  const key = `${table} ${round}`;
  const known = seals.get(key);
  if (known?.length === published.length) return;
  seals.set(key, [...new Set([...(known ?? []), ...published])]);
}

/** The saved rounds, latest first. */
export function savedRounds(): SavedRound[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as SavedRound[];
  } catch {
    return [];
  }
}

/** Fetches the opened shuffle of the round that was just closed, and saves it. */
export async function saveRound(table: number, name: string, round: number, seen: readonly string[]): Promise<void> {
  const all = savedRounds();
  if (all.some((one) => one.table === table && one.round === round)) return;
  try {
    const openings = await get('/api/tables/{table}/openings', { path: { table } });
    if (openings.round !== round) return;
    const entry: SavedRound = {
      table,
      name,
      round,
      seals: seals.get(`${table} ${round}`) ?? [],
      openings,
      seen: seen.flatMap(cardsOf),
    };
    const others = savedRounds().filter((one) => one.table !== table || one.round !== round);
    localStorage.setItem(KEY, JSON.stringify([entry, ...others].slice(0, MAX_ROUNDS)));
  } catch {
    // The round had no commitment, or the next one has begun: there is nothing to save.
  }
}

const encoder = new TextEncoder();
const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const hexOf = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

async function sha256(...parts: Uint8Array[]): Promise<string> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return hexOf(await crypto.subtle.digest('SHA-256', whole));
}

/** The leaf of an item: first the places of the deck, then start, Magic Card and Lucky position. */
function placeOf(item: Opening['item'], leaves: number): { kind: number; place: number; leaf: number } {
  if (typeof item === 'object') return { kind: 0, place: item.place, leaf: item.place };
  const kind = { start: 1, magic: 2, lucky: 3 }[item];
  return { kind, place: 0, leaf: leaves - 4 + kind };
}

/** The card of an opened value. */
export function cardOf(value: readonly number[]): string | undefined {
  const index = (value[0] ?? 0) - 1;
  if (index < 0 || index > 52) return undefined;
  return index === 52 ? JOKER : `${RANKS[index % 13]}${'cdhs'[Math.floor(index / 13)]}`;
}

export interface ShuffleCheck {
  /** The leaves hash to the root that the server publishes. */
  rootHolds: boolean;
  /** That root is a commitment this browser saw before the first card; `undefined` if it did not look then. */
  committedBefore: boolean | undefined;
  /** Every opened value hashes to the leaf of its place. */
  openingsHold: boolean;
  /** The opened places with their cards. */
  places: { place: number; card: string; holds: boolean }[];
  /** The opened draws beside the deck. */
  draws: { what: 'start' | 'magic' | 'lucky'; value: number[]; holds: boolean }[];
  /** Cards the player saw that are at no opened place. There must be none. */
  missing: string[];
  leaves: number;
}

/** Computes the hashes of a round again and compares them. */
export async function checkShuffle({ seals: before, openings, seen }: SavedRound): Promise<ShuffleCheck> {
  const { leaves, root } = openings;
  const made = await sha256(encoder.encode('croupier root '), ...leaves.map(bytesOf));
  const places: ShuffleCheck['places'] = [];
  const draws: ShuffleCheck['draws'] = [];
  for (const { item, value, salt } of openings.openings) {
    const { kind, place, leaf } = placeOf(item, leaves.length);
    const hash = await sha256(encoder.encode('croupier leaf '), Uint8Array.of(kind, place, ...value), bytesOf(salt));
    const holds = hash === leaves[leaf];
    if (kind === 0) places.push({ place, card: cardOf(value) ?? '?', holds });
    else draws.push({ what: kindOf(item) as 'start', value, holds });
  }
  places.sort((one, other) => one.place - other.place);
  const opened = new Set(places.map(({ card }) => card));
  return {
    rootHolds: made === root,
    committedBefore: before.length === 0 ? undefined : before.includes(made),
    openingsHold: [...places, ...draws].every(({ holds }) => holds),
    places,
    draws,
    missing: seen.filter((card) => !opened.has(card)),
    leaves: leaves.length,
  };
}
