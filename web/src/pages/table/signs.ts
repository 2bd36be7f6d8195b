/** The inscriptions and signs of a table: those that the regulation requires, and what happens to inactive players. */
import type { TableSheet } from '../../lib/api';
import { dollars } from '../../lib/money';
import { t } from '../../lib/strings';

export interface Sign {
  text: string;
  clause?: string;
}

/** The inscriptions on the felt. */
export function inscriptions(sheet: TableSheet): Sign[] {
  const signs: Sign[] = (t.law.inscriptions[sheet.text] ?? []).map(([text, clause]) => ({ text, clause }));
  if (sheet.payout_limit)
    signs.push({ text: t.law.payoutLimit(dollars(sheet.payout_limit)), clause: t.law.payoutLimitClause });
  return signs;
}

/** All signs: the inscriptions and those that the house adds. */
export function signsOf(sheet: TableSheet): Sign[] {
  // A table with a dealer has no clock.
  if (sheet.kind === 'dealt') return inscriptions(sheet);
  const silence = t.law.inactive[sheet.silent_seat]?.(sheet.seconds);
  return [
    ...inscriptions(sheet),
    ...(silence ? [{ text: silence }] : []),
    ...(sheet.reconnect_seconds ? [{ text: t.table.inactiveLost(sheet.reconnect_seconds) }] : []),
  ];
}

/** Who sells the chips of a table that does not use play chips. */
export const soldBy = (sheet: TableSheet): string =>
  sheet.kind === 'dealt' ? t.table.dealerSells : t.table.floorSells;
