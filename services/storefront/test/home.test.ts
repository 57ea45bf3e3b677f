import { StorefrontServiceClient } from '@estampa/contracts/storefront/v1/storefront';
import { newId } from '@estampa/kernel/ids';
import { eventually } from '@estampa/testing/eventually';
import type { ServiceUnderTest } from '@estampa/testing/start-service';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { BESTSELLERS_MAX, CURATED_ARTWORKS_MAX, FEATURED_ARTISTS_MAX } from '../src/db/home-repository.ts';
import { RECENT_DAYS } from '../src/domain/sales.ts';
import { artwork, day, demoIds, type Ids, order, product, profile, emit, fullProduct } from './announcements.ts';
import { startStorefront } from './storefront.ts';

const DAY_MS = 86_400_000;
const SALES_TABLES =
  'sale, sales_count, store_product, product_count, product_word, seller_product, store, artist_word, artwork';

let service: ServiceUnderTest;
beforeEach(async () => {
  service ??= await startStorefront();
  // A job that has locked some of the tables makes it a deadlock, which PostgreSQL ends on either side.
  await eventually(() => service.database.query(`truncate ${SALES_TABLES}`));
});
afterAll(() => service?.stop());

type Row = { id: string };
const storefront = () => service.client(StorefrontServiceClient);
const home = async () => JSON.parse((await storefront().getHome({})).document!.json.toString());
const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id);
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

/** Sells a quantity of each shop's product in one order, which the returned functions refund or publish again. */
async function sell(shops: readonly (readonly [Ids, number])[], paidAt = daysAgo(1), version = 1, id = newId()) {
  const items = shops.map(([ids, quantity]) => ({
    id: newId(),
    sellerProductId: ids.product,
    sellerProfileId: ids.seller,
    artworkId: ids.artwork,
    quantity,
  }));
  const emitOrder = (change: object, at: number) =>
    emit(service, [order(id, {} as Ids, { paidAt, items, ...change }, at)]);
  await emitOrder({}, version);
  return {
    refund: (at = version + 1) => emitOrder({ paymentStatus: 'refunded' }, at),
    again: () => emitOrder({}, version),
  };
}

async function shopsOnSale(count: number): Promise<Ids[]> {
  const shops = Array.from({ length: count }, demoIds);
  await emit(
    service,
    shops.flatMap((ids, at) => [...fullProduct(ids), product(ids, { createdAt: day(at + 1) }, 2)]),
  );
  return shops;
}

