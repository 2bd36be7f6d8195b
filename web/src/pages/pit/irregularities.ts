/** The irregularities in the order in which dealers and floorpersons look for them. */
import type { Irregularity, Schemas, View } from '../../lib/api';
import { t } from '../../lib/strings';

/** An irregularity without a place. */
export type Plain = Extract<Irregularity, string>;
export type Place = Schemas['Place'];

const DICE: readonly Plain[] = ['dice-not-flat', 'die-fell-out'];
const DEVICES: readonly Plain[] = [
  'shuffler-fails',
  'device-miscount',
  'shoe-fails',
  'shuffler-out-of-order',
  'shoe-out-of-order',
];

/** The irregularities without a place, in groups; a table without dice has none of dice. */
export function groupsOf({ dice }: View): { title: string; of: readonly Plain[] }[] {
  return [
    {
      title: t.irregularGroups.cards,
      of: [
        'face-up',
        'drawn-in-error',
        'wrong-start',
        'stacks-out-of-order',
        'set-wrongly',
        'stub-misdealt',
        'stub-unexplained',
      ],
    },
    ...(dice ? [{ title: t.irregularGroups.dice, of: DICE }] : []),
    { title: t.irregularGroups.devices, of: DEVICES },
  ];
}

/** The places where a card can be exposed or the number of cards can be wrong. */
export const placesOf = ({ seats, shared }: View): Place[] => [
  ...seats.map(({ seat }) => `seat ${seat}` as Place),
  'dealer',
  ...(shared.count > 0 ? (['bonus card'] as Place[]) : []),
];
