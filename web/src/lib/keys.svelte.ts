/** Keyboard shortcuts of the page that is shown. The key `?` lists them. */
export interface Shortcut {
  /** As `KeyboardEvent.key` has it; letters in lower case. */
  key: string;
  /** What it does, for the list. */
  text: string;
  does: () => void;
  /** Whether it can be used now; without it, always. */
  when?: () => boolean;
}

class Keys {
  // Components are mounted and unmounted in one update, in which the reactive list may still be the old one.
  #all: readonly Shortcut[] = [];
  list = $state.raw<readonly Shortcut[]>([]);
  /** Whether the list is shown. */
  shown = $state(false);

  constructor() {
    addEventListener('keydown', (press) => {
      if (press.defaultPrevented || press.ctrlKey || press.metaKey || press.altKey || press.repeat) return;
      const target = press.target as HTMLElement | null;
      if (target?.closest('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]')) return;
      if (document.querySelector('dialog[open]')) return;
      // Enter and space belong to the focused control.
      if ((press.key === 'Enter' || press.key === ' ') && target?.closest('button, a, summary, [role=button]')) return;
      if (press.key === '?') {
        press.preventDefault();
        this.shown = true;
        return;
      }
      const pressed = press.key.length === 1 ? press.key.toLowerCase() : press.key;
      const found = this.#all.find((shortcut) => shortcut.key === pressed && (shortcut.when?.() ?? true));
      if (found) {
        press.preventDefault();
        found.does();
      }
    });
  }

  /** Adds shortcuts. Returns a function that removes them, so that it can be the whole of an effect. */
  add(shortcuts: readonly Shortcut[]): () => void {
    this.#set([...this.#all, ...shortcuts]);
    return () => this.#set(this.#all.filter((shortcut) => !shortcuts.includes(shortcut)));
  }

  #set(all: readonly Shortcut[]): void {
    this.#all = all;
    this.list = all;
  }
}

export const keys = new Keys();