describe('the home page', () => {
  it('has the members of the contract, every image among them', async () => {
    const [shop] = (await shopsOnSale(1)) as [Ids];
    await emit(service, [profile(shop, { displayName: 'Ana', bannerKey: 'public/banner.webp' }, 2)]);
    const storeSlug = `loja-${shop.seller}`.slice(0, 30);

    expect(await home()).toEqual({
      bestsellers: {
        products: [
          {
            id: shop.product,
            title: 'Camiseta da onça',
            slug: `onca-${shop.product}`,
            storeSlug,
            artistName: 'Ana',
            priceCents: 7990,
            thumbnailUrl: `https://cdn.example/public/${shop.artwork}/frente.webp?v=1`,
            thumbnailSizes: [],
            productTypeName: 'Camiseta',
          },
        ],
        total: 1,
      },
      curated: {
        artworks: [
          {
            id: shop.artwork,
            title: 'Onça',
            artistName: 'Ana',
            artistSlug: storeSlug,
            thumbnailUrl: `https://cdn.example/public/${shop.artwork}/preview.webp`,
            productCount: 1,
          },
        ],
        total: 1,
      },
      featuredArtists: {
        artists: [
          {
            id: shop.seller,
            name: 'Ana',
            slug: storeSlug,
            avatarUrl: null,
            coverUrl: 'https://cdn.example/public/banner.webp',
            productCount: 1,
            designCount: 1,
          },
        ],
        total: 1,
      },
    });
  });

  it('shows the newest on sale in shown stores while nothing was sold', async () => {
    const [older, newer, paused, unpublished, suspended] = (await shopsOnSale(5)) as [Ids, Ids, Ids, Ids, Ids];
    await emit(service, [
      product(paused, { status: 'paused' }, 3),
      profile(unpublished, { storeStatus: 'unpublished' }, 2),
      profile(suspended, { suspended: true }, 2),
    ]);

    const { bestsellers, curated, featuredArtists } = await home();

    expect(idsOf(bestsellers.products)).toEqual([newer.product, older.product]);
    expect(idsOf(curated.artworks).toSorted()).toEqual([older.artwork, newer.artwork].toSorted());
    expect(idsOf(featuredArtists.artists)).toEqual([newer.seller, older.seller]);
  });

  it('shows the bestsellers, and only those once something was sold', async () => {
    const [one, two, three] = (await shopsOnSale(4)) as [Ids, Ids, Ids, Ids];
    await sell([[one, 1]]);
    await sell([[one, 2]]);
    await sell([
      [two, 5],
      [three, 1],
    ]);

    const { bestsellers, curated, featuredArtists } = await home();

    expect(idsOf(bestsellers.products)).toEqual([two.product, one.product, three.product]);
    expect(idsOf(curated.artworks).toSorted()).toEqual([one.artwork, two.artwork, three.artwork].toSorted());
    expect(idsOf(featuredArtists.artists)).toEqual([two.seller, one.seller, three.seller]);
  });

  it('counts each order once, and not when it is refunded, in whatever order its events arrive', async () => {
    const [one, two] = (await shopsOnSale(2)) as [Ids, Ids];
    await sell([[one, 2]]);
    const counted = await sell([[two, 3]]);
    await counted.again();
    expect(idsOf((await home()).bestsellers.products)).toEqual([two.product, one.product]);

    await counted.refund();
    await counted.again();

    expect(idsOf((await home()).bestsellers.products)).toEqual([one.product]);
    const { rows } = await service.database.query('select distinct recent, total from sales_count where id = $1', [
      two.product,
    ]);
    expect(rows).toEqual([{ recent: 0, total: 0 }]);
  });

  it(`counts sales of ${RECENT_DAYS} days for products and artists, and of all days for artworks`, async () => {
    const [recent, before] = (await shopsOnSale(2)) as [Ids, Ids];
    await sell([[recent, 1]], daysAgo(RECENT_DAYS));
    await sell([[before, 9]], daysAgo(RECENT_DAYS + 1));

    const { bestsellers, curated, featuredArtists } = await home();

    expect(idsOf(bestsellers.products)).toEqual([recent.product]);
    expect(idsOf(featuredArtists.artists)).toEqual([recent.seller]);
    expect(idsOf(curated.artworks).toSorted()).toEqual([recent.artwork, before.artwork].toSorted());
  });

  it('drops sales when their day is no longer among those, and reports the change', async () => {
    const [shop, other] = (await shopsOnSale(2)) as [Ids, Ids];
    await sell([[other, 1]]);
    // Moves the window back by a day.
    await service.database.query(`update sales_window set since = since - 1`);
    await sell([[shop, 9]], daysAgo(RECENT_DAYS + 1));
    const { mark } = await storefront().getPageChanges({ mark: '', viewers: [] });

    await eventually(async () => expect(idsOf((await home()).bestsellers.products)).toEqual([other.product]), {
      deadlineMs: 30_000,
    });

    expect((await storefront().getPageChanges({ mark, viewers: [] })).names).toContain('home');
  });

  it('limits each list', async () => {
    const shops = await shopsOnSale(BESTSELLERS_MAX + 1);
    const totals = async () => {
      const { bestsellers, curated, featuredArtists } = await home();
      return [
        [bestsellers.products.length, bestsellers.total],
        [curated.artworks.length, curated.total],
        [featuredArtists.artists.length, featuredArtists.total],
      ];
    };
    const most = [BESTSELLERS_MAX, CURATED_ARTWORKS_MAX, FEATURED_ARTISTS_MAX].map((max) => [max, max]);

    expect(await totals()).toEqual(most);
    await sell(shops.map((ids) => [ids, 1]));
    expect(await totals()).toEqual(most);
  });

  it('shows the best-sold artworks in a new order from time to time', async () => {
    await shopsOnSale(CURATED_ARTWORKS_MAX);
    const seen = new Set<string>();

    await eventually(async () => {
      seen.add(idsOf((await home()).curated.artworks).join());
      expect(seen.size).toBeGreaterThan(1);
    });
  });
});

describe('changes of the home page', () => {
  const namesSince = async (mark: string) => (await storefront().getPageChanges({ mark, viewers: [] })).names;
  const now = async () => (await storefront().getPageChanges({ mark: '', viewers: [] })).mark;

  it('are a sale, a product that goes on or off sale, and a store that opens', async () => {
    const [shop] = (await shopsOnSale(1)) as [Ids];
    const changes = [
      () => sell([[shop, 1]]),
      () => emit(service, [product(shop, { status: 'paused' }, 3)]),
      () => emit(service, [product(shop, {}, 4)]),
      () => emit(service, [profile(shop, { storeStatus: 'unpublished' }, 2)]),
      () => emit(service, [profile(shop, {}, 3)]),
    ];
    for (const change of changes) {
      const mark = await now();
      await change();
      expect(await namesSince(mark)).toContain('home');
    }
  });

  it('are those of everything it shows, and no likes', async () => {
    const [shop] = (await shopsOnSale(1)) as [Ids];
    const names = (await storefront().getHome({})).document!.names;
    const isChanged = async (change: () => Promise<unknown>) => {
      const mark = await now();
      await change();
      return (await namesSince(mark)).some((name) => names.includes(name));
    };

    expect(await isChanged(() => emit(service, [product(shop, { title: 'Outra' }, 3)]))).toBe(true);
    expect(await isChanged(() => emit(service, [artwork(shop, { title: 'Outra' }, 2)]))).toBe(true);
    expect(await isChanged(() => emit(service, [profile(shop, { displayName: 'Outra' }, 2)]))).toBe(true);
    const caller = { userId: newId(), roles: [], sellerProfileId: null, sessionId: null };
    const liker = service.client(StorefrontServiceClient, { caller });
    expect(await isChanged(() => liker.toggleLike({ store: shop.seller, product: shop.product }))).toBe(false);
  });
});
