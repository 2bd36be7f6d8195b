/**
 * Animations of cards: dealt from the shoe, turned over, swapped. They use transforms only, and none run with reduced
 * motion.
 *
 * Note: the positions of all cards of one update are measured together, since each measurement after a change makes the
 * browser compute the layout again.
 */
import { prefs } from '../../lib/prefs.svelte';

/** The element cards are dealt from. */
export const shoe: { at: Element | undefined } = { at: undefined };

interface Dealt {
  /** The index of the card in its hand. */
  place: number;
  /** Milliseconds before the first card of this hand. */
  after: number;
  /** Whether it was there when the page was opened; then it is not animated. */
  lay: boolean;
}

const EASE = 'cubic-bezier(0.2, 0.7, 0.2, 1)';

/** The cards that are dealt in this update. */
let coming: { node: Element; delay: number }[] = [];

/** An action: the card is dealt from the shoe. */
export function deal(node: Element, { place, after, lay }: Dealt): void {
  if (lay || !prefs.moves || !shoe.at) return;
  if (coming.length === 0) queueMicrotask(come);
  coming.push({ node, delay: after + place * 55 });
}

function come(): void {
  const from = shoe.at?.getBoundingClientRect();
  const cards = coming.map(({ node, delay }) => ({ node, delay, to: node.getBoundingClientRect() }));
  coming = [];
  if (!from) return;
  for (const { node, delay, to } of cards) {
    const [x, y] = [from.x + from.width / 2 - to.x - to.width / 2, from.y + from.height / 2 - to.y - to.height / 2];
    const first = { transform: `translate(${x}px, ${y}px) rotate(40deg)`, opacity: 0 };
    node.animate([first, { opacity: 1, offset: 0.25 }, { transform: 'none' }], {
      delay,
      duration: 340,
      easing: EASE,
      fill: 'backwards',
    });
  }
}

/** An action: the card is turned over. */
export function turn(node: Element, { place, after, lay }: Dealt): void {
  if (lay || !prefs.moves) return;
  node.animate([{ transform: 'rotateY(90deg)' }, { transform: 'none' }], {
    delay: after + place * 70,
    duration: 260,
    fill: 'backwards',
  });
}

/** Moves a card from its old position to its new one. */
export function slide(node: Element | null | undefined, from: DOMRect | undefined): void {
  if (!prefs.moves || !node || !from) return;
  const to = node.getBoundingClientRect();
  const move = `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
  node.animate(
    [
      { transform: move, zIndex: 3 },
      { transform: 'none', zIndex: 3 },
    ],
    { duration: 220, easing: EASE },
  );
}
