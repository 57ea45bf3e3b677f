import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StorefrontServiceClient } from '@estampa/contracts/storefront/v1/storefront';
import { saoPauloDay } from '@estampa/kernel/days';
import { newId } from '@estampa/kernel/ids';
import { withoutTls } from '@estampa/kit/postgres/address';
import { connectDb } from '@estampa/kit/postgres/connect';
import { eventually } from '@estampa/testing/eventually';
import type { ServiceUnderTest } from '@estampa/testing/start-service';
import { OLD_SALES } from '../src/db/sale-repository.ts';
import { SALES_RETENTION_DAYS } from '../src/domain/sales.ts';
import { migrations } from '../src/db/migrations.ts';
import { rederiveAll } from '../src/usecases/projections/rederive-all.ts';
import {
  artwork,
  demoIds,
  type Ids,
  order,
  product,
  productType,
  productVariants,
  profile,
  render,
  soldAt,
  emit,
  template,
  fullProduct,
} from './announcements.ts';
import { startStorefront } from './storefront.ts';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startStorefront();
});
afterAll(() => service?.stop());

async function pageOf(ids: Ids): Promise<string> {
  const { document } = await service
    .client(StorefrontServiceClient)
    .getStoreProduct({ store: ids.seller, product: ids.product });
  return document!.json.toString();
}

