import { InboxServiceClient } from '@estampa/contracts/common/v1/inbox';
import { StorefrontServiceClient } from '@estampa/contracts/storefront/v1/storefront';
import { newId } from '@estampa/kernel/ids';
import { withoutTls } from '@estampa/kit/postgres/address';
import { connectDb } from '@estampa/kit/postgres/connect';
import { kindOf } from '@estampa/kit/events/outbox';
import { eventually } from '@estampa/testing/eventually';
import type { ServiceUnderTest } from '@estampa/testing/start-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrations } from '../src/db/migrations.ts';
import { DERIVE_CHUNK_PRODUCTS } from '../src/db/seller-product-repository.ts';
import { SEARCH } from '../src/domain/page-names.ts';
import { rederiveAll } from '../src/usecases/projections/rederive-all.ts';
import {
  artwork,
  day,
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

const DEADLINE_MS = 60_000;
const PRODUCTS = 2 * DERIVE_CHUNK_PRODUCTS + 100;

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startStorefront();
});
afterAll(() => service?.stop());

/** A derivation locks its products first, which shows in `xmax`. Searches change by jobs, too. */
const tracesOf = async (ids: Ids) => {
  const { rows } = await service.database.query(
    `select p.xmin, p.xmax, s.xmin as shown,
       (select count(*) from page_change where names <> array['${SEARCH}']) as marks
     from seller_product p join store_product s using (id) where p.id = $1`,
    [ids.product],
  );
  return rows[0];
};

const type = (ids: Ids, change: object = {}) => ({
  productType: {
    id: ids.type,
    slug: `camiseta-${ids.type}`,
    name: 'Camiseta',
    isActive: true,
    createdAt: day(1),
    ...change,
  },
});

describe('a change that shows nothing', () => {
  it('derives nothing', async () => {
    const ids = demoIds();
    const assets = [{ id: newId(), key: 'size', value: 'M', labelPt: 'Médio', isActive: true }];
    await emit(service, [...fullProduct(ids), productType(ids, { assets }, 2)]);
    const before = await tracesOf(ids);

    await emit(service, [
      productType(ids, { assets, ...type(ids, { description: 'Novo texto', platformFeeBasisPoints: 2000 }) }, 3),
      template(ids, 'frente', { displayName: 'Outro nome', revision: 2, images: [{ kind: 'mask', key: 'm.webp' }] }, 2),
      template(ids, 'inativa', { isActive: false }),
      artwork(ids, { description: 'Texto' }, 2),
    ]);

    // The artwork's own page shows its description, so only that page is reported.
    const after = await tracesOf(ids);
    expect(after).toEqual({ ...before, marks: String(Number(before.marks) + 1) });

    // The products that renders touch are locked before it is known whether the renders look different.
    const same = { imageKey: `public/${ids.artwork}/frente.webp?v=1`, createdAt: day(1), widthPx: 9 };
    await emit(service, [render(ids, 'frente', same, 2)]);
    expect({ ...(await tracesOf(ids)), xmax: after.xmax }).toEqual(after);
  });

  it('of a template leaves alone products whose artwork was not rendered on it', async () => {
    const [ids, other] = [demoIds(), demoIds()];
    const unrendered = { ...other, type: ids.type, medium: ids.medium, large: ids.large };
    await emit(service, [
      ...fullProduct(ids),
      ...[profile, artwork, product].map((appendEvent) => appendEvent(unrendered)),
    ]);
    const [rendered, before] = [await tracesOf(ids), await tracesOf(unrendered)];

    await emit(service, [template(ids, 'frente', { assets: { size: 'G' } }, 2)]);

    expect((await tracesOf(ids)).shown).not.toBe(rendered.shown);
    expect({ ...(await tracesOf(unrendered)), marks: 0 }).toEqual({ ...before, marks: 0 });
  });

  it('of a render leaves alone products of the artwork that are of another type than its template', async () => {
    const ids = demoIds();
    const other = { ...demoIds(), artwork: ids.artwork, seller: ids.seller };
    await emit(service, [...fullProduct(ids), ...[productType, productVariants, product].map((part) => part(other))]);
    const [rendered, before] = [await tracesOf(ids), await tracesOf(other)];

    await emit(service, [render(ids, 'frente', {}, 2)]);

    expect((await tracesOf(ids)).shown).not.toBe(rendered.shown);
    expect({ ...(await tracesOf(other)), marks: 0 }).toEqual({ ...before, marks: 0 });
  });
});

