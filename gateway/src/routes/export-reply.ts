import { status } from '@grpc/grpc-js';
import { DomainError } from '@estampa/kernel/errors';
import type { Caller } from '@estampa/kit/rpc/call';
import type { StreamOptions } from '@estampa/kit/rpc/client';
import { isServiceError } from '@estampa/kit/rpc/errors';
import { Slots } from '@estampa/kit/service/slots';
import { z } from 'zod';
import { JSON_LINES } from '../http/caching.ts';
import { csvLine } from '../http/csv.ts';
import { Reply } from './route.ts';
import { id } from './schemas.ts';

const CSV = 'text/csv';

/** How many exports one caller, and all callers, may have under way in one process: each takes up some MB while its client is slow. */
export const EXPORTS_OF_CALLER = 2;
export const EXPORTS_OF_ALL = 8;
/** Longer than a statement may run, so that the service says what is wrong. */
const PART_DEADLINE_MS = 12_000;
/** Of one caller: a client that begins again and again finds that out soon. */
const EXPORTS_PER_MINUTE = 20;

export const newExports = (): Slots => new Slots({ ofCaller: EXPORTS_OF_CALLER, ofAll: EXPORTS_OF_ALL });

const ExportFormat = z.enum(['csv', 'jsonl']).meta({ id: 'ExportFormat' });

export const exportQuery = {
  format: ExportFormat.default('csv').describe('csv, or a line of JSON for each row'),
  after: id.optional().describe('Continues after the row with this id: the last one of an export that was cut off'),
};

/** What all routes of exports have in common. */
export const EXPORT = {
  limit: { perMinute: EXPORTS_PER_MINUTE },
  produces: [CSV, JSON_LINES],
  responseHeaders: { 'Content-Disposition': 'The name of the file' },
  description:
    'Rows are sent as the client takes them, without a length. What fails on the way cuts the connection, so that a response which ends is complete; go on with `after`. ' +
    'CSV is UTF-8 as in RFC 4180, with a header row and amounts in cents; text that a spreadsheet would take for a formula begins with an apostrophe. ' +
    'A row that changes meanwhile is sent as it is when it is read.',
} as const;

/** A column of the CSV file: its name, and its value of a row. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => string | number | null>>;

type Part<Message> = { rows: readonly Message[]; cursor: string | undefined };
type ExportOf<Message, Row> = {
  name: string;
  format: z.output<typeof ExportFormat>;
  /** One call of the service, from a cursor on. */
  call: (cursor: string | undefined, options: StreamOptions) => AsyncIterable<Part<Message>>;
  view: (message: Message) => Row;
  columns: CsvColumns<Row>;
};

/** Resolves once the service has accepted the export. It ends as soon as its client has gone. */
export async function exportReply<Message, Row>(
  exports: Slots,
  { userId }: Caller,
  { name, format, call, view, columns }: ExportOf<Message, Row>,
): Promise<Reply> {
  const gone = new AbortController();
  const source = allRows(exports.take(userId), call, gone.signal);
  const first = await source.next();
  const isCsv = format === 'csv';
  const fields = Object.values(columns);
  const write = (row: Row) => (isCsv ? csvLine(fields.map((field) => field(row))) : `${JSON.stringify(row)}\n`);
  async function* parts(): AsyncGenerator<string> {
    if (isCsv) yield csvLine(Object.keys(columns));
    for (let next = first; !next.done; next = await source.next()) {
      if (next.value.length > 0) yield next.value.map((message) => write(view(message))).join('');
    }
  }
  return new Reply(
    null,
    { 'Content-Disposition': `attachment; filename="${name}.${format}"` },
    {
      parts: parts(),
      abandon() {
        gone.abort();
        void source.return(undefined).catch(() => undefined);
      },
      contentType: isCsv ? `${CSV}; charset=utf-8; header=present` : `${JSON_LINES}; charset=utf-8`,
    },
  );
}

/**
 * The rows of all parts. A call may end before the last part, as when its replica is replaced: another continues where it ended, unless
 * the one before brought nothing.
 */
async function* allRows<Message>(
  slot: Disposable,
  call: ExportOf<Message, never>['call'],
  signal: AbortSignal,
): AsyncGenerator<readonly Message[], void> {
  using _ = slot;
  let cursor: string | undefined;
  for (;;) {
    const begun = cursor;
    let isComplete = false;
    try {
      // To its end also after the last part, so that the service has let go of the export before the client may begin another.
      for await (const part of call(cursor, { signal, partDeadlineMs: PART_DEADLINE_MS })) {
        yield part.rows;
        isComplete = part.cursor === undefined;
        cursor = part.cursor ?? cursor;
      }
      if (isComplete) return;
      if (cursor === begun) throw new Error('a call of an export ended without a part');
    } catch (error) {
      if (isComplete) return;
      if (cursor === begun || !isTransient(error) || signal.aborted) throw error;
    }
  }
}

const TRANSIENT: readonly status[] = [status.UNAVAILABLE, status.DEADLINE_EXCEEDED, status.CANCELLED, status.INTERNAL];

const isTransient = (error: unknown): boolean =>
  error instanceof DomainError
    ? error.kind === 'busy' || error.kind === 'unavailable'
    : isServiceError(error) && TRANSIENT.includes(error.code);
