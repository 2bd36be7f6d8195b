/** What the table waits for, as what the dealer does about it: a form for every ask. */
import type { Ask, Command, Schemas, View } from '../../lib/api';
import { dollars } from '../../lib/money';
import { seatNames, step as stepOf } from '../../lib/names';
import { t } from '../../lib/strings';
import { match } from '../../lib/tagged';

export interface Option {
  label: string;
  command: Command;
  kind?: 'primary' | 'plain' | 'danger';
  /** The key that chooses it. */
  key: string;
}

export type Form =
  | { kind: 'do'; command: Command }
  | { kind: 'choice'; options: readonly Option[] }
  | { kind: 'number'; label: string; most: number; command: (number: number) => Command; other?: (number: number) => { label: string; command: Command } }
  | { kind: 'count' }
  | { kind: 'stub' }
  | { kind: 'shuffle'; deck: Schemas['DeckId'] }
  | { kind: 'cut'; deck: Schemas['DeckId'] }
  | { kind: 'start' }
  | { kind: 'play'; seat: number; least: number; most: number }
  | { kind: 'dealer' }
  | { kind: 'reveal'; seat: number };

/** A step: what it is, what to announce, the clause, and how it is done. */
export interface Step {
  /** The same as long as the same is asked. */
  key: string;
  ask: Ask;
  title: string;
  says?: string | undefined;
  clause?: string | undefined;
  form: Form;
}

const seat = seatNames();

const doing = (command: Command): { form: Form } => ({ form: { kind: 'do', command } });

const deckForm = (deck: Schemas['DeckId'], step: Schemas['DeckStep']): { form: Form } => {
  switch (step) {
    case 'receive':
      return doing({ 'receive-deck': deck });
    case 'inspect':
      return doing({ 'inspect-deck': deck });
    case 'tear-joker':
      return doing({ 'tear-joker': deck });
    case 'verify':
      return doing({ 'verify-deck': deck });
    case 'spread':
      return doing({ 'spread-deck': deck });
    case 'look':
      return doing({ 'look-at-deck': deck });
    case 'wash':
      return doing({ 'wash-deck': deck });
    case 'remove':
      return doing({ 'remove-deck': deck });
    case 'shuffle':
      return { form: { kind: 'shuffle', deck } };
    case 'cut':
      return { form: { kind: 'cut', deck } };
    default:
      return step satisfies never;
  }
};

function dealerForm(step: Schemas['DealerStep']): { form: Form; says?: string } {
  if (typeof step !== 'string') {
    if ('reveal' in step) return { form: { kind: 'reveal', seat: step.reveal } };
    if ('verify-win' in step) {
      return {
        form: {
          kind: 'choice',
          options: [
            { label: t.dealer.step.light, command: { 'verify-win': { light: true } }, kind: 'primary', key: 'y' },
            { label: t.dealer.step.noLight, command: { 'verify-win': { light: false } }, key: 'n' },
          ],
        },
      };
    }
    const of = step['count-surrendered'];
    const command = (cards: number): Command => ({ 'count-surrendered': { seat: of, cards } });
    return { form: { kind: 'number', label: t.dealer.step.surrendered, most: 53, command } };
  }
  switch (step) {
    case 'place-dice':
      return doing('place-dice');
    case 'no-more-bets':
      return doing('no-more-bets');
    case 'count-progressive':
      return { form: { kind: 'number', label: t.dealer.step.chips, most: 12, command: (chips) => ({ 'count-progressive': { chips } }) } };
    case 'find-start':
      return { form: { kind: 'start' }, says: t.dealer.announce.start };
    case 'deal':
      return doing({ deal: {} });
    case 'count-stub':
      return { form: { kind: 'stub' } };
    case 'collect-unwagered':
      return doing('collect-unwagered');
    case 'cover-shaker':
      return doing({ 'cover-shaker': { shakes: 1 } });
    case 'turn-cards':
      return { form: { kind: 'dealer' }, says: t.dealer.announce.turn };
    case 'close-round':
      return doing({ 'close-round': {} });
    default:
      return step satisfies never;
  }
}

