/**
 * Calls of the server's API, typed by its OpenAPI document. Every failure is thrown as an `ApiError` that carries the
 * server's problem.
 *
 * The aliases below are the only place that names the document's schemas by names this code does not use itself.
 */
import type { components, paths } from './openapi';
import { t } from './strings';

export type Schemas = components['schemas'];
export type Problem = Schemas['Problem'];
export type Session = Schemas['Session'];
export type TableBrief = Schemas['TableBrief'];
export type TableSheet = Schemas['TableSheet'];
export type WagerSheet = Schemas['WagerSheet'];
export type TableNow = Schemas['CurrentTable'];
export type View = Schemas['View'];
export type SeatView = Schemas['SeatView'];
export type HandView = Schemas['HandView'];
/** What the table waits for. */
export type Prompt = Schemas['Prompt'];
export type Command = Schemas['Command'];
export type TableEvent = Schemas['Event'];
export type JournalLine = Schemas['UpdateLine'];
export type Phase = Schemas['Phase'];
export type Seat = Schemas['Seat'];
export type Wager = Schemas['Wager'];
export type WagerResult = Schemas['WagerResult'];
export type SeatStatus = Schemas['SeatStatus'];
export type ApprovalStatus = Schemas['ApprovalStanding'];
export type FoundRound = Schemas['RoundSummary'];
export type ServerMessage = Schemas['ServerMessage'];
export type ClientMessage = Schemas['ClientMessage'];
export type CommandRequest = Schemas['TableOrder'];
export type CommandVerdict = Schemas['CommandVerdict'];
export type ExactFraction = Schemas['ExactFraction'];
export type OddsReport = Schemas['OddsReport'];
export type WagerOdds = Schemas['WagerOdds'];
export type Irregularity = Schemas['Irregularity'];
export type Remedy = Schemas['Remedy'];
export type Approval = Schemas['Approval'];
export type PersonRole = Schemas['PersonRole'];

/** A problem that the server answered with, or the page's own where it did not answer. */
export class ApiError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.detail);
    this.name = 'Refused';
    this.problem = problem;
  }
}

/** The problem of anything thrown. */
export function problemOf(thrown: unknown): Problem {
  if (thrown instanceof ApiError) return thrown.problem;
  const detail = thrown instanceof Error ? thrown.message : String(thrown);
  return { status: 0, code: 'page', title: t.problem.title, detail };
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Operation<P extends keyof paths, M extends Method> = paths[P] extends Record<M, infer O> ? O : never;
type PathsWith<M extends Method> = { [P in keyof paths]: paths[P] extends Record<M, object> ? P : never }[keyof paths];
type Json<R> = R extends { content: { 'application/json': infer B } } ? B : undefined;
type Success = 200 | 201 | 202 | 204;
type ResponseOf<O> = O extends { responses: infer R }
  ? { [S in keyof R & Success]: Json<R[S]> }[keyof R & Success]
  : never;
type BodyOf<O> = O extends { requestBody: { content: { 'application/json': infer B } } }
  ? { body: B }
  : O extends { requestBody?: { content: { 'application/json': infer B } } }
    ? { body?: B }
    : object;
type PathParams<O> = O extends { parameters: { path: infer P } } ? { path: P } : object;
type QueryParams<O> = O extends { parameters: { query?: infer Q } } ? { query?: Q } : object;
type RequestOptions<O> = BodyOf<O> & PathParams<O> & QueryParams<O> & { signal?: AbortSignal };
type Arguments<O> =
  Record<string, never> extends BodyOf<O> & PathParams<O>
    ? [options?: RequestOptions<O>]
    : [options: RequestOptions<O>];

/** Called with every problem: the session learns here that it was locked or has ended. */
export const problemListener = { problem: (_: Problem): void => {} };

async function call(
  method: Method,
  address: string,
  options: RequestOptions<unknown> & Record<string, unknown>,
): Promise<unknown> {
  const path = address.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((options.path as Record<string, unknown>)[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries((options.query as object | undefined) ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  const init: RequestInit = { method: method.toUpperCase(), headers: { accept: 'application/json' } };
  if (options.signal) init.signal = options.signal;
  if (options.body !== undefined) {
    init.body = JSON.stringify(options.body);
    init.headers = { accept: 'application/json', 'content-type': 'application/json' };
  }
  let response: Response;
  try {
    response = await fetch(query.size ? `${path}?${query}` : path, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError({ status: 0, code: 'no-connection', title: t.problem.title, detail: t.problem.noConnection });
  }
  const text = await response.text();
  let answer: unknown;
  try {
    answer = text ? JSON.parse(text) : undefined;
  } catch {
    answer = undefined;
  }
  if (response.ok) return answer;
  const problemBody = answer as Partial<Problem> | undefined;
  const problem: Problem =
    problemBody?.code && problemBody.detail
      ? (problemBody as Problem)
      : { status: response.status, code: 'unavailable', title: t.problem.title, detail: t.problem.unavailable };
  problemListener.problem(problem);
  throw new ApiError(problem);
}

export const get = <P extends PathsWith<'get'>>(path: P, ...[options]: Arguments<Operation<P, 'get'>>) =>
  call('get', path, (options ?? {}) as Record<string, unknown>) as Promise<ResponseOf<Operation<P, 'get'>>>;
export const post = <P extends PathsWith<'post'>>(path: P, ...[options]: Arguments<Operation<P, 'post'>>) =>
  call('post', path, (options ?? {}) as Record<string, unknown>) as Promise<ResponseOf<Operation<P, 'post'>>>;
export const put = <P extends PathsWith<'put'>>(path: P, ...[options]: Arguments<Operation<P, 'put'>>) =>
  call('put', path, (options ?? {}) as Record<string, unknown>) as Promise<ResponseOf<Operation<P, 'put'>>>;
export const patch = <P extends PathsWith<'patch'>>(path: P, ...[options]: Arguments<Operation<P, 'patch'>>) =>
  call('patch', path, (options ?? {}) as Record<string, unknown>) as Promise<ResponseOf<Operation<P, 'patch'>>>;
export const del = <P extends PathsWith<'delete'>>(path: P, ...[options]: Arguments<Operation<P, 'delete'>>) =>
  call('delete', path, (options ?? {}) as Record<string, unknown>) as Promise<ResponseOf<Operation<P, 'delete'>>>;
