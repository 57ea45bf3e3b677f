import pg from 'pg';

/** The database load of a service. */
export interface Statements {
  readonly statements: number;
  readonly transactions: number;
  /** Rows read from tables and indexes; PostgreSQL reports them up to some seconds later. */
  readonly rows: number;
}

export interface TopStatement {
  readonly database: string;
  readonly query: string;
  readonly calls: number;
  readonly milliseconds: number;
}

/** Counts by PostgreSQL's own statistics, so nothing of a service is touched. */
export class StatementCounter {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async connect(url: string): Promise<StatementCounter> {
    const client = new pg.Client(url);
    await client.connect();
    client.on('error', () => undefined);
    await client.query('create extension if not exists pg_stat_statements');
    return new StatementCounter(client);
  }

  async serverVersion(): Promise<string> {
    const { rows } = await this.#client.query<{ server_version: string }>('show server_version');
    return rows[0]!.server_version;
  }

  async reset(): Promise<void> {
    await this.#client.query('select pg_stat_statements_reset()');
  }

  /** By database, since the last reset. Beginning and ending a transaction are statements too: each is a round trip. */
  async read(): Promise<ReadonlyMap<string, Statements>> {
    const { rows } = await this.#client.query<Statements & { name: string }>(`
      select d.datname as name, sum(s.calls)::float8 as statements,
        coalesce(sum(s.calls) filter (where s.query ilike 'begin%' or s.query ilike 'start transaction%'), 0)::float8
          as transactions, d.tup_returned::float8 as rows
      from pg_stat_statements s join pg_stat_database d on d.datid = s.dbid
      where d.datname not in ('postgres', 'template1', 'bench_bare')
      group by d.datname, d.tup_returned`);
    return new Map(rows.map(({ name, ...counts }) => [name.replaceAll('_', '-'), counts]));
  }

  async top(count: number): Promise<TopStatement[]> {
    const { rows } = await this.#client.query<TopStatement>(
      `select d.datname as database, regexp_replace(left(s.query, 300), '\\s+', ' ', 'g') as query,
         s.calls::float8 as calls, s.total_exec_time + s.total_plan_time as milliseconds
       from pg_stat_statements s join pg_database d on d.oid = s.dbid
       where d.datname not in ('postgres', 'template1', 'bench_bare')
       order by 4 desc limit $1`,
      [count],
    );
    return rows;
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}
