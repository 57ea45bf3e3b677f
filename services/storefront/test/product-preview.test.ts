import { StorefrontServiceClient } from '@estampa/contracts/storefront/v1/storefront';
import { newId } from '@estampa/kernel/ids';
import type { Caller } from '@estampa/kit/rpc/call';
import type { ServiceUnderTest } from '@estampa/testing/start-service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoIds, type Ids, product, emit, fullProduct } from './announcements.ts';
import { startStorefront } from './storefront.ts';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startStorefront();
});
afterAll(() => service?.stop());

const person = (roles: Caller['roles'], sellerProfileId: string | null = null): Caller => ({
  userId: newId(),
  roles,
  sellerProfileId,
  sessionId: null,
});
const preview = (caller: Caller, sellerProductId: string) =>
  service.client(StorefrontServiceClient, { caller }).getProductPreview({ sellerProductId });
const publicPage = async (ids: Ids) => {
  const { document } = await service
    .client(StorefrontServiceClient)
    .getStoreProduct({ store: ids.seller, product: ids.product });
  return document!.json.toString();
};

it.each(['active', 'draft', 'paused', 'archived'])(
  'shows a product that is %s as the public page does',
  async (status) => {
    const ids = demoIds();
    await emit(service, fullProduct(ids));
    const onSale = await publicPage(ids);
    await emit(service, [product(ids, { status }, 2)]);

    const { document } = await preview(person(['seller'], ids.seller), ids.product);

    expect(document!.json.toString()).toBe(onSale);
  },
);

it('shows a product without a slug, and one without anything to buy', async () => {
  const ids = demoIds();
  await emit(service, [...fullProduct(ids), product(ids, { status: 'draft', slug: undefined, variants: [] }, 2)]);

  const { document } = await preview(person(['admin']), ids.product);

  expect(JSON.parse(document!.json.toString())).toMatchObject({ slug: null, skus: [], minPriceCents: null });
});

it('includes whether its viewer likes it', async () => {
  const ids = demoIds();
  await emit(service, fullProduct(ids));
  const viewer = person(['seller'], ids.seller);
  const liked = async () => (await preview(viewer, ids.product)).opinion!.likedProductIds;
  expect(await liked()).toEqual([]);

  await service
    .client(StorefrontServiceClient, { caller: viewer })
    .toggleLike({ store: ids.seller, product: ids.product });

  expect(await liked()).toEqual([ids.product]);
});

it('is limited to the seller and admins, and to products that are known and can be shown', async () => {
  const [ids, halfReceived] = [demoIds(), demoIds()];
  await emit(service, [...fullProduct(ids), product(halfReceived)]);

  await expect(preview(person(['seller'], newId()), ids.product)).rejects.toMatchObject({ kind: 'forbidden' });
  await expect(preview(person(['customer']), ids.product)).rejects.toMatchObject({ kind: 'forbidden' });
  for (const unknown of [newId(), 'nope', halfReceived.product]) {
    await expect(preview(person(['admin']), unknown)).rejects.toMatchObject({ kind: 'not_found' });
  }
});