/** How an ask is answered by the dealer; none for what others answer. */
function formOf(ask: Ask): { form: Form; says?: string } | null {
  const say = t.dealer.announce;
  return match<Ask, { form: Form; says?: string } | null>(ask, {
    'set-hands': ({ seat: who }) => ({ ...doing({ 'set-hands': { seat: who } }), says: say.set(seat(who)) }),
    'double-down': ({ seat: who, amount }) => ({
      says: say.double(seat(who), dollars(amount)),
      form: {
        kind: 'choice',
        options: [
          { label: t.dealer.step.decline, command: { 'double-down': { seat: who, take: false } }, kind: 'primary', key: 'n' },
          { label: t.dealer.step.take, command: { 'double-down': { seat: who, take: true } }, key: 'y' },
        ],
      },
    }),
    'play-or-fold': ({ seat: who, least, most }) => ({ says: say.play(seat(who)), form: { kind: 'play', seat: who, least, most } }),
    surrender: () => null,
    'void-hand': ({ seat: who }) => ({
      says: say.void(seat(who)),
      form: {
        kind: 'choice',
        options: [
          { label: t.dealer.step.playsOut, command: { 'void-hand': { seat: who, void: false } }, kind: 'primary', key: 'n' },
          { label: t.dealer.step.voids, command: { 'void-hand': { seat: who, void: true } }, kind: 'danger', key: 'y' },
        ],
      },
    }),
    deck: ({ deck, step }) => deckForm(deck, step),
    dealer: ({ step }) => dealerForm(step),
    document: ({ seat: who }) => doing({ documented: who }),
    'opening-count': () => ({ form: { kind: 'count' } }),
    validate: () => doing('validate'),
    'correct-progressive': () => null,
    reserve: () => null,
    'system-draws': () => null,
  });
}

const nobodySits = (view: View): boolean => view.seats.every((place) => place.player == null);

/** Where the deal starts, as it is announced. */
function started({ start }: View): string | undefined {
  if (!start) return undefined;
  const at = t.common.positionOf(start.position);
  const total = start.dice.reduce((sum, die) => sum + die, 0);
  return total ? t.dealer.announce.started(total, at) : t.dealer.announce.startedAt(at);
}

/** The steps that are open for the dealer, the next by the book first. */
export function stepsOf(view: View): Step[] {
  // Whatever a closed table asks for comes after its opening, which is not the dealer's.
  if (view.status === 'closed') return [];
  return view.asks.flatMap((ask) => {
    const form = formOf(ask);
    // What nobody has come to look at waits.
    const looks = typeof ask === 'object' && 'deck' in ask && ask.deck.step === 'look' && nobodySits(view);
    if (!form || looks) return [];
    const told = stepOf(ask);
    const deals = typeof ask === 'object' && 'dealer' in ask && ask.dealer.step === 'deal';
    const says = told.says ?? form.says ?? (deals ? started(view) : undefined);
    return [{ key: JSON.stringify(ask), ask, title: told.step, says, clause: told.clause, form: form.form }];
  });
}

/** What is waited for when the dealer has no step. */
export function waitsFor(view: View): { title: string; why: string } {
  const { nothing } = t.dealer.step;
  const inspected = view.decks.find((deck) => deck.stage === 'inspected');
  if (view.status === 'closed') return nothing.shut;
  const between = view.phase === 'closed' || view.phase === 'betting';
  if (view.waiting?.verified) {
    return { title: nothing.floor, why: nothing.validate(seat(view.waiting.seat), t.wagers[view.waiting.wager]) };
  }
  if (view.phase === 'dealing') return { title: nothing.floor, why: nothing.progressive };
  if (inspected && between) return { title: nothing.floor, why: nothing.verify(t.decks[inspected.deck]) };
  if (nobodySits(view)) {
    const spread = view.decks.some((deck) => deck.stage === 'spread');
    return { title: nothing.empty, why: spread ? nothing.look : nothing.emptyWhy };
  }
  if (view.phase === 'betting') return { title: nothing.betting, why: nothing.bettingWhy };
  if (view.phase === 'closed') return { title: nothing.closed, why: nothing.closedWhy };
  return { title: nothing.house, why: nothing.houseWhy };
}
