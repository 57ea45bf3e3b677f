import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallOptions } from '@estampa/client';
import type { Api, Json } from '@estampa/stack/demo/api';
import { checkOut } from '@estampa/stack/demo/purchase';
import { publish } from '@estampa/stack/demo/studio';
import { startSharedMarketplace, type TestMarketplace } from '../src/marketplace.ts';
import { rejection } from './responses.ts';
import { rejectionsOf, rejected } from './seller-product-rejections.ts';
import { draftOf, openShop, type Shop } from './shop.ts';
import { openAnotherStore } from './tenant-stage.ts';

const BOOT_DEADLINE_MS = 180_000;
const STORE_SLUG = 'seller-products';
/** At a fee of 12.5 % and a cost of 3590: what pays, and what leaves a margin of 30 %. */
const LEAST_PRICE_CENTS = 4_104;
const PRICE_WITH_MARGIN_CENTS = 6_243;

let marketplace: TestMarketplace;
let shop: Shop;
let stranger: Api;
beforeAll(async () => {
  marketplace = await startSharedMarketplace();
  shop = await openShop(marketplace.gatewayUrl, STORE_SLUG);
  stranger = await openAnotherStore(shop.api, shop.admin, `other-${STORE_SLUG}`);
}, BOOT_DEADLINE_MS);
afterAll(() => marketplace?.stop(), BOOT_DEADLINE_MS);

const publicStatus = async (slug: string) =>
  (await shop.api.client.exchange('getStoreProduct', { store_slug: STORE_SLUG, product_slug: slug })).status;

/** With the first variant of the type alone. */
async function aDraft(slug: string | null = null): Promise<Json> {
  const { seller, productType, artwork } = shop;
  const variants = [{ productVariantId: productType.variants[0]!.id, priceCents: 8990 }];
  return seller.client.createSellerProduct({
    body: { productTypeId: productType.id, artworkId: artwork.id, title: 'Draft', slug, variants },
  });
}

