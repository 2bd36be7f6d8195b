import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { load } from './load.js';

/** A socket that does nothing by itself. */
class Socket {
  static OPEN = 1;
  static all = [];
  readyState = 1;
  sent = [];
  constructor(url) {
    this.url = url;
    Socket.all.push(this);
  }
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
  }
  hear(hears) {
    this.onmessage({ data: JSON.stringify(hears) });
  }
  lose(code = 1006) {
    this.readyState = 3;
    this.onclose({ code });
  }
}

const store = new Map();
Object.assign(globalThis, {
  WebSocket: Socket,
  location: { protocol: 'http:', host: 'house', pathname: '/', search: '' },
  sessionStorage: {
    getItem: (key) => store.get(key) ?? null,
    setItem: (key, value) => store.set(key, value),
    removeItem: (key) => store.delete(key),
  },
  document: { addEventListener() {}, removeEventListener() {}, visibilityState: 'visible' },
  addEventListener() {},
  removeEventListener() {},
});
const { Feed } = await load('lib/feed.svelte.ts');

const now = (sequence, time = Date.now()) => ({
  table: 1,
  view: { sequence },
  deadlines: [{ seat: null, until: time + 10_000 }],
  ready: [],
  now: time,
  meters: [],
});
const table = (sequence, time) => ({ kind: 'table', seq: sequence, now: now(sequence, time) });
const socket = () => Socket.all.at(-1);
const commands = (of = socket()) => of.sent.filter((message) => message.do === 'order');

let feeds = [];
function open() {
  const feed = new Feed(1);
  feeds.push(feed);
  feed.open();
  return feed;
}
beforeEach(() => {
  for (const feed of feeds) feed.close();
  feeds = [];
  store.clear();
  Socket.all = [];
  mock.timers.reset();
});

test('a feed shows the server’s view and resumes where it stopped', () => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const feed = open();
  assert.equal(feed.state, 'connecting');
  assert.match(socket().url, /^ws:\/\/house\/api\/tables\/1\/feed$/);
  socket().hear(table(7));
  assert.equal(feed.state, 'live');
  assert.equal(feed.now.view.sequence, 7);
  socket().lose();
  assert.equal(feed.state, 'lost');
  mock.timers.tick(1_000);
  assert.match(socket().url, /\?from=7$/);
  assert.equal(feed.state, 'lost', 'it is not live before the house has shown the table');
  const heard = [];
  feed.onLines((lines, missed) => heard.push([lines.map((line) => line.seq), missed]));
  socket().hear({ kind: 'told', seq: 9, lines: [{ seq: 8 }, { seq: 9 }] });
  socket().hear(table(9));
  socket().hear({ kind: 'told', seq: 10, lines: [{ seq: 9 }, { seq: 10 }], now: now(10) });
  assert.deepEqual(
    heard,
    [
      [[8, 9], true],
      [[10], false],
    ],
    'what is told twice is heard once',
  );
  assert.equal(feed.state, 'live');
});

test('the same command sent twice is one command, unless each counts', async () => {
  const feed = open();
  socket().hear(table(1));
  const place = { place: { seat: 1, wager: 'main', amount: 500, tender: 'chips' } };
  const [first, second] = [feed.send(place), feed.send(place)];
  assert.equal(first, second);
  assert.equal(commands().length, 1);
  const third = feed.send(place, { each: true });
  assert.equal(commands().length, 1, 'the next waits for the answer');
  assert.equal(feed.pendingCount, 2);
  socket().hear({ kind: 'told', seq: 2, lines: [{ seq: 2 }], now: now(2) });
  socket().hear({ kind: 'taken', seq: 2, id: commands()[0].id, repeated: false });
  assert.deepEqual(await first, { kind: 'accepted', repeated: false });
  assert.equal(commands().length, 2);
  assert.equal(commands()[1].expects, 2, 'it has seen what the one before led to');
  assert.notEqual(commands()[1].id, commands()[0].id);
  const problem = { status: 422, code: 'amount', title: '', detail: 'too much', clause: '659a.7' };
  socket().hear({ kind: 'declined', seq: 2, id: commands()[1].id, problem });
  assert.deepEqual(await third, { kind: 'rejected', problem });
  assert.equal(feed.pendingCount, 0);
});

test('a command without an answer when the connection breaks is sent again under its id', async () => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const feed = open();
  socket().hear(table(1));
  const answer = feed.send({ fold: 2 });
  const [{ id }] = commands();
  socket().lose();
  mock.timers.tick(1_000);
  assert.equal(commands().length, 0);
  socket().hear(table(2));
  assert.equal(commands()[0].id, id);
  socket().hear({ kind: 'taken', seq: 2, id, repeated: true });
  assert.deepEqual(await answer, { kind: 'accepted', repeated: true });
});

test('after a reload a command is sent again unchanged, and an old one is not', () => {
  const feed = open();
  socket().hear(table(4));
  void feed.send({ fold: 2 });
  const [command] = commands();
  feed.close();
  const again = open();
  socket().hear(table(6));
  assert.deepEqual(commands()[0], command, 'it expects what it expected: a table that moved on declines it');
  socket().hear({
    kind: 'declined',
    seq: 6,
    id: command.id,
    problem: { status: 409, code: 'stale', title: '', detail: '' },
  });
  assert.equal(again.pendingCount, 0);
  assert.deepEqual(socket().sent.at(-1), { do: 'show' });
  store.set('croupier.commands.1', JSON.stringify([{ request: command, at: Date.now() - 60_000 }]));
  open();
  socket().hear(table(6));
  assert.equal(commands().length, 0);
});

test('a session that has ended ends the feed, and no command waits for ever', async () => {
  const feed = open();
  socket().hear(table(1));
  const answer = feed.send({ fold: 2 });
  socket().lose(4401);
  assert.equal(feed.state, 'ended');
  assert.equal((await answer).problem.code, 'no-session');
  assert.equal((await feed.send({ fold: 2 })).problem.code, 'no-session');
});

test('a countdown uses the message with the least delay', () => {
  const feed = open();
  assert.equal(feed.left(0), undefined);
  const time = performance.timeOrigin + performance.now();
  // The house is an hour ahead; the first message took two seconds, the second none.
  socket().hear(table(1, time + 3_600_000 - 2_000));
  socket().hear(table(2, time + 3_600_000));
  socket().hear(table(3, time + 3_600_000 - 500));
  const left = feed.left(time + 3_600_000 + 5_000);
  assert.ok(left <= 5_000 && left > 4_500, `${left}`);
  assert.equal(feed.left(0), 0);
});
