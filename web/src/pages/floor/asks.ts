/** What the floor is asked, in words and in order of urgency. */
import type { Approval, Ask, TableNow } from '../../lib/api';
import { step } from '../../lib/names';
import { roughly } from '../../lib/spans';
import { t } from '../../lib/strings';
import { tag } from '../../lib/tagged';

export interface Call {
  text: string;
  /** `now` holds the game up; `soon` wants to be seen. */
  urgency: 'now' | 'soon';
}

/** What at a table calls for a floorperson: what it asks of him, why it stands still, whose time is nearly over. */
export function calls(now: TableNow, time: number | undefined, called: readonly Approval[]): Call[] {
  const { view } = now;
  const found: Call[] = called.map(({ reason }) => ({ text: t.floor.called(reason), urgency: 'now' }));
  const asked: Call[] = view.asks.map((ask: Ask) => ({
    text: step(ask).step,
    urgency: tag(ask) === 'validate' || tag(ask) === 'correct-progressive' ? 'now' : 'soon',
  }));
  found.push(...asked);
  if (now.called_for && time !== undefined) {
    found.unshift({ text: t.floor.calledFor(now.called_for.what, roughly(time - now.called_for.since)), urgency: 'now' });
  }
  if (now.stuck) found.unshift({ text: t.floor.stuck.short(now.stuck.step), urgency: 'now' });
  if (view.paused) found.unshift({ text: t.floor.paused(view.paused), urgency: 'now' });
  const ends = [
    ...view.decks.filter(({ stage }) => stage !== 'absent').map(({ deck, until }) => ({ name: t.floor.deckTimer[deck], until })),
    ...(view.dice ? [{ name: t.floor.diceTimer, until: view.dice.until }] : []),
  ];
  for (const { name, until } of ends) {
    if (time === undefined || until == null || until - time > 30 * 60_000) continue;
    const over = until <= time;
    found.push({ text: `${name}: ${over ? t.floor.timeUp : t.floor.noLongerThan}`, urgency: over ? 'now' : 'soon' });
  }
  return found;
}
