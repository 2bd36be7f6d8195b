/** How cards come to their places: from the shoe, and over. Only transforms, and none where nothing is to move. */
import { prefs } from '../../lib/prefs.svelte';

/** The element cards are dealt from. */
export const shoe: { at: Element | undefined } = { at: undefined };

interface Dealt {
  /** The how manieth card of its hand. */
  place: number;
  /** Milliseconds before the first card of this hand. */
  after?: number;
}

/** A card comes from the shoe. */
export function deal(node: Element, { place, after = 0 }: Dealt) {
  if (!prefs.moves || !shoe.at) return { duration: 0 };
  const [from, to] = [shoe.at.getBoundingClientRect(), node.getBoundingClientRect()];
  const [x, y] = [from.x + from.width / 2 - to.x - to.width / 2, from.y + from.height / 2 - to.y - to.height / 2];
  return {
    delay: after + place * 55,
    duration: 340,
    css: (t: number, u: number) => {
      const eased = u * u;
      return `transform: translate(${x * eased}px, ${y * eased}px) rotate(${eased * 40}deg); opacity: ${Math.min(1, t * 4)}`;
    },
  };
}

/** A card is turned over. */
export function turn(_: Element, { place, after = 0 }: Dealt) {
  if (!prefs.moves) return { duration: 0 };
  return { delay: after + place * 70, duration: 260, css: (t: number) => `transform: rotateY(${(1 - t) * 90}deg)` };
}

/** A card goes from where it was to where it is. */
export function slide(node: Element | null | undefined, from: DOMRect | undefined): void {
  if (!prefs.moves || !node || !from) return;
  const to = node.getBoundingClientRect();
  const move = `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
  node.animate([{ transform: move, zIndex: 3 }, { transform: 'none', zIndex: 3 }], { duration: 220, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' });
}
