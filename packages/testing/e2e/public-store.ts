import { randomUUID } from 'node:crypto';
import type { Api, Json } from '@estampa/stack/demo/api';
import { signUpCustomer } from '@estampa/stack/demo/people';
import { checkOutAsQuoted, paidOrder, payOnHostedPage, quotedCheckout } from '@estampa/stack/demo/purchase';
import { centred, publish, render } from '@estampa/stack/demo/studio';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../src/eventually.ts';
import { rejection } from './responses.ts';
import { draftOf, PASSWORD, type Shop } from './shop.ts';

const CACHE_PUBLIC = 'public, max-age=0, s-maxage=5, stale-while-revalidate=30';
/** The only shop of its marketplace, so that lists of all stores show what it sells. */
export const PUBLIC_STORE_SLUG = 'public-store';
const STORE = `/stores/${PUBLIC_STORE_SLUG}`;
const THE_STORE = { store_slug: PUBLIC_STORE_SLUG };

let shop: Shop;
let productPath: string;

/** Before any other shop opens there. */
export function describePublicStore(given: () => Shop): void {
  beforeAll(() => {
    shop = given();
    productPath = `${STORE}/products/${shop.product.slug}`;
  });
  describeLikes();
  describePublicPages();
  describeDiscovery();
  describeSuspendedStore();
}

const theProduct = () => ({ ...THE_STORE, product_slug: shop.product.slug! });

const describeLikes = () =>
  describe('likes and follows', () => {
    it('are visible at once to the user and to visitors, on cached pages', async () => {
      const { api, customer } = shop;
      const pages = ({ client }: Api) =>
        Promise.all([
          client.getStoreProduct(theProduct()),
          client.listStoreProducts(THE_STORE),
          client.getStore(THE_STORE),
        ]);
      for (const reader of [api, customer]) await pages(reader);

      expect(await customer.client.toggleLike(theProduct())).toEqual({ isLiked: true, likesCount: 1 });
      expect(await customer.client.toggleFollow(THE_STORE)).toEqual({
        isFollowing: true,
        followersCount: 1,
      });

      const [page, list, store] = await pages(api);
      expect(page).toMatchObject({ likesCount: 1, isLiked: null, store: { counters: { followersCount: 1 } } });
      expect(list.products[0]).toMatchObject({ likesCount: 1, isLiked: null });
      expect(store).toMatchObject({ followersCount: 1, likesReceivedCount: 1, isFollowing: null });
      const [own, ownList, ownStore] = await pages(customer);
      expect([own.isLiked, ownList.products[0]!.isLiked, ownStore.isFollowing]).toEqual([true, true, true]);

      expect(
        await customer.client.toggleLike({ store_slug: PUBLIC_STORE_SLUG, product_slug: shop.product.id }),
      ).toEqual({
        isLiked: false,
        likesCount: 0,
      });
      expect(await customer.client.toggleFollow({ store_slug: shop.product.sellerProfileId })).toMatchObject({
        followersCount: 0,
      });
      expect(await customer.client.getStoreProduct(theProduct())).toMatchObject({ likesCount: 0, isLiked: false });
    });

    it('are turned once by one key, and again by the next', async () => {
      const { customer } = shop;
      const idempotencyKey = randomUUID();
      const first = await customer.client.exchange('toggleLike', theProduct(), { idempotencyKey });
      const headers = { 'Idempotency-Key': idempotencyKey };
      const again = await customer.send('POST', `${productPath.toUpperCase()}/like/`, undefined, headers);

      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
      expect(await again.json()).toEqual(first.response);
      expect(await customer.client.toggleLike(theProduct())).toEqual({ isLiked: false, likesCount: 0 });
    });

    it('are for people who signed in, and not for one’s own store', async () => {
      const { api, seller } = shop;
      expect(await rejection(api.client.exchange('toggleFollow', THE_STORE))).toEqual([401, 'unauthenticated']);
      expect(await rejection(api.client.exchange('toggleLike', theProduct()))).toEqual([401, 'unauthenticated']);
      expect(await rejection(seller.client.exchange('toggleFollow', THE_STORE))).toEqual([400, 'own_store']);
    });
  });

const describePublicPages = () =>
  describe('a public page', () => {
    it.each(['/discovery/home', '/discovery/search?q=shirt', STORE, `${STORE}/products`])(
      'is cacheable for anonymous visitors, and private with a token: %s',
      async (path) => {
        const anonymous = await shop.api.send('GET', path);
        const etag = anonymous.headers.get('etag')!;
        const known = await shop.api.send('GET', path, undefined, { 'If-None-Match': etag });
        const personal = await shop.customer.send('GET', path);

        expect([anonymous.status, anonymous.headers.get('cache-control'), anonymous.headers.get('vary')]).toEqual([
          200,
          CACHE_PUBLIC,
          'Authorization, Accept-Encoding',
        ]);
        expect([etag, known.status]).toEqual([expect.stringMatching(/^"[^"]+"$/), 304]);
        expect([personal.status, personal.headers.get('cache-control'), personal.headers.get('etag')]).toEqual([
          200,
          'private, no-store',
          null,
        ]);
        const rejected = await shop.api.send('GET', path, undefined, { Authorization: 'Bearer a.b.c' });
        expect(rejected.status).toBe(401);
      },
    );

    it('that is not there says the same, whatever the reason', async () => {
      const { seller, api, customer, productType, artwork } = shop;
      const draft = await draftOf(seller, productType, artwork, 'not-yet');
      const names = ['no-such-product', randomUUID(), draft.slug, draft.id, '%00', 'a'.repeat(101)];
      const requested = names.flatMap((name) => [
        api.send('GET', `${STORE}/products/${name}`),
        customer.send('POST', `${STORE}/products/${name}/like`),
      ]);
      const others = [`/stores/no-such-store`, `/stores/no-such-store/products`, `/stores/${randomUUID()}/products/a`];

      const responses = await Promise.all([...requested, ...others.map((path) => api.send('GET', path))]);

      expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 404));
      const codes = await Promise.all(responses.map(async (response) => ((await response.json()) as Json).code));
      expect(new Set(codes)).toEqual(new Set(['not_found']));
    });

    it.each([
      `${STORE}/products?limit=0`,
      `${STORE}/products?limit=101`,
      `${STORE}/products?skip=-1`,
      `${STORE}/products?sort=oldest`,
      '/discovery/search',
      '/discovery/search?q=',
      `/discovery/search?q=${'a'.repeat(101)}`,
      '/discovery/search?q=a&limit=x',
    ])('rejects invalid parameters: %s', async (path) => {
      const response = await shop.api.send('GET', path);

      expect([response.status, ((await response.json()) as Json).code]).toEqual([400, 'validation_failed']);
    });
  });

