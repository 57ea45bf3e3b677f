import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Api, Json } from '@estampa/stack/demo/api';
import { inviteSeller, signUpSeller } from '@estampa/stack/demo/people';
import { checkOut } from '@estampa/stack/demo/purchase';
import { centred, publish, render } from '@estampa/stack/demo/studio';
import { eventually } from '../src/eventually.ts';
import { startMarketplace, type TestMarketplace } from '../src/marketplace.ts';
import { refusalsOf, refused } from './seller-product-refusals.ts';
import { draftOf, openShop, PASSWORD, type Shop, STORE_SLUG } from './shop.ts';

const BOOT_DEADLINE_MS = 180_000;
const PATIENTLY = { deadlineMs: 60_000 };
const MINE = '/seller-products/me';
/** At a fee of 12.5 % and a cost of 3590: what pays, and what leaves a margin of 30 %. */
const LEAST_PRICE_CENTS = 4_104;
const PRICE_WITH_MARGIN_CENTS = 6_243;

let marketplace: TestMarketplace;
let shop: Shop;
let stranger: Api;
beforeAll(async () => {
  marketplace = await startMarketplace();
  shop = await openShop(marketplace.gatewayUrl);
  const { inviteToken } = await inviteSeller(shop.api, shop.admin, {
    email: 'other@example.com',
    name: 'Other Seller',
  });
  stranger = await signUpSeller(shop.api, inviteToken, PASSWORD, { storeName: 'Other', storeSlug: 'other-store' });
}, BOOT_DEADLINE_MS);
afterAll(() => marketplace?.stop(), BOOT_DEADLINE_MS);

const remove = async (api: Api, path: string): Promise<number> => (await api.send('DELETE', path)).status;
const publicStatus = async (slug: string) =>
  (await shop.api.send('GET', `/stores/${STORE_SLUG}/products/${slug}`)).status;

/** With the first variant of the type alone. */
async function aDraft(slug: string | null = null): Promise<Json> {
  const { seller, productType, artwork } = shop;
  const variants = [{ productVariantId: productType.variants[0].id, priceCents: 8990 }];
  return seller.post(MINE, { productTypeId: productType.id, artworkId: artwork.id, title: 'Draft', slug, variants });
}