describe('a change of catalog variants', () => {
  it('leaves alone products that do not name them, and derives nothing when they look the same', async () => {
    const ids = demoIds();
    const other = { ...ids, product: newId() };
    const variants = [{ id: ids.large, productVariantId: ids.large, priceCents: 8990, isActive: true }];
    await emit(service, [...fullProduct(ids), product(other, { variants })]);
    const [both, one] = [await tracesOf(ids), await tracesOf(other)];

    const large = { id: ids.large, assets: { size: 'G' }, isActive: true };
    await emit(service, [productVariants(ids, { variants: [{ id: ids.medium }, large] }, 2)]);
    const after = await tracesOf(ids);
    await emit(service, [productVariants(ids, { variants: [{ id: ids.medium }, large] }, 3)]);

    expect(after.shown).not.toBe(both.shown);
    expect(await tracesOf(ids)).toEqual(after);
    expect({ ...(await tracesOf(other)), marks: 0 }).toEqual({ ...one, marks: 0 });
  });
});

describe('a change that shows on more products than one chunk', () => {
  const shownAs = async (ids: Ids, name: string) => {
    const { rows } = await service.database.query(
      'select count(*)::int from store_product where product_type_id = $1 and product_type_name = $2',
      [ids.type, name],
    );
    return rows[0].count;
  };
  const settled = (topic: string, key: string, id: string) =>
    service.client(InboxServiceClient).settled({ events: [{ topic, kind: kindOf(key), id }] });

  it(
    'is derived in steps, while other events are applied, and completed after a crash',
    async () => {
      const ids = demoIds();
      await emit(service, fullProduct(ids));
      await multiply(ids, PRODUCTS);
      const locked = await lockLastProduct(ids);

      const { topic, key, value } = productType(ids, type(ids, { name: 'Camiseta nova' }), 2);
      const renamed = await service.publish(topic, { type: 'changed', key, value });
      await eventually(async () => expect(await shownAs(ids, 'Camiseta nova')).toBe(2 * DERIVE_CHUNK_PRODUCTS));
      const others = demoIds();
      await emit(service, fullProduct(others));

      const page = await service
        .client(StorefrontServiceClient)
        .getStoreProduct({ store: others.seller, product: others.product });
      expect(JSON.parse(page.document!.json.toString())).toMatchObject({ id: others.product });
      await expect(settled(topic, key, renamed)).rejects.toMatchObject({ reason: 'not_settled' });

      await service.process.kill('SIGKILL');
      await locked.release();
      expect(await shownAs(ids, 'Camiseta nova')).toBe(2 * DERIVE_CHUNK_PRODUCTS);
      await service.process.restart();

      await eventually(() => settled(topic, key, renamed), { deadlineMs: DEADLINE_MS });
      expect(await shownAs(ids, 'Camiseta nova')).toBe(PRODUCTS);
      await eventually(async () => expect((await service.database.query('select 1 from derivation')).rows).toEqual([]));
    },
    2 * DEADLINE_MS,
  );
});

/** More products of the same type and artwork, as if they had been published. */
async function multiply(ids: Ids, count: number): Promise<void> {
  await service.database.query(
    `insert into seller_product (id, product_type_id, artwork_id, version, fact)
     select copy, product_type_id, artwork_id, version,
       jsonb_set(jsonb_set(fact, '{sellerProduct,id}', to_jsonb(copy)), '{sellerProduct,slug}', to_jsonb(copy))
     from seller_product, (select gen_random_uuid() as copy from generate_series(2, $2)) as copies where id = $1`,
    [ids.product, count],
  );
  await using orm = await connectDb(withoutTls(service.database.options.connectionString!), [], migrations);
  await rederiveAll(orm.em.fork());
}

async function lockLastProduct(ids: Ids) {
  const client = await service.database.connect();
  await client.query('begin');
  await client.query('select 1 from seller_product where product_type_id = $1 order by id desc limit 1 for update', [
    ids.type,
  ]);
  return {
    async release() {
      await client.query('rollback');
      client.release();
    },
  };
}
