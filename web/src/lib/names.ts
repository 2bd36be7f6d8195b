/** What happened and what comes next, in words: for the story of a table, the announcer and the consoles. */
import type { Ask, Line, TableEvent } from './api';
import { t } from './strings';
import { match } from './tagged';

/** How seats are called, for somebody who has these. */
export function seatNames(own: readonly number[] = []): (seat: number) => string {
  return (seat) => (own.includes(seat) ? `Seat ${seat} (you)` : `Seat ${seat}`);
}

/** An event as a sentence; none for what nobody needs to hear. */
export function sentence(event: TableEvent, own: readonly number[] = []): string | null {
  return match(event, t.events(seatNames(own)));
}

/** The sentences of some lines. */
export function sentences(lines: readonly Line[], own: readonly number[] = []): string[] {
  return lines.flatMap((line) => line.events.flatMap((event) => sentence(event, own) ?? []));
}

/** What is to be done next, what to announce with it, and the clause. */
export function step(ask: Ask, own: readonly number[] = []): { step: string; says?: string; clause?: string } {
  const inside = Object.values(ask)[0] as { clause?: string };
  return { ...match(ask, t.asks(seatNames(own))), ...(inside.clause ? { clause: t.common.clause(inside.clause) } : {}) };
}

/** The money that moved to a player with a result, in cents: what he won, or lost with his stake. */
export function gain({ how, won, stake }: { how: unknown; won: number; stake: number }): number {
  if (typeof how === 'object' && how !== null && 'ruled' in how) {
    return how.ruled === 'pays' ? won : how.ruled === 'returned' ? 0 : -stake;
  }
  return won;
}
