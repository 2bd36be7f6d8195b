/** Who has signed in at this browser, and in what role. */
import { del, get, overheard, post, problemOf, put } from './api';
import type { PersonRole, Problem, Session } from './api';

/** The cookie cannot be seen from here: this says that there may be one, so that nobody is asked for nothing. */
const HINT = 'croupier.signed-in';
/** How often a station asks whether it has locked itself, in milliseconds. Asking does not keep it open. */
const LOOKS = 20_000;

class Visitor {
  /** Who; `null` for nobody, nothing while that is not known yet. */
  who = $state.raw<Session | null | undefined>();
  /** Whether the session ended by itself, to say so where one signs in. */
  expired = $state(false);

  constructor() {
    // What is done in one tab counts in all.
    addEventListener('storage', ({ key }) => key === HINT && void this.look());
    setInterval(() => {
      if (this.isStaff && !this.who?.locked && document.visibilityState === 'visible') void this.look();
    }, LOOKS);
  }

  get role(): PersonRole | undefined {
    return this.who?.role;
  }

  get isStaff(): boolean {
    return this.who != null && this.who.role !== 'player';
  }

  /** Looks who is signed in. */
  async look(): Promise<void> {
    if (!localStorage.getItem(HINT)) {
      this.who = null;
      return;
    }
    try {
      this.#is(await get('/api/session'));
    } catch (error) {
      if (problemOf(error).status === 401) {
        this.expired = true;
        this.#nobody();
      } else {
        // The house does not answer: who is signed in is found out when it does.
        if (this.who === undefined) this.who = null;
        setTimeout(() => void this.look(), 3_000);
      }
    }
  }

  async signIn(name: string, password: string, role?: PersonRole): Promise<void> {
    this.#is((await post('/api/session', { body: { name, password, role: role ?? null } })).session);
  }

  async guest(): Promise<void> {
    this.#is((await post('/api/session/guest')).session);
  }

  async signOut(): Promise<void> {
    try {
      await del('/api/session');
    } catch (error) {
      // A session that is over already is as good.
      if (problemOf(error).status !== 401) throw error;
    }
    this.#nobody();
  }

  async lock(): Promise<void> {
    await post('/api/session/lock');
    await this.look();
  }

  async unlock(password: string): Promise<void> {
    await post('/api/session/unlock', { body: { password } });
    await this.look();
  }

  /** A new password ends all sessions: one signs in again with it at once. */
  async changePassword(old: string, fresh: string): Promise<void> {
    const { name, role } = this.who ?? {};
    await put('/api/session/password', { body: { old, new: fresh } });
    if (name) await this.signIn(name, fresh, role);
    else this.#nobody();
  }

  overhear(problem: Problem): void {
    if (problem.code === 'session-locked' && this.who) this.who = { ...this.who, locked: true };
    else if (problem.code === 'session-over') void this.look();
    else if (problem.code === 'no-session' && this.who) {
      this.expired = true;
      this.#nobody();
    }
  }

  #is(session: Session): void {
    if (localStorage.getItem(HINT) !== session.id) localStorage.setItem(HINT, session.id);
    this.expired = false;
    this.who = session;
  }

  #nobody(): void {
    localStorage.removeItem(HINT);
    this.who = null;
  }
}

export const visitor = new Visitor();
overheard.problem = (problem) => visitor.overhear(problem);
