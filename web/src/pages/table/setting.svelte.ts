/** The cards of a seat while the player arranges them: their order, and what the server says about it. */
import { untrack } from 'svelte';
import { announcer } from '../../lib/announce.svelte';
import { get, problemOf } from '../../lib/api';
import type { Problem, Schemas, SeatView } from '../../lib/api';
import { cardsOf, handsOf, namesOf, setting as formatSetting, sorted } from '../../lib/cards';
import { t } from '../../lib/strings';
import type { Player } from './player.svelte';
import { placeOf } from './prompts';
import { slotsOf } from './slots';

/** How long an arrangement must rest before it is announced, in milliseconds. */
const ANNOUNCE_AFTER = 600;

/** A setting as a key that ignores the order of the cards within a hand. */
const keyOf = (hands: readonly (readonly string[])[]): string =>
  hands.map((hand) => [...hand].sort().join(' ')).join('|');

export class HandSetting {
  readonly #player: Player;
  readonly #seat: () => SeatView;
  /** The player's cards slot by slot; empty until there are cards to set. */
  arranged = $state.raw<string[]>([]);
  problem = $state.raw<Problem | undefined>();
  #settings = $state.raw<Schemas['SeatSettings'] | undefined>();

  /** Create it while a component is created. `prompted` says whether the seat is asked to set its hands. */
  constructor(player: Player, seat: () => SeatView, prompted: () => boolean) {
    this.#player = player;
    this.#seat = seat;
    const dealt = $derived(prompted() ? seat().hand.cards : undefined);
    $effect(() => {
      const cards = dealt;
      if (cards) untrack(() => this.#begin(sorted(cardsOf(cards))));
    });
    $effect(() => {
      const hands = this.#houseWay && prompted() ? handsOf(this.#houseWay) : undefined;
      if (hands) untrack(() => this.#arrange(hands.flatMap((hand) => sorted(hand))));
    });
    $effect(() => {
      const { way } = this;
      const text = prompted() && way ? `${way.hands.join('; ')}. ${way.foul ?? t.table.lawful}` : undefined;
      const timer = setTimeout(() => text && announcer.say(text), ANNOUNCE_AFTER);
      return () => clearTimeout(timer);
    });
  }

  get #storageKey(): string {
    return `croupier.laid.${this.#player.table}.${this.#player.view?.round}.${this.#seat().seat}`;
  }

  get #houseWay(): string | undefined {
    return this.#player.houseWays[this.#seat().seat];
  }

  /** The cards in hands, high hand first. */
  get hands(): string[][] {
    let from = 0;
    return slotsOf(this.#player.sheet).map(({ size }) => this.arranged.slice(from, (from += size)));
  }

  readonly #ways = $derived(
    new Map((this.#settings?.ways ?? []).map((way) => [keyOf(handsOf(way.setting)), way] as const)),
  );

  /** The server's entry for this arrangement: names of its hands, and why it is foul. */
  get way(): Schemas['SettingOption'] | undefined {
    return this.#ways.get(keyOf(this.hands));
  }

  /** The clause that makes a setting foul. */
  get clause(): string {
    return this.#settings?.clause ?? '';
  }

  /** Whether the cards are arranged by the house way, as the server showed it. */
  get isHouseWay(): boolean {
    return this.#houseWay !== undefined && keyOf(handsOf(this.#houseWay)) === keyOf(this.hands);
  }

  /** Why the hands cannot be set now. */
  get reason(): string | undefined {
    if (!this.#player.live) return t.table.lost;
    return this.way ? (this.way.foul ?? undefined) : t.common.loading;
  }

  swap(one: string, other: string): void {
    this.#arrange(this.arranged.map((card) => (card === one ? other : card === other ? one : card)));
  }

  set() {
    const { seat } = this.#seat();
    return this.#player.send(placeOf(seat), { 'set-hands': { seat, setting: formatSetting(this.hands) } });
  }

  askHouseWay() {
    const { seat } = this.#seat();
    return this.#player.send(placeOf(seat), { 'ask-house-way': seat });
  }

  /** Starts with the arrangement that this tab saved, or with the cards in order. */
  #begin(dealt: string[]): void {
    let saved: string[] = [];
    try {
      saved = JSON.parse(sessionStorage.getItem(this.#storageKey) ?? '[]') as string[];
    } catch {
      // An unreadable entry counts as none.
    }
    this.arranged = saved.length === dealt.length && dealt.every((card) => saved.includes(card)) ? saved : dealt;
    announcer.say(t.table.yourCards(namesOf(dealt)));
    void this.#load();
  }

  async #load(): Promise<void> {
    this.problem = undefined;
    try {
      this.#settings = await get('/api/tables/{table}/seats/{seat}/settings', {
        path: { table: this.#player.table, seat: this.#seat().seat },
      });
    } catch (error) {
      this.problem = problemOf(error);
    }
  }

  #arrange(cards: string[]): void {
    this.arranged = cards;
    sessionStorage.setItem(this.#storageKey, JSON.stringify(cards));
  }
}
