/** What the layout or a sign of a table says: what the text demands, and what befalls who is silent. */
import type { TableSheet } from '../../lib/api';
import { dollars } from '../../lib/money';
import { t } from '../../lib/strings';

export interface Sign {
  text: string;
  clause?: string;
}

/** What is inscribed on the felt. */
export function inscriptions(sheet: TableSheet): Sign[] {
  const signs: Sign[] = (t.table.inscriptions[sheet.text] ?? []).map(([text, clause]) => ({ text, clause }));
  if (sheet.payout_limit) signs.push({ text: t.table.payoutLimit(dollars(sheet.payout_limit)), clause: t.table.payoutLimitClause });
  return signs;
}

/** And what the house adds, which a player knows before he wagers. */
export function signsOf(sheet: TableSheet): Sign[] {
  // Where people deal there is no clock.
  if (sheet.kind === 'dealt') return inscriptions(sheet);
  const silence = t.table.silence[sheet.silent_seat]?.(sheet.seconds);
  return [
    ...inscriptions(sheet),
    ...(silence ? [{ text: silence }] : []),
    ...(sheet.reconnect_seconds ? [{ text: t.table.silenceLost(sheet.reconnect_seconds) }] : []),
  ];
}

/** Who sells the chips of a table where they are worth something. */
export const soldBy = (sheet: TableSheet): string => (sheet.kind === 'dealt' ? t.table.dealerSells : t.table.floorSells);
