import { withDatabase } from '@estampa/stack/infrastructure/databases';
import type { ServiceName } from '@estampa/kernel/topics';
import type { Step } from '@estampa/stack/infrastructure/infrastructure';
import type pg from 'pg';
import { copyIn, copyLine, dropIndexes, type Load } from './bulk-load.ts';
import type { DatabaseUrls } from './copied-tables.ts';
import { copyId } from './copy-id.ts';
import type { Copies, Copy, Kind } from './copies.ts';
import { DERIVED } from './derived-tables.ts';
import { likersOf, likesOf } from './likes.ts';
import { sampleOf } from './order-samples.ts';
import type { ReadSource } from './read-model.ts';
import { type Stencil, stencil } from './stencil.ts';
import { withWordsOf, wordLoads } from './words.ts';

/** Who makes lines takes one core, who stores them the other: more at a time only take turns. */
const TABLES_AT_ONCE = 3;
const INDEXES_AT_ONCE = 2;
/** No id of the model has it: they are some dozens. */
const PLACE_OF_LIKES = 4_095;

// Rows are right as they are copied: no trigger counts them one by one, and no key is looked up for each.
const LOADING = ['set session_replication_role = replica', 'set synchronous_commit = off'];
const INDEXING = [...LOADING, "set maintenance_work_mem = '1GB'"];

/** Fills all tables with copies, then makes indexes and what is derived. */
export async function sow(
  urls: DatabaseUrls,
  copies: Copies,
  sources: readonly ReadSource[],
  step: Step,
): Promise<void> {
  const { size } = copies.origin;
  const counts = likesOf({ ...size, products: size.artworks * size.productTypes });
  const loads = [
    ...sources.map((source) => loadOf(copies, source)),
    likes(copies, counts),
    ...wordLoads(copies, sources, counts),
  ];
  const services = [...new Set(loads.map(({ service }) => service))];
  const tablesOf = (service: ServiceName) => loads.filter((one) => one.service === service).map(({ table }) => table);
  const dropped = await Promise.all(
    services.map((service) =>
      withDatabase(urls[service], async (client) => ({
        service,
        indexes: await dropIndexes(client, tablesOf(service)),
      })),
    ),
  );
  await inLanes(TABLES_AT_ONCE, loads, (load) =>
    step(`${load.rows.toLocaleString('en-US')} rows of ${load.service} ${load.table}`, () =>
      loading(urls[load.service], LOADING, (client) => copyIn(client, load)),
    ),
  );
  await inLanes(TABLES_AT_ONCE, Object.entries(DERIVED), ([service, statements]) =>
    step(`what ${service} derives`, () => loading(urls[service as ServiceName], LOADING, inOrder(statements))),
  );
  await inLanes(INDEXES_AT_ONCE, dropped, ({ service, indexes }) =>
    step(`${indexes.length} indexes of ${service}`, () => loading(urls[service], INDEXING, inOrder(indexes))),
  );
  await inLanes(INDEXES_AT_ONCE, services, (service) =>
    step(`statistics of ${service}`, () => loading(urls[service], INDEXING, inOrder(['vacuum analyze']))),
  );
}

const inOrder = (statements: readonly string[]) => async (client: pg.Client) => {
  for (const statement of statements) await client.query(statement);
};

const loading = (url: string, settings: readonly string[], run: (client: pg.Client) => Promise<void>): Promise<void> =>
  withDatabase(url, async (client) => {
    await inOrder(settings)(client);
    await run(client);
  });

function loadOf(copies: Copies, { source, columns, rows }: ReadSource): Load {
  const words = copies.words;
  const { service, table, kind } = source;
  const stencils = new Map(
    Object.entries(rows).map(([value, lines]) => [
      value,
      lines.map((row) => withWordsOf(copies, columns, row, stencil(copyLine(row), words, copies))),
    ]),
  );
  const { orders } = copies.origin.size;
  const of = (number: number) => stencils.get(kind === 'order' ? sampleOf(number, orders) : 'model') ?? [];
  let count = 0;
  for (let number = 0; number < copies.count(kind); number += 1) count += of(number).length;
  return { service, table, columns: columns.join(', '), rows: count, lines: linesOf(copies, kind, of) };
}

function* linesOf(copies: Copies, kind: Kind, of: (number: number) => Stencil<Copy>[]): Generator<string> {
  for (let number = 0; number < copies.count(kind); number += 1) {
    const stencils = of(number);
    if (stencils.length === 0) continue;
    const copy = copies.copy(kind, number);
    for (const make of stencils) yield make(copy);
  }
}

/** Likes of the customers, most of them for a few products. */
function likes(copies: Copies, counts: Uint32Array): Load {
  const { size, model, madeAt } = copies.origin;
  const at = new Date(madeAt).toISOString();
  function* lines() {
    let number = 0;
    for (let product = 0; product < counts.length; product += 1) {
      const artwork = Math.floor(product / size.productTypes);
      const productId = copies.idOf(model.products[product % size.productTypes]!.id, artwork);
      for (const customer of likersOf(product, counts[product]!, size.customers)) {
        const id = copyId(madeAt, PLACE_OF_LIKES, number);
        yield copyLine([id, copies.idOf(model.customer.userId, customer), productId, at]);
        number += 1;
      }
    }
  }
  const columns = 'id, user_id, seller_product_id, created_at';
  return { service: 'storefront', table: 'product_like', columns, rows: size.likes, lines: lines() };
}

async function inLanes<T>(lanes: number, all: readonly T[], run: (one: T) => Promise<unknown>): Promise<void> {
  const left = [...all];
  const lane = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await run(one);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
