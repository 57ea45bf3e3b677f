import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { download } from '@estampa/stack/demo/api';
import { centred, previewPlacement } from '@estampa/stack/demo/studio';
import { plainPng, type Shop, STORE_SLUG, typeSlugOf } from './shop.ts';

let shop: Shop;

/** From the catalog to the page of a product. */
export function describeSoldGoods(given: () => Shop): void {
  beforeAll(() => {
    shop = given();
  });
  describeCatalog();
  describeArtwork();
  describeMockup();
  describeStore();
}

const describeCatalog = () =>
  describe('the catalog', () => {
    it('generates every combination of the assets with its SKU', async () => {
      const { variants } = shop.productType;
      expect(variants).toHaveLength(3);
      expect(variants.map(({ sku }) => sku).toSorted()).toEqual([
        'TEST-STORE-CAMISETA-algodao-G',
        'TEST-STORE-CAMISETA-algodao-M',
        'TEST-STORE-CAMISETA-algodao-P',
      ]);
    });

    it('shows the seller what to build on', async () => {
      const { productTypes } = await shop.seller.client.getSellerCatalog();

      const type = productTypes.find(({ slug }) => slug === typeSlugOf(STORE_SLUG));
      expect(type).toMatchObject({ platformFeePercent: 12.5, artistRoyaltyPercent: 60 });
      expect(type!.templates[0]).toMatchObject({ id: shop.template.id, options: { color: 'navy' } });
    });
  });

const describeArtwork = () =>
  describe('the artwork', () => {
    it('knows its size, hash, colour and preview', async () => {
      const { artwork } = shop;
      const original = await plainPng(300, 400, '#c03028');

      expect(artwork).toMatchObject({ widthPx: 300, heightPx: 400, format: 'png', version: 1, status: 'active' });
      expect(artwork.contentHash).toBe(createHash('sha256').update(original).digest('hex'));
      expect(artwork.dominantColor).toMatch(/^#C[0-7]/i);
      expect((await download(artwork.previewUrl)).subarray(8, 12).toString()).toBe('WEBP');
    });
  });

const describeMockup = () =>
  describe('the mockup', () => {
    it('previews a placement as a PNG that says how it fits', async () => {
      const { seller, template, artwork } = shop;

      const { bytes, headers } = await previewPlacement(seller, template.id, artwork.id, centred(template, artwork));

      expect(bytes.subarray(1, 4).toString()).toBe('PNG');
      expect(headers.get('x-fits-within-print-area')).toBe('true');
      expect(headers.get('x-overflow-top')).toBe('0');
      expect(JSON.parse(headers.get('x-print-area-bounds')!)).toEqual({ x: 150, y: 200, width: 300, height: 400 });
    });

    it('previews what does not fit, but does not render it', async () => {
      const { seller, template, artwork, product } = shop;
      const outside = { ...centred(template, artwork), x: 0 };

      const { headers } = await previewPlacement(seller, template.id, artwork.id, outside);
      const rejected = await seller.client.exchange('renderSellerProduct', {
        sellerProductId: product.id,
        body: {
          templateId: template.id,
          ...outside,
        },
      });

      expect(headers.get('x-fits-within-print-area')).toBe('false');
      expect(headers.get('x-overflow-left')).toBe('150');
      expect(rejected.status).toBe(400);
      expect(rejected.problem).toMatchObject({ code: 'does_not_fit' });
    });

    it('is public', async () => {
      const [render] = shop.product.renders;

      expect(render!.status).toBe('rendered');
      expect((await download(render!.url!)).subarray(8, 12).toString()).toBe('WEBP');
    });
  });

const describeStore = () =>
  describe('the store', () => {
    it('shows its page, its list and the product with its render', async () => {
      const { api, product, template } = shop;

      const store = await api.client.getStore({ store_slug: STORE_SLUG });
      const list = await api.client.listStoreProducts({ store_slug: STORE_SLUG });
      const page = await api.client.getStoreProduct({ store_slug: STORE_SLUG, product_slug: product.slug! });

      expect(store).toMatchObject({ storeName: 'Test Store', followersCount: 0, isFollowing: null });
      expect(list).toMatchObject({ total: 1, products: [{ id: product.id, minPriceCents: 8990, isLiked: null }] });
      expect(page).toMatchObject({ id: product.id, minPriceCents: 8990, maxPriceCents: 8990, isLiked: null });
      expect(page.skus).toHaveLength(3);
      expect(page.skus[0]!.renders).toEqual([
        { templateId: template.id, url: product.renders[0]!.url, sizes: [400], options: { color: 'navy' } },
      ]);
    });
  });
