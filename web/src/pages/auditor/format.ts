/** Formats of the audit pages: times in fields, accounts, commands. */
import type { Schemas } from '../../lib/api';
import { t } from '../../lib/strings';
import { match } from '../../lib/match';
import { people } from '../../lib/people.svelte';

/** A time for a field of type `datetime-local`. */
export const toField = (at: number | undefined): string => {
  if (at === undefined) return '';
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
};
export const fromField = (text: string): number | undefined => {
  const at = text ? new Date(text).getTime() : NaN;
  return Number.isNaN(at) ? undefined : at;
};

/** Hundredths of a cent: `$10,000.00`, and the fraction of a cent where there is one. */
export function fine(hundredths: number): string {
  const sign = hundredths < 0 ? '−' : '';
  const all = Math.abs(hundredths);
  const [dollars, cents, rest] = [Math.floor(all / 10_000), Math.floor(all / 100) % 100, all % 100];
  const two = (number: number) => String(number).padStart(2, '0');
  return `${sign}$${dollars.toLocaleString('en-US')}.${two(cents)}${rest ? two(rest) : ''}`;
}
export const change = (hundredths: number): string => (hundredths > 0 ? `+${fine(hundredths)}` : fine(hundredths));

/** The name of an account. */
export function accountName(account: Schemas['Account'], meters: readonly { name: string }[]): string {
  const meter = (place: number) => meterTitle(meters[place]?.name ?? `meter ${place + 1}`);
  const own = t.auditor.accounts;
  return match(account, {
    player: (who) => t.auditor.playerAccount(people.name(who)),
    game: (who) => t.auditor.gameAccount(people.name(who)),
    meter: (place) => t.auditor.meterAccount(meter(place)),
    reserve: (place) => t.auditor.reserveAccount(meter(place)),
    felt: () => own.felt,
    inventory: () => own.inventory,
    payable: () => own.payable,
    cage: () => own.cage,
    drop: () => own.drop,
    tips: () => own.tips,
    patrons: () => own.patrons,
  });
}
export const accountKey = (account: Schemas['Account']): string => JSON.stringify(account);
export const meterTitle = (name: string): string => t.law.meterNames[name] ?? name;

/** `no-more-bets` as `No more bets`. */
export const words = (name: string): string => {
  const plain = name.replaceAll('-', ' ').replaceAll('_', ' ');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
};

/** An audience as the address of a replay has it. */
export const audienceKey = (audience: Schemas['Audience']): string =>
  typeof audience === 'string' ? audience : `player-${audience.player}`;
export const audienceName = (audience: Schemas['Audience']): string =>
  typeof audience === 'string' ? t.auditor.audiences[audience] : people.name(audience.player);