async function waitingForLocks(): Promise<number> {
  const { rows } = await service.database.query(
    `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0].count;
}

const withoutIds = (page: string, ids: Ids): string =>
  Object.entries(ids)
    .reduce((text, [name, id]) => text.replaceAll(id, name), page)
    .replaceAll(`loja-${ids.seller}`.slice(0, 30), 'loja');

const permutations = <T>(items: readonly T[]): T[][] =>
  items.length <= 1
    ? [[...items]]
    : items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));

describe('states of other services', () => {
  it('give the same page in whatever order they arrive', async () => {
    const attempts = permutations([1, 3, 4, 5, 6]).map((rest, index) => ({
      ids: demoIds(),
      // The store and the catalog's variants come at each position among the others.
      positions: rest.toSpliced(Math.floor(index / 6) % 6, 0, 2).toSpliced(index % 7, 0, 0),
    }));

    await emit(
      service,
      attempts.flatMap(({ ids, positions }) => positions.map((position) => fullProduct(ids)[position]!)),
    );

    const pages = new Set<string>();
    for (const { ids } of attempts) pages.add(withoutIds(await pageOf(ids), ids));
    expect(attempts).toHaveLength(120);
    expect(pages.size).toBe(1);
  });

  it('change nothing when they are delivered again', async () => {
    const ids = demoIds();
    await emit(service, fullProduct(ids));
    const before = await pageOf(ids);
    const { key, value } = product(ids, { title: 'Só uma vez' }, 2);

    const id = await service.publish('catalog.v1', { type: 'changed', key, value });
    await emit(service, [product(ids, { title: 'Depois' }, 3)]);
    await service.publish('catalog.v1', { id, type: 'changed', key, value });
    await emit(service, [product(ids, {}, 4)]);

    expect(await pageOf(ids)).toBe(before);
  });

  it('change nothing when they are older than what is known', async () => {
    const ids = demoIds();
    await emit(service, [
      profile(ids, { storeName: 'Nova' }, 5),
      productType(ids, {}, 5),
      productVariants(ids, {}, 5),
      template(ids, 'frente', {}, 5),
      artwork(ids, { title: 'Nova' }, 5),
      render(ids, 'frente', {}, 5),
      product(ids, { title: 'Nova' }, 5),
    ]);
    const before = await pageOf(ids);

    await emit(service, [
      profile(ids, { storeName: 'Velha' }, 4),
      productType(ids, { assets: [] }, 4),
      productVariants(ids, { variants: [{ id: ids.medium }, { id: ids.large }] }, 4),
      template(ids, 'frente', { isActive: false }, 4),
      artwork(ids, { title: 'Velha' }, 4),
      render(ids, 'frente', {}, 4),
      product(ids, { title: 'Velha', status: 'paused' }, 5),
    ]);

    expect(await pageOf(ids)).toBe(before);
  });

  it('do not miss each other when a template and a render on it are projected concurrently', async () => {
    const ids = demoIds();
    const unused = template(ids, 'frente', { isActive: false });
    await emit(service, [profile(ids), productType(ids), productVariants(ids), artwork(ids), product(ids), unused]);
    const blocker = await service.database.connect();
    await blocker.query('begin');
    // The render has read all states, and cannot write the product yet.
    await blocker.query('select from store_product where id = $1 for update', [ids.product]);

    const parts = [render(ids, 'frente'), template(ids, 'frente', {}, 2)];
    const published = emit(service, parts.slice(0, 1));
    await eventually(async () => expect(await waitingForLocks()).toBe(1));
    const alsoPublished = emit(service, parts.slice(1));
    await eventually(async () => expect(await waitingForLocks()).toBe(2));
    await blocker.query('commit');
    blocker.release();
    await Promise.all([published, alsoPublished]);

    expect(await pageOf(ids)).toContain('frente.webp');
  });

  it('leave the last finished image in place while another is pending or has failed', async () => {
    const ids = demoIds();
    await emit(service, fullProduct(ids));
    const before = await pageOf(ids);

    await emit(service, [
      render(ids, 'frente', { status: 'rendering' }, 2),
      render(ids, 'frente', { status: 'failed' }, 3),
    ]);
    expect(await pageOf(ids)).toBe(before);

    await emit(service, [render(ids, 'frente', {}, 4)]);
    expect(await pageOf(ids)).toContain('frente.webp?v=4');
  });
});

describe('rederiveAll', () => {
  it('rebuilds the pages from the stored states', async () => {
    const ids = demoIds();
    await emit(service, fullProduct(ids));
    const before = await pageOf(ids);
    await service.database.query('delete from store_product');

    await using orm = await connectDb(withoutTls(service.database.options.connectionString!), [], migrations);
    const products = await rederiveAll(orm.em.fork());

    expect(products).toBeGreaterThan(0);
    expect(await pageOf(ids)).toBe(before);
  });
});

describe('orders', () => {
  const salesOf = async (ids: Ids) => {
    const { rows } = await service.database.query(
      'select sold_on::text, quantity from sale where seller_product_id = $1',
      [ids.product],
    );
    return rows;
  };

  it('count on the day they were paid, until they are refunded', async () => {
    const [ids, orderId] = [demoIds(), demoIds().product];

    await emit(service, [order(orderId, ids, { paymentStatus: 'pending', paidAt: undefined })]);
    expect(await salesOf(ids)).toEqual([{ sold_on: null, quantity: 2 }]);

    await emit(service, [order(orderId, ids, {}, 2)]);
    expect(await salesOf(ids)).toEqual([{ sold_on: saoPauloDay(soldAt), quantity: 2 }]);

    await emit(service, [order(orderId, ids, { paymentStatus: 'refunded' }, 4), order(orderId, ids, {}, 3)]);
    expect(await salesOf(ids)).toEqual([{ sold_on: null, quantity: 2 }]);
  });

  it('are pruned long after they were counted, and stay counted once', async () => {
    const [ids, orderId] = [demoIds(), newId()];
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    const totalOf = async () => {
      const { rows } = await service.database.query('select total from sales_count where id = $1', [ids.product]);
      return rows[0]?.total;
    };
    const swept = async () => {
      const counts = await Promise.all(
        OLD_SALES.map(({ where }) =>
          service.database.query(`select from sale where seller_product_id = '${ids.product}' and ${where}`),
        ),
      );
      return counts.map(({ rowCount }) => rowCount);
    };
    await emit(service, [order(orderId, ids, { paidAt: daysAgo(SALES_RETENTION_DAYS - 2) })]);
    expect([await totalOf(), await swept()]).toEqual([2, [0, 0]]);

    const old = daysAgo(SALES_RETENTION_DAYS + 2);
    await service.database.query('update sale set sold_on = $2 where order_id = $1', [orderId, old]);
    expect(await swept()).toEqual([1, 0]);
    await service.database.query('delete from sale where order_id = $1', [orderId]);
    await emit(service, [order(orderId, ids, { paidAt: old }, 2)]);
    expect(await totalOf()).toBe(2);

    await emit(service, [order(orderId, ids, { paymentStatus: 'refunded', paidAt: old }, 3)]);
    expect(await swept()).toEqual([0, 0]);
    await service.database.query(`update sale set told_at = now() - interval '61 days' where order_id = $1`, [orderId]);
    expect(await swept()).toEqual([0, 1]);
  });
});
