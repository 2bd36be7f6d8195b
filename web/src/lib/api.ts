/** The house's API, typed by its own document. Whatever goes wrong is thrown as `Refused`, with the house's problem in it. */
import type { components, paths } from './openapi';
import { t } from './strings';

export type Schemas = components['schemas'];
export type Problem = Schemas['Problem'];
export type Session = Schemas['Session'];
export type TableBrief = Schemas['TableBrief'];
export type TableSheet = Schemas['TableSheet'];
export type WagerSheet = Schemas['WagerSheet'];
export type TableNow = Schemas['TableNow'];
export type View = Schemas['View'];
export type SeatView = Schemas['SeatView'];
export type HandView = Schemas['HandView'];
export type Ask = Schemas['Ask'];
export type Command = Schemas['Command'];
export type TableEvent = Schemas['Event'];
export type Line = Schemas['Line'];
export type Phase = Schemas['Phase'];
export type Seat = Schemas['Seat'];
export type Wager = Schemas['Wager'];
export type Came = Schemas['Came'];
export type Irregularity = Schemas['Irregularity'];
export type Remedy = Schemas['Remedy'];
export type Approval = Schemas['Approval'];
export type PersonRole = Schemas['PersonRole'];

/** A problem, thrown. */
export class Refused extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.detail);
    this.name = 'Refused';
    this.problem = problem;
  }
}

/** What anything thrown is as a problem. */
export function problemOf(thrown: unknown): Problem {
  if (thrown instanceof Refused) return thrown.problem;
  const detail = thrown instanceof Error ? thrown.message : String(thrown);
  return { status: 0, code: 'page', title: t.problem.title, detail };
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Operation<P extends keyof paths, M extends Method> = paths[P] extends Record<M, infer O> ? O : never;
type PathsWith<M extends Method> = { [P in keyof paths]: paths[P] extends Record<M, object> ? P : never }[keyof paths];
type Json<R> = R extends { content: { 'application/json': infer B } } ? B : undefined;
type Good = 200 | 201 | 202 | 204;
type Answer<O> = O extends { responses: infer R } ? { [S in keyof R & Good]: Json<R[S]> }[keyof R & Good] : never;
type BodyOf<O> = O extends { requestBody: { content: { 'application/json': infer B } } }
  ? { body: B }
  : O extends { requestBody?: { content: { 'application/json': infer B } } }
    ? { body?: B }
    : object;
type Named<O> = O extends { parameters: { path: infer N } } ? { path: N } : object;
type Queried<O> = O extends { parameters: { query?: infer Q } } ? { query?: Q } : object;
type Wanted<O> = BodyOf<O> & Named<O> & Queried<O> & { signal?: AbortSignal };
type Arguments<O> = Record<string, never> extends BodyOf<O> & Named<O> ? [wanted?: Wanted<O>] : [wanted: Wanted<O>];

/** Hears of every problem: the session learns here that it is locked or over. */
export const overheard = { problem: (_: Problem): void => {} };

async function call(method: Method, address: string, wanted: Wanted<unknown> & Record<string, unknown>): Promise<unknown> {
  const path = address.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((wanted.path as Record<string, unknown>)[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries((wanted.query as object | undefined) ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  const init: RequestInit = { method: method.toUpperCase(), headers: { accept: 'application/json' } };
  if (wanted.signal) init.signal = wanted.signal;
  if (wanted.body !== undefined) {
    init.body = JSON.stringify(wanted.body);
    init.headers = { accept: 'application/json', 'content-type': 'application/json' };
  }
  let response: Response;
  try {
    response = await fetch(query.size ? `${path}?${query}` : path, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Refused({ status: 0, code: 'no-connection', title: t.problem.title, detail: t.problem.noConnection });
  }
  const text = await response.text();
  let told: unknown;
  try {
    told = text ? JSON.parse(text) : undefined;
  } catch {
    told = undefined;
  }
  if (response.ok) return told;
  const known = told as Partial<Problem> | undefined;
  const problem: Problem =
    known?.code && known.detail
      ? (known as Problem)
      : { status: response.status, code: 'unavailable', title: t.problem.title, detail: t.problem.unavailable };
  overheard.problem(problem);
  throw new Refused(problem);
}

export const get = <P extends PathsWith<'get'>>(path: P, ...[wanted]: Arguments<Operation<P, 'get'>>) =>
  call('get', path, (wanted ?? {}) as Record<string, unknown>) as Promise<Answer<Operation<P, 'get'>>>;
export const post = <P extends PathsWith<'post'>>(path: P, ...[wanted]: Arguments<Operation<P, 'post'>>) =>
  call('post', path, (wanted ?? {}) as Record<string, unknown>) as Promise<Answer<Operation<P, 'post'>>>;
export const put = <P extends PathsWith<'put'>>(path: P, ...[wanted]: Arguments<Operation<P, 'put'>>) =>
  call('put', path, (wanted ?? {}) as Record<string, unknown>) as Promise<Answer<Operation<P, 'put'>>>;
export const patch = <P extends PathsWith<'patch'>>(path: P, ...[wanted]: Arguments<Operation<P, 'patch'>>) =>
  call('patch', path, (wanted ?? {}) as Record<string, unknown>) as Promise<Answer<Operation<P, 'patch'>>>;
export const del = <P extends PathsWith<'delete'>>(path: P, ...[wanted]: Arguments<Operation<P, 'delete'>>) =>
  call('delete', path, (wanted ?? {}) as Record<string, unknown>) as Promise<Answer<Operation<P, 'delete'>>>;