describe('a seller', () => {
  it('adds, changes, removes and generates variants', async () => {
    const { seller, productType } = shop;
    const draft = await aDraft();
    const path = `${MINE}/${draft.id}`;
    const [, second] = productType.variants;
    const body = { productVariantId: second.id, priceCents: 9990, allowedOptions: { color: ['navy'] }, sku: 'MINE' };
    const key = { 'Idempotency-Key': randomUUID() };

    const added = await seller.send('POST', `${path}/variants`, body, key);
    const replayed = await seller.send('POST', `${path}/variants`, body, key);
    const variant = (await added.json()) as Json;

    expect([added.status, replayed.status, replayed.headers.get('idempotency-replayed')]).toEqual([201, 201, 'true']);
    expect(await replayed.json()).toEqual(variant);
    expect(variant).toEqual({
      ...body,
      id: variant.id,
      isActive: true,
      earningsCents: 3091,
      priceBelowCost: false,
    });
    expect(await refused(seller, 'POST', `${path}/variants`, body)).toEqual([409, 'already_exists']);
    const one = `${path}/variants/${variant.id}`;
    const changed = await seller.patch(one, { priceCents: LEAST_PRICE_CENTS, allowedOptions: null, sku: null });
    expect(changed).toMatchObject({ priceCents: LEAST_PRICE_CENTS, allowedOptions: {}, sku: null });
    expect([await remove(seller, one), await remove(seller, one)]).toEqual([204, 204]);
    expect((await seller.get(path)).variants).toEqual([draft.variants[0], { ...changed, isActive: false }]);

    const generated = await seller.post(`${path}/generate-skus`);
    const again = await seller.post(`${path}/variants/generate-skus`);

    expect(generated).toMatchObject({ created: 1, existing: 2, variants: { length: 2 } });
    expect(generated.variants[1]).toMatchObject({ priceCents: PRICE_WITH_MARGIN_CENTS, allowedOptions: {} });
    expect(again).toEqual({ created: 0, existing: 3, variants: generated.variants });
    expect(await seller.patch(one, { isActive: true })).toEqual({ ...changed, isActive: true });
  });

  it('sees a draft as visitors will, then publishes and archives it; its likes come and go with it', async () => {
    const { seller, customer, api } = shop;
    const { id } = await aDraft();
    const preview = () => seller.get(`${MINE}/${id}/preview`);
    const likes = async () => (await api.get(`/stores/${STORE_SLUG}`)).likesReceivedCount;
    const before = await preview();
    expect(before).toMatchObject({
      id,
      slug: null,
      isLiked: false,
      skus: { length: 1 },
      store: { storeSlug: STORE_SLUG },
    });
    const [status, code, , detail] = await refused(seller, 'PATCH', `${MINE}/${id}`, { status: 'active' }, 'detail');
    expect([status, code, detail]).toEqual([400, 'cannot_publish', 'To be active the product needs a slug']);

    await seller.patch(`${MINE}/${id}`, { slug: 'Draft-No-More', status: 'active' });

    const page = await seller.get(`/stores/${STORE_SLUG}/products/draft-no-more`);
    expect(await preview()).toEqual(page);
    expect(page).toEqual({ ...before, slug: 'draft-no-more', relatedProducts: page.relatedProducts });
    const [{ id: variantId }] = (await seller.get(`${MINE}/${id}`)).variants;
    expect(await refused(seller, 'DELETE', `${MINE}/${id}/variants/${variantId}`)).toEqual([400, 'wrong_state']);
    await customer.post(`/stores/${STORE_SLUG}/products/draft-no-more/like`);
    const liked = await likes();

    expect([await remove(seller, `${MINE}/${id}`), await remove(seller, `${MINE}/${id}`)]).toEqual([204, 204]);

    expect([await publicStatus('draft-no-more'), await likes()]).toEqual([404, liked - 1]);
    expect(await preview()).toMatchObject({ id, slug: 'draft-no-more' });
    await seller.patch(`${MINE}/${id}`, { status: 'draft' });
    await publish(seller, id);
    expect([await publicStatus('draft-no-more'), await likes()]).toEqual([200, liked]);
    await seller.patch(`${MINE}/${id}`, { status: 'archived' });
    expect(await refused(seller, 'PATCH', `${MINE}/${id}`, { status: 'paused' })).toEqual([400, 'wrong_state']);
  });

  it('is refused what cannot be, and reaches nothing of others', async () => {
    const { seller, customer, api, admin } = shop;
    const product = await aDraft('refused');
    const people = { seller, stranger, customer, admin, nobody: api };

    for (const [who, method, path, body, ...expected] of refusalsOf(product, shop)) {
      expect([who, method, path, ...(await refused(people[who], method, path, body))]).toEqual([
        who,
        method,
        path,
        ...expected,
      ]);
    }
  });
});

describe('what is on sale', () => {
  it('stays so when its type goes, and can be bought when an option that it took off becomes required', async () => {
    const { seller, admin, customer, productType, line } = shop;
    const collar = await admin.post(`/products/types/${productType.id}/options`, {
      key: 'collar',
      labelPt: 'Gola',
      inputType: 'select',
      displayBehavior: 'filter',
      values: [{ value: 'v', labelPt: 'V' }],
    });
    const { id, variants } = await draftOf(seller, productType, shop.artwork, 'without-collar');
    await seller.patch(`${MINE}/${id}/variants/${variants[0].id}`, { allowedOptions: { collar: [] } });
    await publish(seller, id);
    const item = { ...line, sellerProductId: id, variantId: variants[0].id };
    await checkOut(customer, [item]);
    await admin.patch(`/products/options/${collar.id}`, { required: true });
    await admin.send('DELETE', `/products/types/${productType.id}`);

    const page = await shop.api.get(`/stores/${STORE_SLUG}/products/without-collar`);
    expect(page.skus[0].allowedOptions).toEqual({});
    await expect(checkOut(customer, [item])).rejects.toMatchObject({ status: 400 });
    const order = await checkOut(customer, [{ ...item, selectedOptions: { color: 'navy', collar: 'v' } }]);
    expect(order.items[0]).toMatchObject({ sellerProductId: id, selectedOptions: { collar: 'v' } });

    const variant = { productVariantId: productType.variants[0].id, priceCents: 8990 };
    const draft = { productTypeId: productType.id, artworkId: shop.artwork.id, title: 'New', variants: [variant] };
    expect(await refused(seller, 'POST', MINE, draft)).toEqual([400, 'unknown_reference', 'productTypeId']);
    await admin.patch(`/products/types/${productType.id}`, { isActive: true });
    await remove(admin, `/products/options/${collar.id}`);
  });
});

