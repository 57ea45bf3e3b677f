import type pg from 'pg';

const ROWS_AT_ONCE = 2_000;

/** Each row as the text of its JSON form. */
export async function readRows(
  client: pg.Client,
  table: string,
  where: string,
  values: readonly unknown[],
): Promise<string[]> {
  const { rows } = await client.query<{ row: string }>(
    `select to_jsonb(t)::text as row from ${table} t where ${where}`,
    [...values],
  );
  if (rows.length === 0)
    throw new Error(`The model has nothing in ${table}: the seed has to follow what has changed there`);
  return rows.map(({ row }) => row);
}

export async function insertRows(client: pg.Client, table: string, rows: readonly string[]): Promise<void> {
  const columns = await writtenColumns(client, table);
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    await client.query(
      `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [`[${rows.slice(start, start + ROWS_AT_ONCE).join(',')}]`],
    );
  }
}

/** All but those that PostgreSQL makes of others. */
async function writtenColumns(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  return rows[0]!.columns;
}
