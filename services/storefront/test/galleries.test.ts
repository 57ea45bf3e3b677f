import { StorefrontServiceClient } from '@estampa/contracts/storefront/v1/storefront';
import { eventually } from '@estampa/testing/eventually';
import type { ServiceUnderTest } from '@estampa/testing/start-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoIds, gallery, type Ids, product, emit, fullProduct } from './announcements.ts';
import { CDN_URL, startStorefront, withoutSearch } from './storefront.ts';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startStorefront();
});
afterAll(() => service?.stop());

const read = ({ document }: { document?: { json: Buffer } | undefined }) => JSON.parse(document!.json.toString());
const storefront = () => service.client(StorefrontServiceClient);
const imagesOf = async ({ seller, product: id }: Ids) =>
  read(await storefront().getStoreProduct({ store: seller, product: id })).images;
const thumbnailOf = async ({ seller }: Ids) => {
  const { products } = read(await storefront().listStoreProducts({ store: seller, sort: '', page: undefined }));
  return products[0].thumbnailUrl.replace(`${CDN_URL}/`, '');
};

async function aProductOnSale(): Promise<Ids> {
  const ids = demoIds();
  await emit(service, fullProduct(ids));
  return ids;
}

describe('photos of a gallery', () => {
  it('are shown in their order, and before renders on cards', async () => {
    const ids = await aProductOnSale();
    expect(await thumbnailOf(ids)).toContain('frente.webp');

    await emit(service, [gallery(ids, [{ altText: 'De frente' }, {}])]);

    expect(await imagesOf(ids)).toEqual([
      {
        url: `${CDN_URL}/public/${ids.product}/0-w900.webp`,
        sizes: [400, 800],
        altText: 'De frente',
        isPrimary: false,
        position: 0,
      },
      {
        url: `${CDN_URL}/public/${ids.product}/1-w900.webp`,
        sizes: [400, 800],
        altText: null,
        isPrimary: false,
        position: 1,
      },
    ]);
    expect(await thumbnailOf(ids)).toBe(`public/${ids.product}/0-w900.webp`);
  });

  it.each([
    ['a primary one goes before the first', [{}, { isPrimary: true }], '1-w900.webp'],
    ['of two primary ones the first', [{}, { isPrimary: true }, { isPrimary: true }], '1-w900.webp'],
    ['the first in order, however they are told', [{ position: 1 }, { position: 0 }], '1-w900.webp'],
  ])('stand on cards: %s', async (_case, images, expected) => {
    const ids = await aProductOnSale();

    await emit(service, [gallery(ids, images)]);

    expect(await thumbnailOf(ids)).toBe(`public/${ids.product}/${expected}`);
  });

  it('are among what an order freezes', async () => {
    const ids = await aProductOnSale();
    await emit(service, [gallery(ids, [{}])]);

    const { products } = await storefront().describeProducts({ sellerProductIds: [ids.product], lines: [] });

    expect(products).toMatchObject([{ imageKey: `public/${ids.product}/0-w900.webp` }]);
  });

  it('can be removed, one by one or all', async () => {
    const ids = await aProductOnSale();
    await emit(service, [gallery(ids, [{}, {}]), gallery(ids, [{}], 2)]);
    expect(await imagesOf(ids)).toHaveLength(1);

    await emit(service, [gallery(ids, [], 3, { deleted: true })]);

    expect(await imagesOf(ids)).toEqual([]);
    expect(await thumbnailOf(ids)).toContain('frente.webp');
  });

  it('are those of the newest version, whatever arrives late or first', async () => {
    const ids = demoIds();

    await emit(service, [gallery(ids, [{ altText: 'nova' }], 2), ...fullProduct(ids), gallery(ids, [], 1)]);

    expect(await imagesOf(ids)).toMatchObject([{ altText: 'nova' }]);
  });

  it('change the pages of their product only, and only when they look different', async () => {
    const [ids, other] = [await aProductOnSale(), await aProductOnSale()];
    await emit(service, [gallery(ids, [{}])]);
    const check = (mark: string) => storefront().getPageChanges({ mark, viewers: [] });
    const { mark } = await check('');

    await emit(service, [gallery(ids, [{}], 2)]);
    expect(withoutSearch((await check(mark)).names)).toEqual([]);
    await emit(service, [gallery(ids, [{ altText: 'outra' }], 3)]);

    const { everything, names } = await check(mark);
    expect([everything, names.length > 0, names.join().includes(other.product)]).toEqual([false, true, false]);
    expect(names.some((name) => name.includes(ids.product))).toBe(true);
  });

  it('are not missed by a product that is projected concurrently', async () => {
    const ids = demoIds();
    await emit(service, fullProduct(ids).slice(0, -1));
    const blocker = await service.database.connect();
    await blocker.query('begin');
    // The product has read its states, and cannot be written yet.
    await blocker.query('lock table store_product in share row exclusive mode');
    const waiting = (count: number) =>
      eventually(async () => {
        const { rows } = await service.database.query(
          `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(rows[0].count).toBe(count);
      });
    const published = emit(service, [product(ids)]);
    await waiting(1);
    const alsoPublished = emit(service, [gallery(ids, [{}])]);
    await waiting(2);
    await blocker.query('commit');
    blocker.release();
    await Promise.all([published, alsoPublished]);

    expect(await imagesOf(ids)).toHaveLength(1);
  });
});
