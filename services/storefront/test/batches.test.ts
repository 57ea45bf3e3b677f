import { newId } from '@estampa/kernel/ids';
import { applyInPipeline, type Applying } from '@estampa/kit/events/apply-events';
import { serviceCaller } from '@estampa/kit/rpc/call';
import { withoutTls } from '@estampa/kit/postgres/address';
import { connectDb, type Orm } from '@estampa/kit/postgres/connect';
import { createLog } from '@estampa/kit/telemetry/log';
import { eventually } from '@estampa/testing/eventually';
import type { ServiceUnderTest } from '@estampa/testing/start-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consumers } from '../src/consumers/consumers.ts';
import type { Context } from '../src/context.ts';
import { migrations } from '../src/db/migrations.ts';
import {
  artwork,
  demoIds,
  type Ids,
  product,
  productType,
  productVariants,
  profile,
  render,
  emit,
  template,
  fullProduct,
} from './announcements.ts';
import { startStorefront } from './storefront.ts';

type Announcement = ReturnType<typeof profile>;

let service: ServiceUnderTest;
let orm: Orm;
beforeAll(async () => {
  service = await startStorefront();
  orm = await connectDb(withoutTls(service.database.options.connectionString!), [], migrations);
});
afterAll(async () => {
  await orm?.close();
  await service?.stop();
});

/** Applies the events that one fetch returned from one topic, as a replica does. */
function applyBatch(announcements: readonly Announcement[], eventIds: readonly string[] = []): Promise<unknown> {
  const log = createLog('storefront', 'silent');
  const applying = {
    service: 'storefront',
    orm,
    log,
    wake: () => {},
    context: (em, call): Context => ({
      em,
      reads: em,
      call,
      log,
      caller: serviceCaller('storefront'),
      now: () => new Date(),
      wake: () => {},
      cdnUrl: '',
      isCollecting: false,
      hasReplica: false,
    }),
  } as Pick<Applying<Context>, 'service' | 'orm' | 'log' | 'wake' | 'context'> as Applying<Context>;
  const events = announcements.map(({ topic, key, value }, index) => {
    const id = eventIds[index] ?? newId();
    const payload = JSON.stringify(value);
    return { id, topic, key, type: 'changed', payload, requestId: id, traceparent: null, occurredAt: new Date() };
  });
  return applyInPipeline(
    applying,
    consumers.find(({ topic }) => topic === announcements[0]!.topic)!,
    events,
  );
}

async function waiting(count: number): Promise<void> {
  await eventually(async () => {
    const { rows } = await service.database.query(
      `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(rows[0].count).toBe(count);
  });
}

/** Locks some states until released, as a concurrent transaction that changes them does. */
async function lockNames(...names: string[]) {
  const client = await service.database.connect();
  await client.query('begin');
  for (const key of names) await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
  return async () => {
    await client.query('commit');
    client.release();
  };
}

/** Ids of another product of the same type and seller, with an artwork of its own. */
const sibling = (ids: Ids): Ids => ({ ...ids, artwork: newId(), product: newId() });

const shownTitles = async (...all: Ids[]) => {
  const { rows } = await service.database.query('select title from store_product where is_listed and id = any($1)', [
    all.map((ids) => ids.product),
  ]);
  return rows.map(({ title }) => title as string).toSorted();
};

describe('two batches that share states', () => {
  it('do not deadlock, in whatever order each has its events', async () => {
    const ids = demoIds();
    const [other, middle] = [sibling(ids), demoIds()];
    await emit(service, [...fullProduct(ids), artwork(other), render(other, 'frente'), product(other)]);
    const letGo = await lockNames(`product_type:${middle.type}`, `artwork:${middle.artwork}`);

    const ofCatalog = applyBatch([
      template(ids, 'frente', { displayName: 'outro', createdAt: new Date(0) }, 2),
      productType(middle),
      product(other, { title: 'Do catálogo' }, 2),
    ]);
    await waiting(1);
    const ofMedia = applyBatch([artwork(other, { title: 'Outra' }, 2), artwork(middle), render(ids, 'frente', {}, 2)]);
    await waiting(2);
    await letGo();

    await Promise.all([ofCatalog, ofMedia]);
    expect(await shownTitles(ids, other)).toEqual(['Camiseta da onça', 'Do catálogo']);
  });

  it('derive the products that both touch in one order', async () => {
    const ids = demoIds();
    const [other, middle] = [sibling(ids), demoIds()];
    const [first, second] = [ids, other].toSorted((one, two) => (one.product < two.product ? -1 : 1)) as [Ids, Ids];
    await emit(service, [...fullProduct(ids), artwork(other), render(other, 'frente'), product(other)]);
    const letGo = await lockNames(`artwork:${middle.artwork}`);

    const ofMedia = applyBatch([
      artwork(second, { title: 'Segunda' }, 2),
      artwork(middle),
      artwork(first, { title: 'Primeira' }, 2),
    ]);
    await waiting(1);
    const ofCatalog = applyBatch([productType(ids, { options: [] }, 2), productVariants(ids, {}, 2)]);
    await Promise.race([ofCatalog, waiting(2)]);
    await letGo();

    await Promise.all([ofMedia, ofCatalog]);
    expect(await shownTitles(first, second)).toHaveLength(2);
  });

  it('change the counts of stores in one order', async () => {
    const [one, two, middle] = [demoIds(), demoIds(), demoIds()];
    await emit(service, [...fullProduct(one), ...fullProduct(two), profile(middle)]);
    await service.database.query('update store set likes_received_count = 3 where id = any($1)', [
      [one.seller, two.seller],
    ]);
    const client = await service.database.connect();
    await client.query('begin');
    await client.query('select from store where id = $1 for update', [middle.seller]);

    const [first, last] = one.seller < two.seller ? [two, one] : [one, two];
    const ofIdentity = applyBatch([first, middle, last].map((ids) => profile(ids, { bio: 'x' }, 2)));
    await waiting(1);
    const ofCatalog = applyBatch([last, first].map((ids) => product(ids, { status: 'archived' }, 2)));
    await waiting(2);
    await client.query('commit');
    client.release();

    await Promise.all([ofIdentity, ofCatalog]);
    expect(await shownTitles(one, two)).toEqual([]);
  });
});

describe('a batch of products that is projected in the round trip of its inbox marks', () => {
  it('projects nothing of a dead-lettered event, and everything new next to it', async () => {
    const ids = demoIds();
    const [other, deadLettered] = [sibling(ids), newId()];
    await emit(service, [...fullProduct(ids), artwork(other), render(other, 'frente'), product(other)]);
    await service.database.query(`insert into inbox (event_id, state) values ($1, 'parked')`, [deadLettered]);

    await applyBatch([product(ids, { title: 'Recusada' }, 2), product(other, { title: 'Nova' }, 2)], [deadLettered]);
    expect(await shownTitles(ids, other)).toEqual(['Camiseta da onça', 'Nova']);

    await applyBatch([product(ids, { title: 'Recusada' }, 2)], [deadLettered]);
    const { rows } = await service.database.query('select version from seller_product where id = $1', [ids.product]);
    expect(rows).toEqual([{ version: 1 }]);
  });
});
