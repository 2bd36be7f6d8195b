/**
 * A house of its own with people in it and a dealt table, for tests of the floor's pages: the program as it is built,
 * on a temporary folder. What no program sees (the cards that lie on the table, the chips that were counted) stands
 * here.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ask, hire, open, visit } from './harness.js';

const SUBMISSIONS = resolve(import.meta.dirname, '../../../submissions');

/** Somebody who asks the house over its API, and whose page is signed in. */
export class Colleague {
  static async hired(house, name, ...roles) {
    const hired = Object.assign(new Colleague(), await hire(house, name, roles), { house });
    hired.who = (await hired.must('GET', '/api/session')).person;
    return hired;
  }

  must(method, path, body) {
    return ask(this.house, method, path, body, this.token);
  }
}

/** A page of somebody who has signed in already. */
export async function pageOf(place, person, path, context = {}) {
  const page = await visit(place, { ...context, path: null });
  await page.context().addCookies([{ name: 'croupier_session', value: person.token, url: place.house.address }]);
  await page.addInitScript(() => localStorage.setItem('croupier.signed-in', '1'));
  await page.goto(path);
  return page;
}

export const submission = (name) => readFileSync(join(SUBMISSIONS, `${name}.toml`), 'utf8');

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

  /** Gives a command; if the house has done a step of its own meanwhile, again. */
  async order(who, command) {
    for (let turn = 0; ; turn++) {
      const { sequence } = await this.view(who);
      try {
        return await who.must('POST', this.path('commands'), { id: this.next++, expects: sequence, command });
      } catch (error) {
        if (turn > 20 || !String(error).includes('"stale"')) throw error;
      }
    }
  }

  async opens() {
    const list = await this.manager.must('GET', this.path('checklist'));
    await this.manager.must('POST', this.path('open'), { checked: list.map(({ clause }) => clause) });
  }

  /** Chips counted by two, players seated, decks made ready. */
  async isMadeReady() {
    await this.order(this.floor, { 'relieve-dealer': { dealer: this.dealer.who } });
    const counted = await this.order(this.dealer, { 'count-inventory': { counted: 5_000_000 } });
    await this.floor.must('POST', `/api/approvals/${counted.approval}/grant`);
    for (const [place, seat] of [5, 2].entries()) {
      const player = this.players[place].who;
      await this.order(this.dealer, { sit: { seat, player } });
      await this.order(this.dealer, { 'buy-in': { player, purse: 'chips', amount: 100_000 } });
    }
    await this.work();
  }

  async wagers() {
    for (const seat of [5, 2]) {
      for (const [wager, amount] of [
        ['main', 1_000],
        ['five-card-progressive', 100],
      ]) {
        await this.order(this.dealer, { place: { seat, wager, amount, tender: 'chips' } });
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
          await this.order(who, command);
          done = true;
          break;
        }
        if (done) break;
      }
      const asked = views[1].seats.find((seat) => seat.asked);
      if (!done && asked) {
        await this.order(this.dealer, {
          play: { seat: asked.seat, amount: asked.wagers.find(([wager]) => wager === 'main')[1] },
        });
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
      const simple = {
        receive: 'receive-deck',
        inspect: 'inspect-deck',
        'tear-joker': 'tear-joker',
        verify: 'verify-deck',
        spread: 'spread-deck',
        look: 'look-at-deck',
        wash: 'wash-deck',
      };
      if (simple[step]) return { [simple[step]]: deck };
      if (step === 'shuffle') return { shuffle: { deck, by: 'hand' } };
      if (step === 'cut') return { cut: { deck, cards: 20 } };
    }
    if (kind !== 'dealer') return undefined;
    const { step } = about;
    if (step.reveal) return { reveal: { seat: step.reveal, shown: { cards: Dealt.cards[step.reveal] } } };
    if (step['verify-win']) return { 'verify-win': { light: true } };
    switch (step) {
      case 'no-more-bets':
        return 'no-more-bets';
      case 'count-progressive':
        return { 'count-progressive': { chips: 2 } };
      case 'deal':
        return { deal: {} };
      case 'count-stub': {
        const out = [...view.seats.map(({ hand }) => hand), view.dealer, view.shared].reduce(
          (sum, { count }) => sum + count,
          0,
        );
        return { 'count-stub': { cards: 52 - out } };
      }
      case 'collect-unwagered':
        return 'collect-unwagered';
      case 'turn-cards':
        return { 'turn-dealer': { setting: Dealt.cards.dealer, shared: Dealt.cards.shared } };
      case 'close-round':
        return { 'close-round': {} };
      default:
        throw new Error(`${JSON.stringify(step)} is asked, and nobody knows what to do`);
    }
  }
}

/** A house with everybody in it and a dealt table that is still closed. */
export async function pit() {
  const place = await open();
  const hired = (name, ...roles) => Colleague.hired(place.house, name, ...roles);
  const people = {
    manager: await hired('Max', 'manager'),
    dealer: await hired('Dora', 'dealer'),
    floor: await hired('Flora', 'floorperson'),
    other: await hired('Frank', 'floorperson'),
    players: [await hired('Paul', 'player'), await hired('Petra', 'player')],
  };
  const made = await people.manager.must('POST', '/api/tables', {
    name: 'Crazy 4, pit 1',
    submission: submission('pa-657a-a'),
  });
  return { ...place, people, table: new Dealt(made.id, people) };
}
