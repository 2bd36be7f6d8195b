/** Formats of the odds. The API sends exact numbers as strings, since a JavaScript number has only 53 bits. */
import type { Schemas } from '../../lib/api';

export type Fraction = Schemas['ExactFraction'];
export type WagerOdds = Schemas['WagerOdds'];
export type Odds = Schemas['OddsReport'];

const number = (text: string) => Number(text);

/** `3.0606 %`, with four places. */
export const percent = (fraction: Fraction | undefined): string =>
  fraction ? `${(number(fraction.decimal) * 100).toFixed(4)}%` : '–';
/** `264,142,729 / 7,726,058,340`. */
export const exactly = ({ num, den }: Fraction): string =>
  `${BigInt(num).toLocaleString('en-US')} / ${BigInt(den).toLocaleString('en-US')}`;
export const grouped = (count: string): string => BigInt(count).toLocaleString('en-US');
/** The share of some deals in all deals. */
export const chance = (count: string, all: string): number => number(count) / number(all);
/** `4.03` or `649,740`: one in so many deals. */
export function oneIn(part: number): string {
  if (part <= 0) return '∞';
  const every = 1 / part;
  return every < 100 ? every.toFixed(2) : Math.round(every).toLocaleString('en-US');
}

/** The results of a wager with their counts, from the worst to the best. */
export function results(wager: WagerOdds): { label: string; count: bigint; net: number }[] {
  const sums = new Map<string, { label: string; count: bigint; net: number }>();
  for (const { count, net } of wager.outcomes ?? []) {
    const known = sums.get(net.decimal);
    if (known) known.count += BigInt(count);
    else {
      const value = number(net.decimal);
      sums.set(net.decimal, { label: value > 0 ? `+${value}` : String(value), count: BigInt(count), net: value });
    }
  }
  return [...sums.values()].sort((one, other) => one.net - other.net);
}
