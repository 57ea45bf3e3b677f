import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StorefrontServiceClient } from '@estampa/contracts/storefront/v1/storefront';
import { newId } from '@estampa/kernel/ids';
import type { Caller } from '@estampa/kit/call';
import { type ServiceUnderTest, startService } from '@estampa/testing/start-service';
import {
  artwork,
  day,
  demoIds,
  product,
  productType,
  profile,
  render,
  tell,
  template,
  wholeProduct,
} from './announcements.ts';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startService('storefront', { CDN_URL: 'https://cdn.example' });
});
afterAll(() => service?.stop());

const storefront = (caller?: Caller) => service.client(StorefrontServiceClient, caller && { caller });
const aCustomer = (): Caller => ({ userId: newId(), roles: ['customer'], sellerProfileId: null, sessionId: null });
const read = ({ document }: { document?: { json: Buffer } | undefined }) => JSON.parse(document!.json.toString());
const storePage = async (store: string, caller?: Caller) => read(await storefront(caller).getStore({ store }));
const productPage = async (store: string, productName: string, caller?: Caller) =>
  read(await storefront(caller).getStoreProduct({ store, product: productName }));

async function aProductOnSale() {
  const ids = demoIds();
  await tell(service, wholeProduct(ids));
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

  it('is reached by ids and by slugs, within its own store only', async () => {
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

      await tell(service, [product(ids, { status }, 2)]);
      await expect(productPage(ids.seller, ids.product)).rejects.toMatchObject({ kind: 'not_found' });

      await tell(service, [product(ids, {}, 3)]);
      expect(await productPage(ids.seller, ids.product)).toMatchObject({ id: ids.product });
    },
  );

  it('follows its store, type, artwork, templates and renders', async () => {
    const ids = await aProductOnSale();

    await tell(service, [profile(ids, { storeName: 'Loja Renomeada', avatarKey: 'public/a.webp' }, 2)]);
    expect((await productPage(ids.seller, ids.product)).store).toMatchObject({
      storeName: 'Loja Renomeada',
      avatarUrl: 'https://cdn.example/public/a.webp',
    });

    const assets = [{ id: newId(), key: 'size', value: 'M', labelPt: 'Único', isActive: true }];
    await tell(service, [productType(ids, { assets, options: [] }, 2)]);
    expect(await productPage(ids.seller, ids.product)).toMatchObject({
      optionDefinitions: [],
      skus: [{ optionLabel: 'Único' }, { optionLabel: 'G' }],
    });

    await tell(service, [artwork(ids, { title: 'Onça parda' }, 2), render(ids, 'frente', {}, 2)]);
    const page = await productPage(ids.seller, ids.product);
    expect(page.artwork.title).toBe('Onça parda');
    expect(page.skus[0].renders[0].url).toMatch(/frente\.webp\?v=2$/);

    await tell(service, [template(ids, 'frente', { isActive: false }, 2)]);
    expect((await productPage(ids.seller, ids.product)).skus[0].renders).toEqual([]);
  });

  it('shows each SKU only the renders that fit it', async () => {
    const ids = await aProductOnSale();

    await tell(service, [
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

  it('says whether a signed-in person likes it and its neighbours', async () => {
    const [ids, liker] = [await aProductOnSale(), aCustomer()];
    const sibling = { ...ids, product: newId() };
    await tell(service, [product(sibling)]);
    await service.database.query('insert into product_like values ($1, $2, $3, now())', [
      newId(),
      liker.userId,
      sibling.product,
    ]);

    const [seen, anonymous] = [
      await productPage(ids.seller, ids.product, liker),
      await productPage(ids.seller, ids.product),
    ];
    expect([seen.isLiked, seen.relatedProducts.sameArtwork[0].isLiked]).toEqual([false, true]);
    expect([anonymous.isLiked, anonymous.relatedProducts.sameArtwork[0].isLiked]).toEqual([null, null]);
  });

  it('has an entity tag that changes with its bytes', async () => {
    const ids = await aProductOnSale();
    const tag = async () =>
      (await storefront().getStoreProduct({ store: ids.seller, product: ids.product })).document!.etag;

    const before = await tag();
    expect(before).toMatch(/^"[\w-]{43}"$/);
    expect(await tag()).toBe(before);
    await tell(service, [product(ids, { title: 'Outra' }, 2)]);
    expect(await tag()).not.toBe(before);
  });

  it('never hides what another replica has committed', async () => {
    const ids = await aProductOnSale();
    for (let count = 1; count <= 50; count += 1) {
      const client = await service.database.connect();
      await client.query('begin');
      await client.query('update store_product set likes_count = $1 where id = $2', [count, ids.product]);
      await client.query('insert into page_change (names) values ($1)', [[`product:${ids.seller}/${ids.product}`]]);
      await client.query('commit');
      client.release();

      expect(await productPage(ids.seller, ids.product)).toMatchObject({ likesCount: count });
    }
  });
});
