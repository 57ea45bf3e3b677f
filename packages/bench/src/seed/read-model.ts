import type { ServiceName } from '@estampa/kernel/topics';
import { withDatabase } from '@estampa/stack/infrastructure/databases';
import { waitFor } from '@estampa/stack/wait';
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { writtenColumns } from './bulk-load.ts';
import { copiedTables, type DatabaseUrls, type Source } from './copied-tables.ts';
import type { Origin } from './copies.ts';
import { type OrderSample, SAMPLE_NAMES } from './order-samples.ts';
import { idsIn } from './stencil.ts';
import type { Model } from './world.ts';

/** The model's rows of one table, as the text of their values. */
export interface ReadSource {
  readonly source: Source;
  readonly columns: readonly string[];
  readonly rows: Readonly<Record<string, readonly (readonly (string | null)[])[]>>;
  readonly unique: Readonly<Record<string, readonly string[]>>;
}

const SETTLED_DEADLINE_MS = 60_000;
const SETTLED_MS = 1_500;

/** All rows of the model, once every event of it has arrived: when nothing changes any more. */
export async function readModel(urls: DatabaseUrls, model: Model): Promise<ReadSource[]> {
  let before: ReadSource[] = [];
  const settled = async () => {
    const now = await Promise.all(copiedTables(model).map((source) => readSource(urls[source.service], source)));
    const isSettled = isComplete(now) && isDeepStrictEqual(before, now);
    before = now;
    return isSettled;
  };
  await waitFor('the events of the model', settled, { deadlineMs: SETTLED_DEADLINE_MS, everyMs: SETTLED_MS });
  return before;
}

const isComplete = (sources: readonly ReadSource[]): boolean =>
  sources.every(({ rows }) => Object.values(rows).every((found) => found.length > 0));

const readSource = (url: string, source: Source): Promise<ReadSource> =>
  withDatabase(url, async (client) => {
    await client.query(`set timezone = 'UTC'`);
    const columns = await writtenColumns(client, source.table);
    const [rows, unique]: [Record<string, (string | null)[][]>, Record<string, string[]>] = [{}, {}];
    for (const [stage, value] of Object.entries(source.values)) {
      rows[stage] = await readRows(client, source, columns, value);
      const words = await readRows(client, source, source.unique ?? [], value);
      unique[stage] = words.flat().filter((word) => word !== null);
    }
    return { source, columns, rows, unique };
  });

async function readRows(
  client: pg.Client,
  { table, where, set = {} }: Source,
  columns: readonly string[],
  value: string,
): Promise<(string | null)[][]> {
  const values = columns.map((column) => `(${set[column] ?? `t.${column}`})::text`);
  const { rows } = await client.query<{ row: (string | null)[] }>(
    `select array[${values.join(', ')}]::text[] as row from ${table} t where ${where} order by md5(t::text)`,
    [value],
  );
  return rows.map(({ row }) => row);
}

/** What each copy has ids of its own for. An order's are those that stand in no other's rows and in none of the shop. */
export function ownOf(model: Model, sources: readonly ReadSource[]): Origin['own'] {
  const textOf = (one: ReadSource, stage: string) => one.rows[stage]?.flat().join('\t') ?? '';
  const idsOf = (stage: string) => new Set(sources.flatMap((one) => idsIn(textOf(one, stage))));
  const common = new Set([...idsOf('model'), ...model.commonIds]);
  const bySample = new Map(SAMPLE_NAMES.map((sample) => [sample, idsOf(sample)]));
  const own = Object.fromEntries(
    SAMPLE_NAMES.map((sample): [OrderSample, string[]] => {
      const others = SAMPLE_NAMES.filter((other) => other !== sample).map((other) => bySample.get(other)!);
      const ids = [...bySample.get(sample)!].filter((id) => !common.has(id) && others.every((other) => !other.has(id)));
      // Copies have ids in the order of the model's: the ledger attributes what went back to items in that order.
      return [sample, [...new Set([...ids.toSorted(), ...sources.flatMap(({ unique }) => unique[sample] ?? [])])]];
    }),
  ) as Record<OrderSample, string[]>;
  const idsOfRows = (service: ServiceName, table: string) => {
    const { columns, rows } = sources.find(({ source }) => source.service === service && source.table === table)!;
    return rows['model']!.map((row) => row[columns.indexOf('id')]!);
  };
  return {
    ...own,
    store: [
      model.seller.userId,
      model.seller.profileId,
      ...idsOfRows('orders-payments', 'coupon'),
      ...idsOfRows('catalog', 'fee_override'),
    ],
    customer: [model.customer.userId],
    artwork: [
      model.artworkId,
      ...idsOfRows('media-render', 'render'),
      ...model.products.flatMap(({ id, variantIds }) => [id, ...variantIds]),
    ],
  };
}