const describeDiscovery = () =>
  describe('discovery', () => {
    const home = () => shop.api.client.getHome();
    const idsOf = (rows: Json[]) => rows.map(({ id }) => id);

    it('shows a product that is published at once, and what is bought before it', async () => {
      const { seller, productType, artwork, template, product, customer, line } = shop;
      expect(idsOf((await home()).bestsellers.products)).toEqual([product.id]);

      const draft = await draftOf(seller, productType, artwork, 'newest');
      await render(seller, draft.id, template.id, centred(template, artwork));
      await publish(seller, draft.id);

      const { bestsellers, curated, featuredArtists } = await home();
      expect(idsOf(bestsellers.products)).toEqual([draft.id, product.id]);
      expect(curated.artworks).toMatchObject([{ id: artwork.id, productCount: 2, artistSlug: PUBLIC_STORE_SLUG }]);
      expect(featuredArtists.artists).toMatchObject([{ slug: PUBLIC_STORE_SLUG, productCount: 2, designCount: 1 }]);
      for (const { thumbnailUrl } of curated.artworks) expect((await fetch(thumbnailUrl)).status).toBe(200);
      for (const { thumbnailUrl, thumbnailSizes } of bestsellers.products) {
        expect(thumbnailSizes).toEqual([400]);
        const copies = ['-400.webp', '-400.avif'].map((ending) => thumbnailUrl.replace('.webp', ending));
        const statuses = [thumbnailUrl, ...copies].map(async (url) => (await fetch(url)).status);
        expect(await Promise.all(statuses)).toEqual([200, 200, 200]);
      }

      const placed = await checkOutAsQuoted(customer, [line]);
      await payOnHostedPage(placed.initPoint, 'pix');
      await paidOrder(customer, placed.id);
      await eventually(async () => expect(idsOf((await home()).bestsellers.products)).toEqual([product.id]));
    });

    it('finds products and artists, whatever the accents and small slips', async () => {
      const search = (q: string) => shop.api.client.search({ q });

      expect(await search('SHIRT néwest')).toMatchObject({ total: 1, products: [{ slug: 'newest' }] });
      expect(await search('test store newest')).toMatchObject({ total: 1, products: [{ slug: 'newest' }] });
      expect(await search('newesst')).toMatchObject({ total: 1, products: [{ slug: 'newest' }] });
      expect(await search('tést store')).toMatchObject({ artistsTotal: 1, artists: [{ slug: PUBLIC_STORE_SLUG }] });
      expect((await shop.customer.client.search({ q: 'shirt' })).products[0]!.isLiked).toBe(false);
    });
  });

const describeSuspendedStore = () =>
  describe('the store of a seller who is suspended', () => {
    it('is hidden everywhere at once, and back with their account', async () => {
      const { api, admin, seller, product, customer, line } = shop;
      const { id } = await seller.client.getCurrentUser();
      const other = await signUpCustomer(api, { email: 'other@example.com', password: PASSWORD, name: 'Other' });
      const statuses = async () => {
        const responses = await Promise.all([
          api.client.exchange('getStore', THE_STORE),
          api.client.exchange('listStoreProducts', THE_STORE),
          api.client.exchange('getStoreProduct', theProduct()),
          other.client.exchange('toggleFollow', THE_STORE),
          other.client.exchange('toggleLike', theProduct()),
        ]);
        return responses.map(({ status }) => status);
      };
      expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
      const body = await quotedCheckout(customer, [line]);

      await admin.client.suspendUser({ userId: id });

      expect(await statuses()).toEqual([404, 404, 404, 404, 404]);
      expect(await api.client.getHome()).toMatchObject({
        bestsellers: { total: 0 },
        featuredArtists: { total: 0 },
      });
      expect(await api.client.search({ q: 'shirt' })).toMatchObject({ total: 0, artistsTotal: 0 });
      const rejected = await customer.client.exchange('placeOrder', { body });
      expect(rejected.problem).toMatchObject({ status: 400, code: 'item_unavailable' });

      await admin.client.activateUser({ userId: id });

      expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
      expect((await api.client.getHome()).bestsellers.products).toMatchObject([{ id: product.id }]);
    });
  });
