import type { EntityManager, QueryResult } from '@mikro-orm/postgresql';

/** The tables of facts with the columns that identify one. */
const KEYS = {
  store: ['id'],
  product_type: ['id'],
  template: ['id'],
  seller_product: ['id'],
  artwork: ['id'],
  render: ['artwork_id', 'template_id'],
} as const satisfies Record<string, readonly string[]>;

type Fact = { version: number; fact: unknown } & Record<string, unknown>;

/** Keeps a fact unless a newer one is known; false when it is not news. */
export async function keepFact(tx: EntityManager, table: keyof typeof KEYS, row: Fact): Promise<boolean> {
  const keys: readonly string[] = KEYS[table];
  const columns = Object.keys(row);
  const changes = columns.filter((column) => !keys.includes(column)).map((column) => `${column} = excluded.${column}`);
  const { affectedRows } = await tx.execute<QueryResult>(
    `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})
     on conflict (${keys.join(', ')}) do update set ${changes.join(', ')} where ${table}.version < excluded.version`,
    columns.map((column) => (column === 'fact' ? JSON.stringify(row.fact) : row[column])),
    'run',
  );
  return affectedRows === 1;
}
