import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';

const SEGMENTS = /\bdata_segs_in:(\d+)/;
const PEER_PORT = /:(\d+)\s*$/;

/** Messages by connection, and which database each connection is to. */
interface Connections {
  readonly messages: ReadonlyMap<number, number>;
  readonly databases: ReadonlyMap<number, string>;
}

/**
 * Messages that services have sent to PostgreSQL, by the kernel's count for every socket. Pipelined statements are one
 * message, so this counts what the number of statements does not: how often a service waited.
 */
export class RoundTrips {
  readonly #client: pg.Client;
  readonly #port: string;
  /** Of connections that are closed by now. */
  readonly #sums = new Map<string, number>();
  #last: Connections = { messages: new Map(), databases: new Map() };

  private constructor(client: pg.Client, port: string) {
    this.#client = client;
    this.#port = port;
  }

  static async connect(url: string): Promise<RoundTrips> {
    const client = new pg.Client(url);
    await client.connect();
    client.on('error', () => undefined);
    return new RoundTrips(client, new URL(url).port);
  }

  /** Messages since the first call, by service; empty where the system has no `ss`. */
  async read(): Promise<Map<string, number>> {
    const now = await this.#check();
    for (const [port, messages] of now.messages) {
      const name = now.databases.get(port);
      if (name === undefined) continue;
      const before = this.#last.databases.get(port) === name ? (this.#last.messages.get(port) ?? 0) : 0;
      this.#sums.set(name, (this.#sums.get(name) ?? 0) + Math.max(0, messages - before));
    }
    this.#last = now;
    return new Map(this.#sums);
  }

  close(): Promise<void> {
    return this.#client.end();
  }

  async #check(): Promise<Connections> {
    const { rows } = await this.#client.query<{ port: number; name: string }>(`
      select client_port as port, datname as name from pg_stat_activity
      where client_port is not null and datname not in ('postgres', 'template1')`);
    return {
      messages: parseSockets(await sockets(this.#port)),
      databases: new Map(rows.map(({ port, name }) => [port, name.replaceAll('_', '-')])),
    };
  }
}

const sockets = (port: string): Promise<string> =>
  promisify(execFile)('ss', ['-tinH', 'state', 'established', `( sport = :${port} )`]).then(
    ({ stdout }) => stdout,
    () => '',
  );

/** A socket is two lines: its addresses, and its counters. */
export function parseSockets(text: string): Map<number, number> {
  const lines = text.split('\n');
  return new Map(
    lines.flatMap((line, index) => {
      const segments = SEGMENTS.exec(line)?.[1];
      const port = PEER_PORT.exec(lines[index - 1] ?? '')?.[1];
      return segments && port ? [[Number(port), Number(segments)] as const] : [];
    }),
  );
}
