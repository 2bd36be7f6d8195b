/**
 * Every text that a person reads or hears on these pages. A translation is another folder like this one. The server
 * sends its own texts: problems, names of hands, titles of wagers.
 */
import { auditor } from './auditor';
import * as common from './common';
import { dealer } from './dealer';
import { events, irregularGroups, irregularities, irregularityOf, prompts, remedies, remedyOf } from './events';
import { floor } from './floor';
import { law } from './law';
import { lobby, signIn } from './lobby';
import { odds } from './odds';
import { people } from './people';
import { table } from './table';
import { verify } from './verify';

export type { SeatName, WagerName } from './events';

export const t = {
  ...common,
  events,
  prompts,
  irregularities,
  irregularityOf,
  irregularGroups,
  remedies,
  remedyOf,
  law,
  lobby,
  signIn,
  table,
  dealer,
  floor,
  auditor,
  people,
  verify,
  odds,
};
