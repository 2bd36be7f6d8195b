/**
 * A dealt table with its people, as the tests of the consoles need it: made by the manager from a submission, opened
 * with its checklist, its inventory counted under two names. What people of other pages do is done here through the
 * API.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ask, hire } from './harness.js';

export async function dealtTable(house, submission, name) {
  const staff = {};
  for (const [who, role] of [
    ['Max', 'manager'],
    ['Dora', 'dealer'],
    ['Flora', 'floorperson'],
    ['Frank', 'floorperson'],
  ]) {
    staff[role === 'floorperson' && staff.floorperson ? 'other' : role] = await hire(house, `${who} ${name}`, [role]);
  }
  const text = readFileSync(resolve(`../submissions/${submission}.toml`), 'utf8');
  const made = await ask(house, 'POST', '/api/tables', { name, submission: text }, staff.manager.token);
  const path = (rest) => `/api/tables/${made.id}/${rest}`;
  const checklist = await ask(house, 'GET', path('checklist'), undefined, staff.manager.token);
  await ask(house, 'POST', path('open'), { checked: checklist.map(({ clause }) => clause) }, staff.manager.token);
  const table = { id: made.id, name, ...staff };
  let next = 1;
  /** Gives a command as somebody. */
  table.order = async (who, command) => {
    const { view } = await ask(house, 'GET', path('view'), undefined, who.token);
    return ask(house, 'POST', path('commands'), { id: next++, expects: view.sequence, command }, who.token);
  };
  table.view = async (who) => (await ask(house, 'GET', path('view'), undefined, who.token)).view;
  /** Somebody asks for what takes two, and another grants it. */
  table.grant = async (who, approval) => ask(house, 'POST', `/api/approvals/${approval}/grant`, undefined, who.token);
  const { approval } = await table.order(staff.dealer, { 'count-inventory': { counted: 5_000_000 } });
  await table.grant(staff.floorperson, approval);
  return table;
}
