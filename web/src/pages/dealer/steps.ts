/** The dealer's steps: a form for every prompt. */
import type { Prompt, Command, Schemas, View } from '../../lib/api';
import { dollars } from '../../lib/money';
import { seatNames, step as stepOf } from '../../lib/wording';
import { t } from '../../lib/strings';
import { match } from '../../lib/match';

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
  | {
      kind: 'number';
      label: string;
      most: number;
      command: (number: number) => Command;
      other?: (number: number) => { label: string; command: Command };
    }
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
  /** Stays the same while the prompt is the same. */
  key: string;
  prompt: Prompt;
  title: string;
  says?: string | undefined;
  clause?: string | undefined;
  form: Form;
}

const seat = seatNames();

const commandForm = (command: Command): { form: Form } => ({ form: { kind: 'do', command } });

const deckForm = (deck: Schemas['DeckId'], step: Schemas['DeckStep']): { form: Form } => {
  switch (step) {
    case 'receive':
      return commandForm({ 'receive-deck': deck });
    case 'inspect':
      return commandForm({ 'inspect-deck': deck });
    case 'tear-joker':
      return commandForm({ 'tear-joker': deck });
    case 'verify':
      return commandForm({ 'verify-deck': deck });
    case 'spread':
      return commandForm({ 'spread-deck': deck });
    case 'look':
      return commandForm({ 'look-at-deck': deck });
    case 'wash':
      return commandForm({ 'wash-deck': deck });
    case 'remove':
      return commandForm({ 'remove-deck': deck });
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
      return commandForm('place-dice');
    case 'no-more-bets':
      return commandForm('no-more-bets');
    case 'count-progressive':
      return {
        form: {
          kind: 'number',
          label: t.dealer.step.chips,
          most: 12,
          command: (chips) => ({ 'count-progressive': { chips } }),
        },
      };
    case 'find-start':
      return { form: { kind: 'start' }, says: t.dealer.announce.start };
    case 'deal':
      return commandForm({ deal: {} });
    case 'count-stub':
      return { form: { kind: 'stub' } };
    case 'collect-unwagered':
      return commandForm('collect-unwagered');
    case 'cover-shaker':
      return commandForm({ 'cover-shaker': { shakes: 1 } });
    case 'turn-cards':
      return { form: { kind: 'dealer' }, says: t.dealer.announce.turn };
    case 'close-round':
      return commandForm({ 'close-round': {} });
    default:
      return step satisfies never;
  }
}

/** The dealer's form for a prompt; `null` for prompts that others answer. */
function formOf(prompt: Prompt): { form: Form; says?: string } | null {
  const say = t.dealer.announce;
  return match<Prompt, { form: Form; says?: string } | null>(prompt, {
    'set-hands': ({ seat: who }) => ({ ...commandForm({ 'set-hands': { seat: who } }), says: say.set(seat(who)) }),
    'double-down': ({ seat: who, amount }) => ({
      says: say.double(seat(who), dollars(amount)),
      form: {
        kind: 'choice',
        options: [
          {
            label: t.dealer.step.decline,
            command: { 'double-down': { seat: who, take: false } },
            kind: 'primary',
            key: 'n',
          },
          { label: t.dealer.step.take, command: { 'double-down': { seat: who, take: true } }, key: 'y' },
        ],
      },
    }),
    'play-or-fold': ({ seat: who, least, most }) => ({
      says: say.play(seat(who)),
      form: { kind: 'play', seat: who, least, most },
    }),
    surrender: () => null,
    'void-hand': ({ seat: who }) => ({
      says: say.void(seat(who)),
      form: {
        kind: 'choice',
        options: [
          {
            label: t.dealer.step.playsOut,
            command: { 'void-hand': { seat: who, void: false } },
            kind: 'primary',
            key: 'n',
          },
          { label: t.dealer.step.voids, command: { 'void-hand': { seat: who, void: true } }, kind: 'danger', key: 'y' },
        ],
      },
    }),
    deck: ({ deck, step }) => deckForm(deck, step),
    dealer: ({ step }) => dealerForm(step),
    document: ({ seat: who }) => commandForm({ documented: who }),
    'opening-count': () => ({ form: { kind: 'count' } }),
    validate: () => commandForm('validate'),
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

/** The open steps of the dealer, the next one first. */
export function stepsOf(view: View): Step[] {
  // A closed table must be opened first, which a manager does.
  if (view.status === 'closed') return [];
  return view.asks.flatMap((prompt) => {
    const form = formOf(prompt);
    // A spread deck waits for the first player.
    const looks = typeof prompt === 'object' && 'deck' in prompt && prompt.deck.step === 'look' && nobodySits(view);
    if (!form || looks) return [];
    const words = stepOf(prompt);
    const deals = typeof prompt === 'object' && 'dealer' in prompt && prompt.dealer.step === 'deal';
    const says = words.says ?? form.says ?? (deals ? started(view) : undefined);
    return [{ key: JSON.stringify(prompt), prompt, title: words.step, says, clause: words.clause, form: form.form }];
  });
}

/** What the table waits for when the dealer has no step. */
export function idleStep(view: View): { title: string; why: string } {
  const { idle } = t.dealer.step;
  const inspected = view.decks.find((deck) => deck.stage === 'inspected');
  if (view.status === 'closed') return idle.shut;
  const between = view.phase === 'closed' || view.phase === 'betting';
  if (view.waiting?.verified) {
    return { title: idle.floor, why: idle.validate(seat(view.waiting.seat), t.wagers[view.waiting.wager]) };
  }
  if (view.phase === 'dealing') return { title: idle.floor, why: idle.progressive };
  if (inspected && between) return { title: idle.floor, why: idle.verify(t.decks[inspected.deck]) };
  if (nobodySits(view)) {
    const spread = view.decks.some((deck) => deck.stage === 'spread');
    return { title: idle.empty, why: spread ? idle.look : idle.emptyWhy };
  }
  if (view.phase === 'betting') return { title: idle.betting, why: idle.bettingWhy };
  if (view.phase === 'closed') return { title: idle.closed, why: idle.closedWhy };
  return { title: idle.system, why: idle.systemWhy };
}
