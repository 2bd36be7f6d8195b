/** Events, prompts and results as sentences: for a table's history, the announcer and the consoles. */
import type { JournalLine, Prompt, TableEvent, TableSheet, WagerResult } from './api';
import { match } from './match';
import { dollars, signed } from './money';
import { t } from './strings';
import type { WagerName } from './strings';

/** Names of seats for a reader who owns some of them. */
export function seatNames(own: readonly number[] = []): (seat: number) => string {
  return (seat) => (own.includes(seat) ? `Seat ${seat} (you)` : `Seat ${seat}`);
}

/** Wording that differs from table to table: names of wagers, and what happens to a player who does not act. */
export interface TableWording {
  wager?: WagerName;
  completes?: string | undefined;
}

/** The wording of a table by its sheet. */
export const wordingOf = (sheet: TableSheet | undefined): TableWording => ({
  wager: (kind) => t.table.area(kind, sheet?.wagers.find(({ wager }) => wager === kind)?.title ?? t.wagers[kind]),
  completes: sheet && t.law.completes[sheet.silent_seat],
});

/** An event as a sentence; `null` for events nobody needs to hear. */
export function sentence(
  event: TableEvent,
  own: readonly number[] = [],
  { wager = (kind) => t.wagers[kind], completes = t.law.completes.any }: TableWording = {},
): string | null {
  return match(event, t.events(seatNames(own), wager, completes));
}

/** The sentences of some journal lines. */
export function sentences(
  lines: readonly JournalLine[],
  own: readonly number[] = [],
  wording: TableWording = {},
): string[] {
  return lines.flatMap((line) => line.events.flatMap((event) => sentence(event, own, wording) ?? []));
}

/** A prompt in words: what to do next, what to announce with it, and the clause. */
export function step(prompt: Prompt, own: readonly number[] = []): { step: string; says?: string; clause?: string } {
  const fields = Object.values(prompt)[0] as { clause?: string };
  return {
    ...match(prompt, t.prompts(seatNames(own))),
    ...(fields.clause ? { clause: t.common.clause(fields.clause) } : {}),
  };
}

/**
 * The player's gain from one result in cents, negative for a loss. The house keeps a progressive chip even when the
 * player wins a share of the meter.
 */
export function gain({ how, won, stake }: Pick<WagerResult, 'how' | 'won' | 'stake'>): number {
  if (typeof how === 'object' && 'ruled' in how) {
    return how.ruled === 'pays' ? won : how.ruled === 'returned' ? 0 : -stake;
  }
  return how === 'share' ? won - stake : won;
}

/** Totals of some results: all that was won, all that was lost, and the difference. */
export function totals(results: readonly WagerResult[]): { won: number; lost: number; total: number } {
  const gains = results.map(gain);
  const won = gains.reduce((sum, one) => sum + Math.max(0, one), 0);
  const total = gains.reduce((sum, one) => sum + one, 0);
  return { won, lost: won - total, total };
}

/** The totals in short: `+$5`, `-$5`; `+$5 -$5` where the two cancel, and "push" only where no money moved. */
export function shortTotal(results: readonly WagerResult[]): string {
  const { won, lost, total } = totals(results);
  if (total !== 0) return signed(total);
  return won > 0 ? `${signed(won)} ${signed(-lost)}` : t.table.result.returned;
}

/** The totals as a sentence to the player. */
export function totalSentence(results: readonly WagerResult[]): string {
  const { won, total } = totals(results);
  if (total !== 0) return total > 0 ? t.table.won(dollars(total)) : t.table.down(dollars(-total));
  return won > 0 ? t.table.evened(dollars(won)) : t.table.even;
}
