/** What calls for a floorperson at a table, most urgent first. */
import type { Approval, Prompt, TableNow } from '../../lib/api';
import { step } from '../../lib/wording';
import { roughDuration } from '../../lib/time';
import { t } from '../../lib/strings';
import { kindOf } from '../../lib/match';

export interface Alert {
  text: string;
  /** `now` stops the game; `soon` does not. */
  urgency: 'now' | 'soon';
}

/** Calls, prompts and a stuck or paused table, and decks and dice whose time is nearly up. */
export function alertsOf(now: TableNow, time: number | undefined, called: readonly Approval[]): Alert[] {
  const { view } = now;
  const found: Alert[] = called.map(({ reason }) => ({ text: t.floor.called(reason), urgency: 'now' }));
  const prompts: Alert[] = view.asks.map((prompt: Prompt) => ({
    text: step(prompt).step,
    urgency: kindOf(prompt) === 'validate' || kindOf(prompt) === 'correct-progressive' ? 'now' : 'soon',
  }));
  found.push(...prompts);
  if (now.called_for && time !== undefined) {
    found.unshift({
      text: t.floor.calledFor(now.called_for.what, roughDuration(time - now.called_for.since)),
      urgency: 'now',
    });
  }
  if (now.stuck) found.unshift({ text: t.floor.stuck.short(now.stuck.step), urgency: 'now' });
  if (view.paused) found.unshift({ text: t.floor.paused(view.paused), urgency: 'now' });
  const ends = [
    ...view.decks
      .filter(({ stage }) => stage !== 'absent')
      .map(({ deck, until }) => ({ name: t.floor.deckTimer[deck], until })),
    ...(view.dice ? [{ name: t.floor.diceTimer, until: view.dice.until }] : []),
  ];
  for (const { name, until } of ends) {
    if (time === undefined || until == null || until - time > 30 * 60_000) continue;
    const over = until <= time;
    found.push({ text: `${name}: ${over ? t.floor.timeUp : t.floor.lastHalfHour}`, urgency: over ? 'now' : 'soon' });
  }
  return found;
}
