import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import type { ServiceName } from '@estampa/kernel/topics';
import type pg from 'pg';

/** Enough for a system call, little enough for the server to keep up. */
const CHUNK_CHARACTERS = 256 * 1_024;

interface CopyConnection {
  readonly stream: Duplex;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  sendCopyFail(reason: string): void;
  endCopyFrom(): void;
}

/** A `COPY ... FROM STDIN` of lines that are made while they are sent; what the driver calls back is named by the driver. */
class CopyIn {
  readonly #text: string;
  readonly #lines: Iterable<string>;
  readonly done: Promise<void>;
  #settle!: { resolve: () => void; reject: (error: Error) => void };
  #isRejected = false;

  constructor(text: string, lines: Iterable<string>) {
    this.#text = text;
    this.#lines = lines;
    this.done = new Promise((resolve, reject) => (this.#settle = { resolve, reject }));
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#text);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    this.#send(connection).then(
      () => this.#isRejected || connection.endCopyFrom(),
      (error: Error) => connection.sendCopyFail(error.message),
    );
  }

  handleError(error: Error): void {
    this.#isRejected = true;
    this.#settle.reject(error);
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#settle.resolve();
  }

  async #send(connection: CopyConnection): Promise<void> {
    let chunk = '';
    for (const line of this.#lines) {
      // What is sent from then on is dropped.
      if (this.#isRejected) return;
      chunk += line;
      if (chunk.length < CHUNK_CHARACTERS) continue;
      connection.sendCopyFromChunk(Buffer.from(chunk));
      chunk = '';
      if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
    }
    if (chunk !== '') connection.sendCopyFromChunk(Buffer.from(chunk));
  }
}

/** What a table is filled with. */
export interface Load {
  readonly service: ServiceName;
  readonly table: string;
  readonly columns: string;
  readonly rows: number;
  /** In the text format of COPY, each with its end. */
  readonly lines: Iterable<string>;
}

export async function copyIn(
  client: pg.Client,
  { table, columns, lines }: Pick<Load, 'table' | 'columns' | 'lines'>,
): Promise<void> {
  await client.query(new CopyIn(`copy ${table} (${columns}) from stdin`, lines)).done;
}

/** The columns that are written: all but those that PostgreSQL makes of others. */
export async function writtenColumns(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** A row in the text format of COPY, from the text of its values. */
export const copyLine = (values: readonly (string | null)[]): string =>
  `${values.map((value) => (value === null ? '\\N' : value.replaceAll(/[\\\t\n\r]/g, (found) => ESCAPES[found]!))).join('\t')}\n`;

/** Drops the indexes that no constraint needs, and gives what creates them again: sorting at the end costs a part of inserting. */
export async function dropIndexes(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = any($1::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [tables],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}
