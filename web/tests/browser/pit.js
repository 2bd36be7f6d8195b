/**
 * A house of its own with people in it and a dealt table, for tests of the floor's pages: the program as it is built, on a
 * temporary folder. What no program sees (the cards that lie on the table, the chips that were counted) stands here.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');
const PROGRAM = process.env.CROUPIER_PROGRAM ?? join(ROOT, 'target/debug/croupier');
export const PASSWORD = 'a sentence nobody guesses';

const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });

/** Somebody who asks the house over its API. */
export class Client {
  constructor(base, cookie = '', session = undefined) {
    Object.assign(this, { base, cookie, session });
  }

  async ask(method, path, body) {
    const headers = { accept: 'application/json', ...(this.cookie ? { cookie: this.cookie } : {}) };
    if (body !== undefined) headers['content-type'] = 'application/json';
    const response = await fetch(this.base + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
    const text = await response.text();
    const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0])[0];
    return { status: response.status, cookie, body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text };
  }

  async must(method, path, body) {
    const answer = await this.ask(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  static async person(base, name, password, role) {
    const answer = await new Client(base).ask('POST', '/api/session', { name, password, role });
    if (answer.status !== 201) throw new Error(`${name}: ${JSON.stringify(answer.body)}`);
    return new Client(base, answer.cookie, answer.body.session);
  }

  /** Signs in with a first password, changes it, and signs in again. */
  static async settled(base, name, first, role) {
    const fresh = await Client.person(base, name, first, role);
    await fresh.must('PUT', '/api/session/password', { old: first, new: PASSWORD });
    return Client.person(base, name, PASSWORD, role);
  }
}

export class House {
  static async open() {
    if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is not built`);
    const house = new House();
    house.folder = mkdtempSync(join(tmpdir(), 'croupier-floor-'));
    const port = await freePort();
    house.base = `http://127.0.0.1:${port}`;
    house.process = spawn(PROGRAM, ['serve', '--data', join(house.folder, 'house'), '--listen', `127.0.0.1:${port}`], { stdio: ['ignore', 'pipe', 'pipe'] });
    let told = '';
    const first = await new Promise((done, failed) => {
      const hear = (bytes) => {
        told += bytes;
        const found = /sign in as administrator with (\S+)/.exec(told);
        if (found && /Ctrl-C/.test(told)) done(found[1]);
      };
      house.process.stdout.on('data', hear);
      house.process.stderr.on('data', hear);
      house.process.on('exit', () => failed(new Error(`the house did not open: ${told}`)));
    });
    house.administrator = await Client.settled(house.base, 'administrator', first);
    return house;
  }

  async hire(name, ...roles) {
    const { password } = await this.administrator.must('POST', '/api/people', { name, roles });
    return Client.settled(this.base, name, password, roles[0]);
  }

  async close() {
    const gone = new Promise((done) => this.process.once('exit', done));
    this.process.kill('SIGTERM');
    await gone;
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export const submission = (name) => readFileSync(join(ROOT, 'submissions', `${name}.toml`), 'utf8');

/** A Crazy 4 Poker table with the Five-Card Progressive: seat 5's straight flush wins a share of the meter. */
export class Dealt {
  static cards = { 5: '5h 6h 7h 8h 9h', 2: 'Ac Ad 4s 7c 2d', dealer: 'Kc Kd 3s 8c 2s', shared: 'Jc' };

  constructor(id, { manager, dealer, floor, other, players }) {
    Object.assign(this, { id, manager, dealer, floor, other, players, next: 1 });
  }

  path(rest) {
    return `/api/tables/${this.id}/${rest}`;
  }

  async view(who) {
    return (await who.must('GET', this.path('view'))).view;
  }

  async order(who, command) {
    const { sequence } = await this.view(who);
    return who.ask('POST', this.path('commands'), { id: this.next++, expects: sequence, command });
  }

  async take(who, command) {
    const answer = await this.order(who, command);
    if (answer.status !== 200) throw new Error(`${JSON.stringify(command)}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }

  async opens() {
    const list = await this.manager.must('GET', this.path('checklist'));
    await this.manager.must('POST', this.path('open'), { checked: list.map(({ clause }) => clause) });
  }

  /** Chips counted by two, players seated, decks made ready. */
  async isMadeReady() {
    await this.take(this.floor, { 'relieve-dealer': { dealer: this.dealer.session.person } });
    const counted = await this.order(this.dealer, { 'count-inventory': { counted: 5_000_000 } });
    await this.floor.must('POST', `/api/approvals/${counted.body.approval}/grant`);
    for (const [place, seat] of [5, 2].entries()) {
      const player = this.players[place].session.person;
      await this.take(this.dealer, { sit: { seat, player } });
      await this.take(this.dealer, { 'buy-in': { player, purse: 'chips', amount: 100_000 } });
    }
    await this.work();
  }

  async wagers() {
    for (const seat of [5, 2]) {
      for (const [wager, amount] of [['main', 1_000], ['super-bonus', 1_000], ['five-card-progressive', 100]]) {
        await this.take(this.dealer, { place: { seat, wager, amount, tender: 'chips' } });
      }
    }
  }

  /** Dealer and floor do what they are asked, until it looks so or nobody is asked anything. */
  async work(looks = () => false) {
    for (;;) {
      const views = [await this.view(this.dealer), await this.view(this.floor)];
      if (looks(views[1])) return;
      let done = false;
      for (const [place, who] of [this.dealer, this.floor].entries()) {
        for (const ask of views[place].asks) {
          const command = this.does(views[place], ask);
          if (!command) continue;
          await this.take(who, command);
          done = true;
          break;
        }
        if (done) break;
      }
      const asked = views[1].seats.find((seat) => seat.asked);
      if (!done && asked) {
        await this.take(this.dealer, { play: { seat: asked.seat, amount: asked.wagers.find(([wager]) => wager === 'main')[1] } });
        done = true;
      }
      if (!done) return;
    }
  }

  does(view, ask) {
    const [kind, about] = Object.entries(ask)[0];
    if (kind === 'validate') return 'validate';
    if (kind === 'document') return { documented: about.seat };
    if (kind === 'play-or-fold') return { play: { seat: about.seat, amount: about.least } };
    if (kind === 'deck') {
      const { deck, step } = about;
      const simple = { receive: 'receive-deck', inspect: 'inspect-deck', 'tear-joker': 'tear-joker', verify: 'verify-deck', spread: 'spread-deck', look: 'look-at-deck', wash: 'wash-deck' };
      if (simple[step]) return { [simple[step]]: deck };
      if (step === 'shuffle') return { shuffle: { deck, by: 'hand' } };
      if (step === 'cut') return { cut: { deck, cards: 20 } };
    }
    if (kind !== 'dealer') return undefined;
    const { step } = about;
    if (step.reveal) return { reveal: { seat: step.reveal, shown: { cards: Dealt.cards[step.reveal] } } };
    if (step['verify-win']) return { 'verify-win': { light: true } };
    switch (step) {
      case 'no-more-bets': return 'no-more-bets';
      case 'count-progressive': return { 'count-progressive': { chips: 2 } };
      case 'deal': return { deal: {} };
      case 'count-stub': {
        const out = [...view.seats.map(({ hand }) => hand), view.dealer, view.shared].reduce((sum, { count }) => sum + count, 0);
        return { 'count-stub': { cards: 52 - out } };
      }
      case 'turn-cards': return { 'turn-dealer': { setting: Dealt.cards.dealer, shared: Dealt.cards.shared } };
      case 'close-round': return { 'close-round': {} };
      default: throw new Error(`${JSON.stringify(step)} is asked, and nobody knows what to do`);
    }
  }
}

/** A house with everybody in it and a dealt table that is still closed. */
export async function pit() {
  const house = await House.open();
  const people = {
    manager: await house.hire('Max', 'manager'),
    dealer: await house.hire('Dora', 'dealer'),
    floor: await house.hire('Flora', 'floorperson'),
    other: await house.hire('Frank', 'floorperson'),
    players: [await house.hire('Paul', 'player'), await house.hire('Petra', 'player')],
  };
  const made = await people.manager.must('POST', '/api/tables', { name: 'Crazy 4, pit 1', submission: submission('pa-657a-a') });
  return { house, people, table: new Dealt(made.id, people) };
}
