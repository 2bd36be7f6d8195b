/** What a visitor likes, kept in this browser: light or dark, motion or none, a deck of four colours, the chip one plays with. */

const KEY = 'croupier.prefs';

export type Theme = 'system' | 'light' | 'dark';
export type Motion = 'system' | 'full' | 'reduced';

interface Kept {
  theme: Theme;
  motion: Motion;
  fourColour: boolean;
  /** The chip he put down last, in cents. */
  chip: number | undefined;
}

class Prefs {
  theme = $state<Theme>('system');
  motion = $state<Motion>('system');
  fourColour = $state(false);
  chip = $state<number | undefined>();
  #quiet = matchMedia('(prefers-reduced-motion: reduce)');
  #systemQuiet = $state(this.#quiet.matches);

  constructor() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>;
      if (kept.theme) this.theme = kept.theme;
      if (kept.motion) this.motion = kept.motion;
      this.fourColour = kept.fourColour ?? false;
      this.chip = kept.chip;
    } catch {
      // What cannot be read is as if nothing had been chosen.
    }
    this.#quiet.addEventListener('change', () => (this.#systemQuiet = this.#quiet.matches));
    this.apply();
  }

  /** Whether things move. */
  get moves(): boolean {
    return this.motion === 'system' ? !this.#systemQuiet : this.motion === 'full';
  }

  /** A duration in milliseconds, or none where nothing moves. */
  time(milliseconds: number): number {
    return this.moves ? milliseconds : 0;
  }

  set(change: Partial<Kept>): void {
    Object.assign(this, change);
    const { theme, motion, fourColour, chip } = this;
    localStorage.setItem(KEY, JSON.stringify({ theme, motion, fourColour, chip } satisfies Kept));
    this.apply();
  }

  apply(): void {
    const { dataset } = document.documentElement;
    dataset.theme = this.theme;
    dataset.motion = this.motion;
    dataset.deck = this.fourColour ? 'four' : 'two';
  }
}

export const prefs = new Prefs();
