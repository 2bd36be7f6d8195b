/** The slots of a hand: high, medium and low; high and low; or one. */
import type { TableSheet } from '../../lib/api';
import { t } from '../../lib/strings';

export interface Slot {
  label: string;
  size: number;
}

export function slotsOf(sheet: TableSheet | undefined): Slot[] {
  if (!sheet) return [];
  const { high, medium, low, only } = t.table.hands;
  const labels = sheet.hands.length === 3 ? [high, medium, low] : [high, low];
  if (sheet.hands.length === 0) return [{ label: only, size: sheet.cards }];
  return sheet.hands.map((size, place) => ({ label: labels[place] ?? '', size }));
}
