import { describe, expect, it } from 'vitest';
import { checkOut } from '@estampa/stack/demo/purchase';
import { centred, publish, render } from '@estampa/stack/demo/studio';
import { eventually } from '../src/eventually.ts';
import type { TestMarketplace } from '../src/marketplace.ts';
import { rejected } from './seller-product-rejections.ts';
import { draftOf, type Shop } from './shop.ts';

type Ground = { marketplace: TestMarketplace; shop: Shop };

const DEADLINE_MS = 180_000;
const PATIENTLY = { deadlineMs: 60_000 };
const MINE = '/seller-products/me';

/** What becomes of a product that an admin removes, in a marketplace whose processes may be killed. */
export function describeRemovedProducts(ground: () => Ground): void {
  describe('an admin', () => {
    it(
      'removes a product for good, even when services with copies of it crash; orders stay',
      async () => {
        const { storeSlug, admin, seller, customer, api, productType, template, artwork, line } = ground().shop;
        const slug = 'gone-for-good';
        const { id } = await draftOf(seller, productType, artwork, slug);
        await render(seller, id, template.id, centred(template, artwork));
        const { renders, variants } = await publish(seller, id);
        await customer.client.toggleLike({ store_slug: storeSlug, product_slug: slug });
        const item = { ...line, sellerProductId: id, variantId: variants[0]!.id };
        const order = await checkOut(customer, [item]);
        const { likesReceivedCount } = await api.client.getStore({ store_slug: storeSlug });
        const theProduct = { store_slug: storeSlug, product_slug: slug };
        const pageStatus = async () => (await api.client.exchange('getStoreProduct', theProduct)).status;
        const statusOf = async (url: string) => (await fetch(url)).status;
        const latest = renders[0]!.url!.replace(/[^/]+\.webp.*$/, 'render.webp');
        expect(await statusOf(latest)).toBe(200);

        const { catalog, 'media-render': mediaRender, storefront } = ground().marketplace.processes;
        await Promise.all([mediaRender.kill('SIGKILL'), storefront.kill('SIGKILL')]);
        const removed = await admin.client.exchange('deleteSellerProduct', { productId: id });
        await catalog.kill('SIGKILL');
        await Promise.all([catalog.restart(), mediaRender.restart(), storefront.restart()]);

        expect([removed.status, removed.headers.get('estampa-settled')]).toEqual([204, 'false']);
        await eventually(async () => expect(await pageStatus()).toBe(404), PATIENTLY);
        await eventually(async () => {
          expect((await seller.client.listRenders({ artworkId: artwork.id })).renders).toEqual([]);
          expect((await seller.client.listPlacements({ artworkId: artwork.id })).placements).toEqual([]);
          expect(await statusOf(latest)).toBe(404);
        }, PATIENTLY);
        await eventually(async () => {
          const { likesReceivedCount: left } = await api.client.getStore({ store_slug: storeSlug });
          expect(left).toBe(likesReceivedCount - 1);
        }, PATIENTLY);
        for (const [someone, method, path] of [
          [seller, 'GET', `${MINE}/${id}`],
          [seller, 'GET', `${MINE}/${id}/preview`],
          [admin, 'DELETE', `/seller-products/admin/${id}`],
        ] as const) {
          expect(await rejected(someone, method, path)).toEqual([404, 'not_found']);
        }
        const { items, totalCents } = order;
        expect(await customer.client.getOrder({ orderId: order.id })).toMatchObject({
          id: order.id,
          items,
          totalCents,
        });
        expect(await statusOf(items[0]!.imageUrl!)).toBe(200);
        await expect(checkOut(customer, [item])).rejects.toMatchObject({ status: 400 });
      },
      DEADLINE_MS,
    );

    it('leaves the artwork, its other products and what can be rendered again', async () => {
      const { seller, template, artwork, product } = ground().shop;
      expect((await seller.client.getArtwork({ artworkId: artwork.id })).status).toBe('active');
      expect(await seller.client.getSellerProduct({ id: product.id })).toMatchObject({ status: 'active', renders: [] });

      const again = await render(seller, product.id, template.id, centred(template, artwork));

      expect((await fetch(again.renders[0]!.url!)).status).toBe(200);
    });
  });
}
