/** The router: the address by the History API, and links that are followed without reloading. */

class Router {
  path = $state(location.pathname);
  query = $state.raw(new URLSearchParams(location.search));

  constructor() {
    addEventListener('popstate', () => this.#look());
    document.addEventListener('click', (click) => {
      const link = (click.target as Element | null)?.closest('a');
      const plain = click.button === 0 && !click.metaKey && !click.ctrlKey && !click.shiftKey && !click.altKey;
      if (!link || !plain || click.defaultPrevented || link.target || link.hasAttribute('download')) return;
      const to = new URL(link.href);
      if (to.origin !== location.origin || to.pathname.startsWith('/api/')) return;
      // A jump within the page is the browser's own.
      if (to.hash && to.pathname === location.pathname) return;
      click.preventDefault();
      this.go(to.pathname + to.search);
    });
  }

  go(to: string, { replace = false } = {}): void {
    if (to === location.pathname + location.search) return;
    history[replace ? 'replaceState' : 'pushState'](null, '', to);
    this.#look();
    scrollTo(0, 0);
  }

  #look(): void {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
  }
}

export const router = new Router();

/**
 * The parameters of a path by a pattern such as `/tables/:table/dealer`, where `*` takes the rest; `undefined` if the
 * path does not match.
 */
export function fits(pattern: string, path: string): Record<string, string> | undefined {
  const [segments, actual] = [pattern, path].map((side) => side.split('/').filter(Boolean)) as [string[], string[]];
  const params: Record<string, string> = {};
  for (const [place, part] of segments.entries()) {
    if (part === '*') return { ...params, rest: actual.slice(place).join('/') };
    const found = actual[place];
    if (found === undefined) return undefined;
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(found);
    else if (part !== found) return undefined;
  }
  return actual.length === segments.length ? params : undefined;
}
