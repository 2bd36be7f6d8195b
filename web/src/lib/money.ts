/** Money as people read and hear it. The API has whole cents, and hundredths of a cent for accounts and meters. */

const whole = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** `$25`, `$12.50`: cents are shown where there are any. */
export function dollars(cents: number): string {
  return cents % 100 === 0 ? whole.format(cents / 100) : exact.format(cents / 100);
}

/** `$25.00`: always with cents, for columns and meters. */
export function dollarsAndCents(cents: number): string {
  return exact.format(cents / 100);
}

/** `+$25`, `-$5`, `$0`. */
export function signed(cents: number): string {
  return cents > 0 ? `+${dollars(cents)}` : dollars(cents);
}

/** The balance of an account in whole cents, rounded down. */
export const cents = (hundredths: number): number => Math.floor(hundredths / 100);

/** Parses typed dollars into cents: `25`, `$12.50`, `1,000`; `undefined` if it is not an amount. */
export function parseDollars(text: string): number | undefined {
  const found = /^\s*\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?\s*$/.exec(text);
  if (!found?.[1]) return undefined;
  const amount = Number(found[1].replaceAll(',', '')) * 100 + Number((found[2] ?? '').padEnd(2, '0') || 0);
  return Number.isSafeInteger(amount) ? amount : undefined;
}

/** A chip of the rack: its worth in cents and the class that colours it. */
export interface Denomination {
  worth: number;
  name: string;
}

export const DENOMINATIONS: readonly Denomination[] = [
  { worth: 100_000, name: 'yellow' },
  { worth: 50_000, name: 'purple' },
  { worth: 10_000, name: 'black' },
  { worth: 2_500, name: 'green' },
  { worth: 500, name: 'red' },
  { worth: 100, name: 'white' },
];

/** An amount below a dollar is one coin. */
export const COIN: Denomination = { worth: 1, name: 'coin' };

/** The chips an amount is paid in, highest first. */
export function chips(amount: number): { chip: Denomination; count: number }[] {
  const stack: { chip: Denomination; count: number }[] = [];
  let rest = Math.max(0, amount);
  for (const chip of DENOMINATIONS) {
    const count = Math.floor(rest / chip.worth);
    if (count > 0) stack.push({ chip, count });
    rest -= count * chip.worth;
  }
  if (rest > 0) stack.push({ chip: { ...COIN, worth: rest }, count: 1 });
  return stack;
}

/** The label of a chip: `25`, `1K`, `50¢`. */
export function onChip(worth: number): string {
  if (worth < 100) return `${worth}¢`;
  return worth >= 100_000 ? `${worth / 100_000}K` : String(worth / 100);
}
