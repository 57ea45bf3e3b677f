import { json, text } from '@estampa/kit/postgres/columns';
import { pipeline, type Query, type Statement, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

/** The tables of facts with the columns that identify one. */
const KEYS = {
  store: ['id'],
  product_type: ['id'],
  product_variant: ['id'],
  template: ['id'],
  seller_product: ['id'],
  artwork: ['id'],
  render: ['artwork_id', 'template_id'],
  gallery: ['seller_product_id'],
} as const satisfies Record<string, readonly string[]>;

type Table = keyof typeof KEYS;

/** `fact`: the payload as it came. */
export type Fact = { version: number; fact: string } & Record<string, unknown>;

/** What was known before of the fact with this key, to be parsed; null when nothing was. */
export type News = { key: string; before: unknown };

/** Keeps a fact unless a newer one is known: then it is no news, and undefined. */
export async function projectFact(tx: EntityManager, table: Table, row: Fact): Promise<News | undefined> {
  const [[news]] = await pipeline(tx, projectFacts(table, [row]));
  return news;
}

/** Keeps facts, at most one of each key; the rows are those that are news. */
export function projectFacts(table: Table, rows: readonly Fact[]): Query<News> {
  const columns = Object.keys(rows[0]!);
  return statementFor(table, columns).with(`[${rows.map(asJson).join(',')}]`);
}

/** The fact is JSON already. */
const asJson = ({ fact, ...row }: Fact): string => `{"fact":${fact},${JSON.stringify(row).slice(1)}`;

const statements = new Map<string, Statement<{ key: typeof text; before: ReturnType<typeof json> }>>();

function statementFor(table: Table, columns: readonly string[]) {
  const name = `${table}(${columns.join()})`;
  const known = statements.get(name) ?? statement(storeText(table, columns), { key: text, before: json() });
  statements.set(name, known);
  return known;
}

/** In the order of their keys, so that of two who keep the same facts none waits for the other for ever. */
function storeText(table: Table, columns: readonly string[]): string {
  const keys: readonly string[] = KEYS[table];
  const changes = columns.filter((column) => !keys.includes(column)).map((column) => `${column} = excluded.${column}`);
  return `
    with given as (select ${columns.join(', ')} from json_populate_recordset(null::${table}, $1::json)),
    known as (select ${keys.join(', ')}, ${table}.fact from ${table} join given using (${keys.join(', ')}))
    insert into ${table} (${columns.join(', ')}) select ${columns.join(', ')} from given order by ${keys.join(', ')}
    on conflict (${keys.join(', ')}) do update set ${changes.join(', ')} where ${table}.version < excluded.version
    returning concat_ws('/', ${keys.map((key) => `${table}.${key}`).join(', ')}) as key,
      (select fact from known where ${keys.map((key) => `known.${key} = ${table}.${key}`).join(' and ')}) as before`;
}
