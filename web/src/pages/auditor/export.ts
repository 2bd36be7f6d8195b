/** Exports: journals with their signatures, and found rounds as CSV. */
import { get, ApiError } from '../../lib/api';
import type { FoundRound, Problem, Schemas } from '../../lib/api';
import { t } from '../../lib/strings';
import { people } from '../../lib/people.svelte';

const PAGE = 1_000;

/** An excerpt of a journal and the signatures of its lines. */
export interface JournalExport {
  name: string;
  journal: string;
  signatures: string;
  lines: number;
  signed: number;
}
export type JournalPart = { chain?: number; round?: number; day?: string };

/** Fetches a journal and the signatures of its lines. */
export async function exportJournal(table: number, part: JournalPart): Promise<JournalExport> {
  const query = new URLSearchParams();
  if (part.chain !== undefined) query.set('chain', String(part.chain));
  if (part.round !== undefined) query.set('round', String(part.round));
  if (part.day) query.set('day', part.day);
  let response: Response;
  try {
    response = await fetch(`/api/tables/${table}/journal?${query}`);
  } catch {
    throw new ApiError({ status: 0, code: 'no-connection', title: t.problem.title, detail: t.problem.noConnection });
  }
  const text = await response.text();
  if (!response.ok) throw new ApiError(problem(text, response.status));
  const lines = text.split('\n').filter(Boolean);
  const begin = JSON.parse(lines[0] ?? '{}') as { excerpt?: { after: number } };
  const last = JSON.parse(lines.at(-1) ?? '{}') as { seq?: number };
  const upto = lines.length > 1 ? (last.seq ?? 0) : 0;
  const from = (begin.excerpt?.after ?? -1) + 1;
  const signed = await signatures(table, part.chain ?? (await chainAt(table, upto)), from, upto);
  return {
    name: /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? `table-${table}.journal`,
    journal: URL.createObjectURL(new Blob([text], { type: 'application/x-ndjson' })),
    signatures: URL.createObjectURL(new Blob([signed.map((head) => `${JSON.stringify(head)}\n`).join('')])),
    lines: lines.length,
    signed: signed.length,
  };
}

/** Releases the files of an export. */
export function releaseExport(old: JournalExport | undefined): void {
  if (!old) return;
  URL.revokeObjectURL(old.journal);
  URL.revokeObjectURL(old.signatures);
}

/** The chain of the table that contains a line. */
async function chainAt(table: number, line: number): Promise<number | undefined> {
  const chains = await get('/api/tables/{table}/chains', { path: { table } });
  return chains.findLast(({ after, last }) => after < line && line <= last)?.chain;
}

async function signatures(
  table: number,
  chain: number | undefined,
  first: number,
  upto: number,
): Promise<Schemas['SignedHead'][]> {
  const all: Schemas['SignedHead'][] = [];
  for (let from = first; from <= upto;) {
    const page = await get('/api/tables/{table}/signatures', { path: { table }, query: { chain, from, most: PAGE } });
    // A round may have been closed since the journal was fetched.
    all.push(...page.filter(({ seq }) => seq <= upto));
    const last = page.at(-1);
    if (!last || page.length < PAGE) break;
    from = last.seq + 1;
  }
  return all;
}

function problem(text: string, status: number): Problem {
  try {
    const body = JSON.parse(text) as Partial<Problem>;
    if (body.code && body.detail) return body as Problem;
  } catch {
    // The answer is not from the server.
  }
  return { status, code: 'unavailable', title: t.problem.title, detail: t.problem.unavailable };
}

/** Saves a file. */
export function saveFile(name: string, content: string, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Rounds as CSV: one line for each player of each round. */
export function roundsCsv(rounds: readonly FoundRound[], tableName: (table: number) => string): string {
  const money = (cents: number) => (cents / 100).toFixed(2);
  const time = (at: number) => new Date(at).toISOString();
  const rows: (string | number)[][] = [
    [
      'table',
      'table name',
      'round',
      'opened',
      'closed',
      'void',
      'first line',
      'last line',
      'player',
      'player name',
      'staked',
      'returned',
      'net',
      'hand',
    ],
  ];
  for (const round of rounds) {
    const of = [
      round.table,
      tableName(round.table),
      round.round,
      time(round.opened),
      time(round.closed),
      round.void ? 'yes' : 'no',
      round.first,
      round.last,
    ];
    const sums = ({ staked, returned }: { staked: number; returned?: number | null }) => [
      money(staked),
      returned == null ? '' : money(returned),
      returned == null ? '' : money(returned - staked),
    ];
    if (!round.players.length) rows.push([...of, '', '', ...sums(round), '']);
    for (const player of round.players)
      rows.push([...of, player.who, people.name(player.who), ...sums(player), player.hand]);
  }
  return rows.map((row) => row.map(cell).join(',')).join('\r\n') + '\r\n';
}

/** A CSV cell that no spreadsheet reads as a formula. */
function cell(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