describe('a seller', () => {
  it('adds, changes, removes and generates variants', async () => {
    const { seller, productType } = shop;
    const draft = await aDraft();
    const [, second] = productType.variants;
    const body = { productVariantId: second!.id, priceCents: 9990, allowedOptions: { color: ['navy'] }, sku: 'MINE' };
    const key = { idempotencyKey: randomUUID() };
    const create = (options?: CallOptions) =>
      seller.client.exchange('createSellerProductVariant', { id: draft.id, body }, options);

    const added = await create(key);
    const replayed = await create(key);
    const variant = added.response!;

    expect([added.status, replayed.status, replayed.headers.get('idempotency-replayed')]).toEqual([201, 201, 'true']);
    expect(replayed.response).toEqual(variant);
    expect(variant).toEqual({ ...body, id: variant.id, isActive: true, earningsCents: 3091, priceBelowCost: false });
    expect(await rejection(create())).toEqual([409, 'already_exists']);
    const one = { id: draft.id, variantId: variant.id };
    const removed = async () => (await seller.client.exchange('deactivateSellerProductVariant', one)).status;
    const changed = await seller.client.updateSellerProductVariant({
      ...one,
      body: { priceCents: LEAST_PRICE_CENTS, allowedOptions: null, sku: null },
    });
    expect(changed).toMatchObject({ priceCents: LEAST_PRICE_CENTS, allowedOptions: {}, sku: null });
    expect([await removed(), await removed()]).toEqual([204, 204]);
    expect((await seller.client.getSellerProduct({ id: draft.id })).variants).toEqual([
      draft.variants[0],
      { ...changed, isActive: false },
    ]);

    const generated = await seller.client.generateSkus({ id: draft.id });
    const again = await seller.client.generateVariantSkus({ id: draft.id });

    expect(generated).toMatchObject({ created: 1, existing: 2, variants: { length: 2 } });
    expect(generated.variants[1]).toMatchObject({ priceCents: PRICE_WITH_MARGIN_CENTS, allowedOptions: {} });
    expect(again).toEqual({ created: 0, existing: 3, variants: generated.variants });
    const back = await seller.client.updateSellerProductVariant({ ...one, body: { isActive: true } });
    expect(back).toEqual({ ...changed, isActive: true });
  });

  it('sees a draft as visitors will, then publishes and archives it; its likes come and go with it', async () => {
    const { seller, customer, api } = shop;
    const { id } = await aDraft();
    const preview = () => seller.client.previewSellerProduct({ id });
    const archived = async () => (await seller.client.exchange('archiveSellerProduct', { id })).status;
    const likes = async () => (await api.client.getStore({ store_slug: STORE_SLUG })).likesReceivedCount;
    const before = await preview();
    const [own, wrongState] = [{ storeSlug: STORE_SLUG }, [400, 'wrong_state']];
    expect(before).toMatchObject({ id, slug: null, isLiked: false, skus: { length: 1 }, store: own });
    const noSlug = { status: 400, code: 'cannot_publish', message: 'To be active the product needs a slug' };
    await expect(publish(seller, id)).rejects.toMatchObject(noSlug);

    await seller.client.updateSellerProduct({ id, body: { slug: 'Draft-No-More', status: 'active' } });

    const page = await seller.client.getStoreProduct({ store_slug: STORE_SLUG, product_slug: 'draft-no-more' });
    expect(await preview()).toEqual(page);
    expect(page).toEqual({ ...before, slug: 'draft-no-more', relatedProducts: page.relatedProducts });
    const { id: variantId } = (await seller.client.getSellerProduct({ id })).variants[0]!;
    expect(await rejection(seller.client.exchange('deactivateSellerProductVariant', { id, variantId }))).toEqual(
      wrongState,
    );
    await customer.client.toggleLike({ store_slug: STORE_SLUG, product_slug: 'draft-no-more' });
    const liked = await likes();

    expect([await archived(), await archived()]).toEqual([204, 204]);

    expect([await publicStatus('draft-no-more'), await likes()]).toEqual([404, liked - 1]);
    expect(await preview()).toMatchObject({ id, slug: 'draft-no-more' });
    await seller.client.updateSellerProduct({ id, body: { status: 'draft' } });
    await publish(seller, id);
    expect([await publicStatus('draft-no-more'), await likes()]).toEqual([200, liked]);
    await seller.client.updateSellerProduct({ id, body: { status: 'archived' } });
    const paused = { id, body: { status: 'paused' } } as const;
    expect(await rejection(seller.client.exchange('updateSellerProduct', paused))).toEqual(wrongState);
  });

  it('is rejected what cannot be, and reaches nothing of others', async () => {
    const { seller, customer, api, admin } = shop;
    const product = await aDraft('rejected');
    const people = { seller, stranger, customer, admin, nobody: api };

    for (const [who, method, path, body, ...expected] of rejectionsOf(product, shop)) {
      expect([who, method, path, ...(await rejected(people[who], method, path, body))]).toEqual([
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
    const collar = await admin.client.createOption({
      id: productType.id,
      body: {
        key: 'collar',
        labelPt: 'Gola',
        inputType: 'select',
        displayBehavior: 'filter',
        values: [{ value: 'v', labelPt: 'V' }],
      },
    });
    const { id, variants } = await draftOf(seller, productType, shop.artwork, 'without-collar');
    const only = { id, variantId: variants[0]!.id };
    await seller.client.updateSellerProductVariant({ ...only, body: { allowedOptions: { collar: [] } } });
    await publish(seller, id);
    const item = { ...line, sellerProductId: id, variantId: variants[0]!.id };
    await checkOut(customer, [item]);
    await admin.client.updateOption({ optionId: collar.id, body: { required: true } });
    await admin.client.exchange('deactivateProductType', { id: productType.id });

    const page = await shop.api.client.getStoreProduct({ store_slug: STORE_SLUG, product_slug: 'without-collar' });
    expect(page.skus[0]!.allowedOptions).toEqual({});
    await expect(checkOut(customer, [item])).rejects.toMatchObject({ status: 400 });
    const order = await checkOut(customer, [{ ...item, selectedOptions: { color: 'navy', collar: 'v' } }]);
    expect(order.items[0]).toMatchObject({ sellerProductId: id, selectedOptions: { collar: 'v' } });

    const variant = { productVariantId: productType.variants[0]!.id, priceCents: 8990 };
    const draft = { productTypeId: productType.id, artworkId: shop.artwork.id, title: 'New', variants: [variant] };
    expect(await rejection(seller.client.exchange('createSellerProduct', { body: draft }))).toEqual([
      400,
      'unknown_reference',
      'productTypeId',
    ]);
    await admin.client.updateProductType({ id: productType.id, body: { isActive: true } });
    await admin.client.deactivateOption({ optionId: collar.id });
  });
});

describe('an admin', () => {
  it('creates a product for a seller, with an artwork of theirs', async () => {
    const { admin, productType, artwork, product } = shop;
    const variants = [{ productVariantId: productType.variants[0]!.id, priceCents: 8990 }];
    const draft = { productTypeId: productType.id, artworkId: artwork.id, title: 'By an admin', variants };
    const create = (sellerProfileId: string) =>
      rejection(admin.client.exchange('createSellerProductFor', { body: { ...draft, sellerProfileId } }));
    const { id: otherSeller } = await stranger.client.getSellerProfile();
    expect(await create(randomUUID())).toEqual([400, 'unknown_reference', 'sellerProfileId']);
    expect(await create(otherSeller)).toEqual([400, 'unknown_reference', 'artworkId']);
    const { sellerProfileId } = product;
    const created = await admin.client.createSellerProductFor({ body: { ...draft, sellerProfileId } });
    expect(created).toMatchObject({ sellerProfileId, status: 'draft', title: 'By an admin' });
    const warnings = [expect.objectContaining({ code: 'option_without_mockup', options: { color: 'white' } })];
    expect(await shop.seller.client.getSellerProduct({ id: created.id })).toEqual({ ...created, warnings });
  });
});
