/** Rounds played through the API, for tests that need some on record. */
import assert from 'node:assert/strict';
import { ask } from './harness.js';

/** A guest at a table, with chips in front of him. */
export async function sitDown(house, table, seat) {
  const { token, session } = await ask(house, 'POST', '/api/session/guest');
  const player = { house, table, seat, token, who: session.person, name: session.name, id: session.person * 1_000_000 };
  await order(player, { sit: { seat, player: player.who } });
  for (const purse of ['chips', 'game-account'])
    await order(player, { 'buy-in': { player: player.who, purse, amount: 500_000 } });
  return player;
}

/** What the player sees. */
export const look = async ({ house, table, token }) =>
  (await ask(house, 'GET', `/api/tables/${table}/view`, undefined, token)).view;

/** Gives a command, with what he sees now behind it. */
export async function order(player, command, ready = false) {
  for (let turn = 0; ; turn++) {
    const { sequence } = await look(player);
    try {
      return await ask(
        player.house,
        'POST',
        `/api/tables/${player.table}/commands`,
        { id: player.id++, expects: sequence, command, ready },
        player.token,
      );
    } catch (error) {
      if (turn > 20 || !String(error).includes('stale')) throw error;
    }
  }
}

/** Plays one round with these wagers, such as `{main: 1000}`: plays or sets as simply as is lawful. Its number. */
export async function playRound(players, wagers) {
  const { house, table } = players[0];
  const before = (await look(players[0])).round;
  for (const player of players) {
    for (const [wager, amount] of Object.entries(wagers)) {
      const tender = wager === 'five-card-hand-bonus' ? 'game-account' : 'chips';
      await order(player, { place: { seat: player.seat, wager, amount, tender } });
    }
  }
  for (const player of players) await ask(house, 'POST', `/api/tables/${table}/ready`, undefined, player.token);
  for (let turn = 0; turn < 400; turn++) {
    let waited = true;
    for (const player of players) {
      const view = await look(player);
      if (view.phase === 'closed' && view.round > before) return view.round;
      const answer = await answerTo(player, view);
      const keeps = view.phase === 'responding' && view.asks.some((wanted) => wanted.surrender?.seat === player.seat);
      if (keeps) await ask(house, 'POST', `/api/tables/${table}/ready`, undefined, player.token);
      if (answer) {
        waited = false;
        await order(player, answer);
      }
    }
    if (waited) await new Promise((done) => setTimeout(done, 25));
  }
  return assert.fail('the round does not end');
}

async function answerTo(player, view) {
  const { seat } = player;
  for (const wanted of view.asks) {
    const [kind, inside] = Object.entries(wanted)[0];
    if (inside.seat !== seat) continue;
    if (kind === 'play-or-fold') return { play: { seat, amount: inside.least } };
    if (kind === 'double-down') return { 'double-down': { seat, take: false } };
    if (kind === 'void-hand') return { 'void-hand': { seat, void: false } };
    if (kind === 'set-hands')
      return {
        'set-hands': {
          seat,
          setting: await lawful(player, view.seats.find((one) => one.seat === seat).hand.cards.split(' ')),
        },
      };
  }
  return undefined;
}

/** The first setting the house takes. */
async function lawful({ house, table, seat, token }, cards) {
  const RANKS = '23456789TJQKA';
  const sorted = [...cards].sort((one, other) => RANKS.indexOf(one[0]) - RANKS.indexOf(other[0]));
  for (let low = 0; low < sorted.length; low++) {
    const rest = sorted.filter((_, place) => place !== low);
    const pairs =
      cards.length === 7 ? rest.flatMap((_, one) => rest.slice(one + 1).map((_, more) => [one, one + 1 + more])) : [[]];
    for (const pair of pairs) {
      const high = rest.filter((_, place) => !pair.includes(place));
      const hands = [high, ...(pair.length ? [pair.map((place) => rest[place])] : []), [sorted[low]]];
      const setting = hands.map((hand) => hand.join(' ')).join(' | ');
      const verdict = await ask(
        house,
        'POST',
        `/api/tables/${table}/verify`,
        { 'set-hands': { seat, setting } },
        token,
      );
      if (verdict.lawful) return setting;
    }
  }
  return assert.fail(`${cards.join(' ')} cannot be set`);
}
