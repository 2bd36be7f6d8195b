/** The user's preferences, saved in this browser: theme, motion, four-colour deck, selected chip. */

const KEY = 'croupier.prefs';

export type Theme = 'system' | 'light' | 'dark';
export type Motion = 'system' | 'full' | 'reduced';

interface SavedPrefs {
  theme: Theme;
  motion: Motion;
  fourColour: boolean;
  /** The chip that was placed last, in cents. */
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
      const saved = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<SavedPrefs>;
      if (saved.theme) this.theme = saved.theme;
      if (saved.motion) this.motion = saved.motion;
      this.fourColour = saved.fourColour ?? false;
      this.chip = saved.chip;
    } catch {
      // Unreadable preferences count as none.
    }
    this.#quiet.addEventListener('change', () => (this.#systemQuiet = this.#quiet.matches));
    this.apply();
  }

  /** Whether animations run. */
  get moves(): boolean {
    return this.motion === 'system' ? !this.#systemQuiet : this.motion === 'full';
  }

  /** A duration in milliseconds; 0 without animations. */
  time(milliseconds: number): number {
    return this.moves ? milliseconds : 0;
  }

  set(change: Partial<SavedPrefs>): void {
    Object.assign(this, change);
    const { theme, motion, fourColour, chip } = this;
    localStorage.setItem(KEY, JSON.stringify({ theme, motion, fourColour, chip } satisfies SavedPrefs));
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
