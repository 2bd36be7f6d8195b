/** What should not happen at a table, in the order in which dealer and floor look for it. */
import type { Irregularity, Schemas, View } from '../../lib/api';
import { t } from '../../lib/strings';

/** An irregularity that has no place. */
export type Plain = Extract<Irregularity, string>;
export type Place = Schemas['Place'];

const DICE: readonly Plain[] = ['dice-not-flat', 'die-fell-out'];
const DEVICES: readonly Plain[] = ['shuffler-fails', 'device-miscount', 'shoe-fails', 'shuffler-out-of-order', 'shoe-out-of-order'];

/** Those without a place, grouped by what they happen to; without dice nothing happens to them. */
export function groupsOf({ dice }: View): { title: string; of: readonly Plain[] }[] {
  return [
    { title: t.irregularGroups.cards, of: ['face-up', 'drawn-in-error', 'wrong-start', 'stacks-out-of-order', 'set-wrongly', 'stub-misdealt', 'stub-unexplained'] },
    ...(dice ? [{ title: t.irregularGroups.dice, of: DICE }] : []),
    { title: t.irregularGroups.devices, of: DEVICES },
  ];
}

/** Where a card can be exposed, or a number of cards be wrong. */
export const placesOf = ({ seats, shared }: View): Place[] => [
  ...seats.map(({ seat }) => `seat ${seat}` as Place),
  'dealer',
  ...(shared.count > 0 ? (['bonus card'] as Place[]) : []),
];
