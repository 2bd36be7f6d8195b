/** The pages by address: the roles they are for, and their code, which is loaded when a page is first opened. */
import type { Component } from 'svelte';
import type { PersonRole } from './lib/api';
import Lobby from './pages/Lobby.svelte';

/** The properties of every page: the parameters of its address. */
export interface PageProps {
  params: Record<string, string>;
}

export interface Page {
  pattern: string;
  /** The roles it is for; everybody if absent. */
  roles?: readonly PersonRole[];
  load: () => Component<PageProps> | Promise<{ default: Component<PageProps> }>;
}

/** The first match is shown. */
export const PAGES: readonly Page[] = [
  { pattern: '/', load: () => Lobby },
  { pattern: '/sign-in', load: () => import('./pages/SignIn.svelte') },
  {
    pattern: '/account',
    roles: ['player', 'dealer', 'floorperson', 'manager', 'auditor', 'administrator'],
    load: () => import('./pages/Account.svelte'),
  },
  { pattern: '/tables/:table', load: () => import('./pages/Table.svelte') },
  {
    pattern: '/tables/:table/dealer',
    roles: ['dealer', 'floorperson', 'manager'],
    load: () => import('./pages/Dealer.svelte'),
  },
  { pattern: '/floor/*', roles: ['floorperson', 'manager'], load: () => import('./pages/Floor.svelte') },
  { pattern: '/record/log', roles: ['auditor', 'administrator'], load: () => import('./pages/Auditor.svelte') },
  { pattern: '/record/*', roles: ['auditor', 'floorperson', 'manager'], load: () => import('./pages/Auditor.svelte') },
  { pattern: '/people/*', roles: ['administrator', 'manager', 'auditor'], load: () => import('./pages/People.svelte') },
  { pattern: '/verify/*', load: () => import('./pages/Verify.svelte') },
  { pattern: '/odds/*', load: () => import('./pages/Odds.svelte') },
  ...(import.meta.env.DEV ? [{ pattern: '/parts', load: () => import('./pages/Parts.svelte') }] : []),
];
