/** The prompts of one seat, and the commands that answer them. */
import type { Command, Prompt } from '../../lib/api';
import { fieldsOf } from '../../lib/match';
import type { Player } from './player.svelte';

type PromptKind = 'set-hands' | 'double-down' | 'play-or-fold' | 'surrender' | 'void-hand';

function find<K extends PromptKind>(prompts: readonly Prompt[], kind: K) {
  const found = prompts.find((prompt) => kind in prompt);
  return found ? fieldsOf(found, kind) : undefined;
}

/** What a seat is asked now. */
export function promptsOf(player: Player, seat: number) {
  const all = player.promptsFor(seat);
  return {
    all,
    set: find(all, 'set-hands'),
    double: find(all, 'double-down'),
    play: find(all, 'play-or-fold'),
    surrender: find(all, 'surrender'),
    void: find(all, 'void-hand'),
    /** The deadline to surrender before the hands are shown. */
    surrenderUntil: player.surrenderUntil(seat),
  };
}

export type SeatPrompts = ReturnType<typeof promptsOf>;

/** Where rejections of a seat's decisions are shown. */
export const placeOf = (seat: number): string => `hand-${seat}`;

/** The commands of a seat's decisions. */
export function actionsOf(player: Player, seat: number) {
  const send = (command: Command) => player.send(placeOf(seat), command);
  return {
    double: () => send({ 'double-down': { seat, take: true } }),
    play: (amount: number) => send({ play: { seat, amount } }),
    fold: () => send({ fold: seat }),
    surrender: () => send({ surrender: seat }),
    voidHand: () => send({ 'void-hand': { seat, void: true } }),
    playOut: () => send({ 'void-hand': { seat, void: false } }),
  };
}
