/** The user who is signed in at this browser, and their role. */
import { del, get, problemListener, post, problemOf, put } from './api';
import type { PersonRole, Problem, Session } from './api';

/**
 * Scripts cannot read the session cookie. This entry says that there may be one, so that a visitor without one costs no
 * request.
 */
const HINT = 'croupier.signed-in';
/**
 * How often a staff station asks whether the server has locked it, in milliseconds. Asking does not keep it unlocked.
 */
const REFRESH_EVERY = 20_000;

class User {
  /** The session; `null` for nobody, `undefined` until the server has answered. */
  session = $state.raw<Session | null | undefined>();
  /** Whether the session ended by itself; the sign-in page says so. */
  expired = $state(false);

  constructor() {
    // Signing in or out in one tab counts for all tabs.
    addEventListener('storage', ({ key }) => key === HINT && void this.refresh());
    setInterval(() => {
      if (this.isStaff && !this.session?.locked && document.visibilityState === 'visible') void this.refresh();
    }, REFRESH_EVERY);
  }

  get role(): PersonRole | undefined {
    return this.session?.role;
  }

  get isStaff(): boolean {
    return this.session != null && this.session.role !== 'player';
  }

  /** Asks the server who is signed in. */
  async refresh(): Promise<void> {
    if (!localStorage.getItem(HINT)) {
      this.session = null;
      return;
    }
    try {
      this.#set(await get('/api/session'));
    } catch (error) {
      if (problemOf(error).status === 401) {
        this.expired = true;
        this.#clear();
      } else {
        // The server does not answer: ask again soon.
        if (this.session === undefined) this.session = null;
        setTimeout(() => void this.refresh(), 3_000);
      }
    }
  }

  async signIn(name: string, password: string, role?: PersonRole): Promise<void> {
    this.#set((await post('/api/session', { body: { name, password, role: role ?? null } })).session);
  }

  async guest(): Promise<void> {
    this.#set((await post('/api/session/guest')).session);
  }

  async signOut(): Promise<void> {
    try {
      await del('/api/session');
    } catch (error) {
      // A session that has already ended is as good.
      if (problemOf(error).status !== 401) throw error;
    }
    this.#clear();
  }

  async lock(): Promise<void> {
    await post('/api/session/lock');
    await this.refresh();
  }

  async unlock(password: string): Promise<void> {
    await post('/api/session/unlock', { body: { password } });
    await this.refresh();
  }

  /** A new password ends all sessions, so this signs in again with it. */
  async changePassword(old: string, fresh: string): Promise<void> {
    const { name, role } = this.session ?? {};
    await put('/api/session/password', { body: { old, new: fresh } });
    if (name) await this.signIn(name, fresh, role);
    else this.#clear();
  }

  onProblem(problem: Problem): void {
    if (problem.code === 'session-locked' && this.session) this.session = { ...this.session, locked: true };
    else if (problem.code === 'session-over') void this.refresh();
    else if (problem.code === 'no-session' && this.session) {
      this.expired = true;
      this.#clear();
    }
  }

  #set(session: Session): void {
    if (localStorage.getItem(HINT) !== session.id) localStorage.setItem(HINT, session.id);
    this.expired = false;
    this.session = session;
  }

  #clear(): void {
    localStorage.removeItem(HINT);
    this.session = null;
  }
}

export const user = new User();
problemListener.problem = (problem) => user.onProblem(problem);
