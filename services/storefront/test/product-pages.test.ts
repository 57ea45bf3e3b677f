import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StorefrontServiceClient } from '@estampa/contracts/storefront/v1/storefront';
import { newId } from '@estampa/kernel/ids';
import type { ServiceUnderTest } from '@estampa/testing/start-service';
import { VIEWER_IDS_MAX, VIEWERS_MAX } from '../src/usecases/pages/get-page-changes.ts';
import {
  artwork,
  day,
  demoIds,
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

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startStorefront();
});
afterAll(() => service?.stop());

const storefront = () => service.client(StorefrontServiceClient);
const read = ({ document }: { document?: { json: Buffer } | undefined }) => JSON.parse(document!.json.toString());
const storePage = async (store: string) => read(await storefront().getStore({ store }));
const productPage = async (store: string, productName: string) =>
  read(await storefront().getStoreProduct({ store, product: productName }));

async function aProductOnSale() {
  const ids = demoIds();
  await emit(service, fullProduct(ids));
  return ids;
}

describe('a product page', () => {
  it('has the members of the contract', async () => {
    const ids = await aProductOnSale();

    const page = await productPage(ids.seller, ids.product);

    expect(page).toMatchObject({
      id: ids.product,
      title: 'Camiseta da onça',
      description: null,
      productTypeName: 'Camiseta',
      assetDefinitions: [{ key: 'size', label: 'Tamanho' }],
      optionDefinitions: [{ key: 'color', required: true }],
      minPriceCents: 7990,
      maxPriceCents: 8990,
      store: { id: ids.seller, storeName: 'Loja Demo', counters: { likesReceivedCount: 0 } },
      artwork: { id: ids.artwork, dominantColor: '#AA5500' },
      images: [],
      likesCount: 0,
      isLiked: null,
      relatedProducts: { sameArtwork: [], sameArtist: [], recommended: [] },
    });
    expect(page.skus).toHaveLength(2);
  });

  it('is found by ids and by slugs, within its own store only', async () => {
    const [ids, other] = [await aProductOnSale(), await aProductOnSale()];
    const { storeSlug } = await storePage(ids.seller);

    for (const store of [ids.seller, storeSlug])
      for (const name of [ids.product, `onca-${ids.product}`])
        expect(await productPage(store, name)).toMatchObject({ id: ids.product });
    await expect(productPage(other.seller, ids.product)).rejects.toMatchObject({ kind: 'not_found' });
    await expect(productPage('no-such-store', ids.product)).rejects.toMatchObject({ kind: 'not_found' });
    await expect(productPage(ids.seller, 'no-such-product')).rejects.toMatchObject({ kind: 'not_found' });
  });

  it.each(['draft', 'paused', 'archived'])(
    'is hidden while the product is %s, and back when it is active',
    async (status) => {
      const ids = await aProductOnSale();

      await emit(service, [product(ids, { status }, 2)]);
      await expect(productPage(ids.seller, ids.product)).rejects.toMatchObject({ kind: 'not_found' });

      await emit(service, [product(ids, {}, 3)]);
      expect(await productPage(ids.seller, ids.product)).toMatchObject({ id: ids.product });
    },
  );

  it('follows its store, type, artwork, templates and renders', async () => {
    const ids = await aProductOnSale();

    await emit(service, [profile(ids, { storeName: 'Loja Renomeada', avatarKey: 'public/a.webp' }, 2)]);
    expect((await productPage(ids.seller, ids.product)).store).toMatchObject({
      storeName: 'Loja Renomeada',
      avatarUrl: 'https://cdn.example/public/a.webp',
    });

    const assets = [{ id: newId(), key: 'size', value: 'M', labelPt: 'Único', isActive: true }];
    await emit(service, [productType(ids, { assets, options: [] }, 2)]);
    expect(await productPage(ids.seller, ids.product)).toMatchObject({
      optionDefinitions: [],
      skus: [{ optionLabel: 'Único' }, { optionLabel: 'G' }],
    });

    const medium = { id: ids.medium, assets: { size: 'M' }, isActive: true };
    await emit(service, [productVariants(ids, { variants: [medium, { id: ids.large }] }, 3)]);
    expect((await productPage(ids.seller, ids.product)).skus).toMatchObject([{ productVariantId: ids.medium }]);

    await emit(service, [artwork(ids, { title: 'Onça parda' }, 2), render(ids, 'frente', {}, 2)]);
    const page = await productPage(ids.seller, ids.product);
    expect(page.artwork.title).toBe('Onça parda');
    expect(page.skus[0].renders[0].url).toMatch(/frente\.webp\?v=2$/);

    await emit(service, [template(ids, 'frente', { isActive: false }, 2)]);
    expect((await productPage(ids.seller, ids.product)).skus[0].renders).toEqual([]);
  });

  it('shows each SKU only the renders that fit it', async () => {
    const ids = await aProductOnSale();

    await emit(service, [
      template(ids, 'grande', { assets: { size: 'G' }, createdAt: day(2) }),
      template(ids, 'branca', { options: { values: { color: 'white' } }, createdAt: day(3) }),
      render(ids, 'grande'),
      render(ids, 'branca'),
    ]);

    const { skus } = await productPage(ids.seller, ids.product);
    const shown = skus.map(({ renders }: { renders: { templateId: string }[] }) =>
      renders.map(({ templateId }) => templateId.split('-')[0]),
    );
    expect(shown).toEqual([
      ['frente', 'branca'],
      ['frente', 'grande'],
    ]);
  });

  it('leaves open whether its viewer likes it and its related products', async () => {
    const [ids, liker] = [await aProductOnSale(), newId()];
    const sibling = { ...ids, product: newId() };
    await emit(service, [product(sibling)]);
    await service.database.query('insert into product_like values ($1, $2, $3, now())', [
      newId(),
      liker,
      sibling.product,
    ]);

    const { document } = await storefront().getStoreProduct({ store: ids.seller, product: ids.product });
    const productIds = document!.holes.map(({ productId }) => productId!);
    const viewers = [liker, newId()].map((userId) => ({ userId, productIds, storeIds: [] }));
    const { opinions } = await storefront().getPageChanges({ mark: '', viewers });

    expect(productIds).toEqual([ids.product, sibling.product, sibling.product]);
    expect(opinions.map(({ likedProductIds }) => likedProductIds)).toEqual([[sibling.product], []]);
    const page = read({ document });
    expect([page.isLiked, page.relatedProducts.sameArtwork[0].isLiked]).toEqual([null, null]);
  });

  it('responds for a limited number of viewers and ids', async () => {
    const viewer = (ids: number) => ({ userId: newId(), productIds: Array.from({ length: ids }, newId), storeIds: [] });
    const request = (viewers: number, ids: number) =>
      storefront().getPageChanges({ mark: '', viewers: Array.from({ length: viewers }, () => viewer(ids)) });

    expect((await request(VIEWERS_MAX, VIEWER_IDS_MAX)).opinions).toHaveLength(VIEWERS_MAX);
    for (const rejected of [request(VIEWERS_MAX + 1, 1), request(1, VIEWER_IDS_MAX + 1)])
      await expect(rejected).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('has the names of all that may change it, however it was requested', async () => {
    const ids = await aProductOnSale();
    const { storeSlug } = await storePage(ids.seller);
    const namesOf = async (store: string, name: string) =>
      (await storefront().getStoreProduct({ store, product: name })).document!.names.toSorted();
    const byId = [`product:${ids.seller}/${ids.product}`, `store:${ids.seller}`];

    expect(await namesOf(ids.seller, ids.product)).toEqual(byId);
    expect(await namesOf(storeSlug, `onca-${ids.product}`)).toEqual(
      [...byId, `product:${ids.seller}/onca-${ids.product}`, `store:${storeSlug}`].toSorted(),
    );
  });

  it('has the names of all that may change its related products, and each change reports one of them', async () => {
    const [ids, other] = [await aProductOnSale(), demoIds()];
    const { type, medium, large } = ids;
    const [sibling, ofType] = [
      { ...ids, product: newId() },
      { ...other, type, medium, large },
    ];
    const [store, print] = [profile(ofType), artwork(ofType)];
    await emit(service, [store, print, render(ofType, 'frente'), product(ofType), product(sibling)]);
    const { document } = await storefront().getStoreProduct({ store: ids.seller, product: ids.product });
    const { relatedNames } = document!;
    const reported = async (change: Parameters<typeof emit>[1]) => {
      const { mark } = await storefront().getPageChanges({ mark: '', viewers: [] });
      await emit(service, change);
      const { names } = await storefront().getPageChanges({ mark, viewers: [] });
      return names.filter((name) => relatedNames.includes(name)).toSorted();
    };

    const [cards, shelf] = [`cards:${ids.seller}`, `shelf:${ids.type}`];
    const [shown, name] = [`product:${other.seller}/${other.product}`, `store:${other.seller}`];
    expect(relatedNames).toEqual([cards, shelf, 'open-stores', shown, name]);
    expect(await reported([product(sibling, { title: 'Outra' }, 2)])).toEqual([cards]);
    expect(await reported([product(ofType, { title: 'Outra' }, 2)])).toEqual([shown]);
    expect(await reported([product(ofType, { status: 'paused' }, 3)])).toEqual([shown, shelf]);
    expect(await reported([product({ ...ofType, product: newId() })])).toEqual([shelf]);
    expect(await reported([profile(other, { avatarKey: 'public/a.webp' }, 2)])).toEqual([name]);
    expect(await reported([profile(other, { active: false }, 3)])).toEqual(['open-stores', name]);
  });

  it('has an entity tag that changes with its bytes', async () => {
    const ids = await aProductOnSale();
    const tag = async () =>
      (await storefront().getStoreProduct({ store: ids.seller, product: ids.product })).document!.etag;

    const before = await tag();
    expect(before).toMatch(/^"[\w-]{43}"$/);
    expect(await tag()).toBe(before);
    await emit(service, [product(ids, { title: 'Outra' }, 2)]);
    expect(await tag()).not.toBe(before);
  });
});