describe('an admin', () => {
  it('creates a product for a seller, with an artwork of theirs', async () => {
    const { admin, productType, artwork, product } = shop;
    const variants = [{ productVariantId: productType.variants[0].id, priceCents: 8990 }];
    const draft = { productTypeId: productType.id, artworkId: artwork.id, title: 'By an admin', variants };
    const create = (sellerProfileId: string) =>
      refused(admin, 'POST', '/seller-products/admin', { ...draft, sellerProfileId });
    const { id: otherSeller } = await stranger.get('/profiles/seller/me');

    expect(await create(randomUUID())).toEqual([400, 'unknown_reference', 'sellerProfileId']);
    expect(await create(otherSeller)).toEqual([400, 'unknown_reference', 'artworkId']);
    const { sellerProfileId } = product;
    const created = await admin.post('/seller-products/admin', { ...draft, sellerProfileId });
    expect(created).toMatchObject({ sellerProfileId, status: 'draft', title: 'By an admin' });
    expect(await shop.seller.get(`${MINE}/${created.id}`)).toEqual(created);
  });

  it(
    'removes a product for good, although the services that keep parts of it die meanwhile; orders stay',
    async () => {
      const { admin, seller, customer, api, productType, template, artwork } = shop;
      const slug = 'gone-for-good';
      const { id } = await draftOf(seller, productType, artwork, slug);
      await render(seller, id, template.id, centred(template, artwork));
      const { renders, variants } = await publish(seller, id);
      await customer.post(`/stores/${STORE_SLUG}/products/${slug}/like`);
      const item = { ...shop.line, sellerProductId: id, variantId: variants[0]!.id };
      const order = await checkOut(customer, [item]);
      const { likesReceivedCount } = await api.get(`/stores/${STORE_SLUG}`);
      const pictureStatus = async () => (await fetch(renders[0]!.url!)).status;
      expect(await pictureStatus()).toBe(200);

      const { catalog, 'media-render': mediaRender, storefront } = marketplace.processes;
      await Promise.all([mediaRender.kill('SIGKILL'), storefront.kill('SIGKILL')]);
      const removed = await admin.send('DELETE', `/seller-products/admin/${id}`);
      await catalog.kill('SIGKILL');
      await Promise.all([catalog.restart(), mediaRender.restart(), storefront.restart()]);

      expect([removed.status, removed.headers.get('estampa-settled')]).toEqual([204, 'false']);
      await eventually(async () => expect(await publicStatus(slug)).toBe(404), PATIENTLY);
      await eventually(async () => {
        expect((await seller.get(`/artworks/${artwork.id}/renders`)).renders).toEqual([]);
        expect((await seller.get(`/artworks/${artwork.id}/placements`)).placements).toEqual([]);
        expect(await pictureStatus()).toBe(404);
      }, PATIENTLY);
      await eventually(async () => {
        const { likesReceivedCount: left } = await api.get(`/stores/${STORE_SLUG}`);
        expect(left).toBe(likesReceivedCount - 1);
      }, PATIENTLY);
      for (const [someone, method, path] of [
        [seller, 'GET', `${MINE}/${id}`],
        [seller, 'GET', `${MINE}/${id}/preview`],
        [admin, 'DELETE', `/seller-products/admin/${id}`],
      ] as const) {
        expect(await refused(someone, method, path)).toEqual([404, 'not_found']);
      }
      expect(await customer.get(`/orders/${order.id}`)).toMatchObject({
        id: order.id,
        items: order.items,
        totalCents: order.totalCents,
      });
      await expect(checkOut(customer, [item])).rejects.toMatchObject({ status: 400 });
    },
    BOOT_DEADLINE_MS,
  );

  it('leaves the artwork, its other products and what can be rendered again', async () => {
    const { seller, template, artwork, product } = shop;
    expect(await seller.get(`/artworks/${artwork.id}`)).toMatchObject({ id: artwork.id, status: 'active' });
    expect(await seller.get(`${MINE}/${product.id}`)).toMatchObject({ status: 'active', renders: [] });

    const again = await render(seller, product.id, template.id, centred(template, artwork));

    expect((await fetch(again.renders[0]!.url!)).status).toBe(200);
  });
});
