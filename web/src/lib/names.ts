/** What happened and what comes next, in words: for the story of a table, the announcer and the consoles. */
import type { Ask, Came, Line, TableEvent, TableSheet } from './api';
import { dollars, signed } from './money';
import { t } from './strings';
import type { WagerName } from './strings';
import { match } from './tagged';

/** How seats are called, for somebody who has these. */
export function seatNames(own: readonly number[] = []): (seat: number) => string {
  return (seat) => (own.includes(seat) ? `Seat ${seat} (you)` : `Seat ${seat}`);
}

/** What only the table itself knows: what its wagers are called, and what it does for who does not answer. */
export interface Ways {
  wager?: WagerName;
  completes?: string | undefined;
}

/** That of a table by its sheet. */
export const waysOf = (sheet: TableSheet | undefined): Ways => ({
  wager: (kind) => t.table.area(kind, sheet?.wagers.find(({ wager }) => wager === kind)?.title ?? t.wagers[kind]),
  completes: sheet && t.table.completes[sheet.silent_seat],
});

/** An event as a sentence; none for what nobody needs to hear. */
export function sentence(event: TableEvent, own: readonly number[] = [], { wager = (kind) => t.wagers[kind], completes = t.table.completes.any }: Ways = {}): string | null {
  return match(event, t.events(seatNames(own), wager, completes));
}

/** The sentences of some lines. */
export function sentences(lines: readonly Line[], own: readonly number[] = [], ways: Ways = {}): string[] {
  return lines.flatMap((line) => line.events.flatMap((event) => sentence(event, own, ways) ?? []));
}

/** What is to be done next, what to announce with it, and the clause. */
export function step(ask: Ask, own: readonly number[] = []): { step: string; says?: string; clause?: string } {
  const inside = Object.values(ask)[0] as { clause?: string };
  return { ...match(ask, t.asks(seatNames(own))), ...(inside.clause ? { clause: t.common.clause(inside.clause) } : {}) };
}

/** The money that moved to a player with a result, in cents: what he won, or lost with his stake. The house keeps a progressive
 *  chip, also of who wins a share. */
export function gain({ how, won, stake }: Pick<Came, 'how' | 'won' | 'stake'>): number {
  if (typeof how === 'object' && 'ruled' in how) {
    return how.ruled === 'pays' ? won : how.ruled === 'returned' ? 0 : -stake;
  }
  return how === 'share' ? won - stake : won;
}

/** What some results came to: all that was won, all that was lost, and the one less the other. */
export function cameTo(results: readonly Came[]): { won: number; lost: number; total: number } {
  const gains = results.map(gain);
  const won = gains.reduce((sum, one) => sum + Math.max(0, one), 0);
  const total = gains.reduce((sum, one) => sum + one, 0);
  return { won, lost: won - total, total };
}

/** That in few words: `+$5`, `-$5`; `+$5 -$5` where the two cancel, and a push only where nothing moved. */
export function inShort(results: readonly Came[]): string {
  const { won, lost, total } = cameTo(results);
  if (total !== 0) return signed(total);
  return won > 0 ? `${signed(won)} ${signed(-lost)}` : t.table.result.returned;
}

/** And told to the player. */
export function inWords(results: readonly Came[]): string {
  const { won, total } = cameTo(results);
  if (total !== 0) return total > 0 ? t.table.won(dollars(total)) : t.table.down(dollars(-total));
  return won > 0 ? t.table.evened(dollars(won)) : t.table.even;
}
