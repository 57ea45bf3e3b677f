import type { EntityManager } from '@mikro-orm/postgresql';

/** The tables of facts with the columns that identify one. */
const KEYS = {
  store: ['id'],
  product_type: ['id'],
  template: ['id'],
  seller_product: ['id'],
  artwork: ['id'],
  render: ['artwork_id', 'template_id'],
} as const satisfies Record<string, readonly string[]>;

/** `fact`: the payload as it came. */
type Fact = { version: number; fact: string } & Record<string, unknown>;

/** What was known before, to be parsed; null when nothing was. */
export type News = { before: unknown };

/** Keeps a fact unless a newer one is known: then it is no news, and undefined. */
export async function keepFact(tx: EntityManager, table: keyof typeof KEYS, row: Fact): Promise<News | undefined> {
  const keys: readonly string[] = KEYS[table];
  const columns = Object.keys(row);
  const changes = columns.filter((column) => !keys.includes(column)).map((column) => `${column} = excluded.${column}`);
  const isThis = keys.map((key) => `${key} = ?`).join(' and ');
  const [news] = await tx.execute<News[]>(
    `with known as (select fact from ${table} where ${isThis})
     insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})
     on conflict (${keys.join(', ')}) do update set ${changes.join(', ')} where ${table}.version < excluded.version
     returning (select fact from known) as before`,
    [...keys.map((key) => row[key]), ...columns.map((column) => row[column])],
  );
  return news;
}
