import { SERVICE_NAMES } from '@estampa/kernel/topics';
import pg from 'pg';
import type { BenchStack } from '../../stack/bench-stack.ts';

export interface TableSize {
  readonly database: string;
  readonly table: string;
  /** As PostgreSQL estimates them. */
  readonly liveRows: number;
  readonly deadRows: number;
  /** Ever; of partitions that are dropped no more. */
  readonly insertedRows: number;
  readonly tableBytes: number;
  readonly indexBytes: number;
}

/** Partitions count as the table that they are parts of; one that is dropped meanwhile has no size. */
const QUERY = `
  select coalesce(root.relname, stat.relname) as "table", sum(n_live_tup)::float8 as "liveRows", sum(n_dead_tup)::float8 as "deadRows",
    sum(n_tup_ins)::float8 as "insertedRows",
    coalesce(sum(pg_table_size(relid)), 0)::float8 as "tableBytes", coalesce(sum(pg_indexes_size(relid)), 0)::float8 as "indexBytes"
  from pg_stat_user_tables as stat left join pg_class as root on root.oid = pg_partition_root(relid)
  group by 1`;
const DEADLINE_MS = 10_000;

/** Sizes of all tables of all services, by one connection to each database. */
export class TableSizes implements AsyncDisposable {
  readonly #clients: ReadonlyMap<string, pg.Client>;

  private constructor(clients: ReadonlyMap<string, pg.Client>) {
    this.#clients = clients;
  }

  static async connect({ marketplace }: BenchStack): Promise<TableSizes> {
    const { databaseUrls } = marketplace.surroundings;
    const connected = SERVICE_NAMES.map(async (name) => {
      const client = new pg.Client({
        connectionString: databaseUrls[name],
        connectionTimeoutMillis: DEADLINE_MS,
        query_timeout: DEADLINE_MS,
      });
      await client.connect();
      return [name, client] as const;
    });
    return new TableSizes(new Map(await Promise.all(connected)));
  }

  async read(): Promise<TableSize[]> {
    const ofAll = [...this.#clients].map(async ([database, client]) => {
      const { rows } = await client.query<Omit<TableSize, 'database'>>(QUERY);
      return rows.map((row) => ({ database, ...row }));
    });
    return (await Promise.all(ofAll)).flat();
  }

  async serverVersion(): Promise<string> {
    const [client] = this.#clients.values();
    const { rows } = await client!.query<{ server_version: string }>('show server_version');
    return rows[0]!.server_version;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#clients.values()].map((client) => client.end()));
  }
}
