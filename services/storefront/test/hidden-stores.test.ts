import { StorefrontServiceClient } from '@estampa/contracts/storefront/v1/storefront';
import { newId } from '@estampa/kernel/ids';
import type { ServiceUnderTest } from '@estampa/testing/start-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoIds, product, profile, emit, fullProduct } from './announcements.ts';
import { startStorefront } from './storefront.ts';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startStorefront();
});
afterAll(() => service?.stop());

const storefront = () => service.client(StorefrontServiceClient);
const notFound = { kind: 'not_found', reason: 'not_found' };

describe('the store of a suspended seller', () => {
  it('is hidden with its products on every page, and comes back', async () => {
    const ids = demoIds();
    const slug = `loja-${ids.seller}`.slice(0, 30);
    await emit(service, fullProduct(ids));
    const requested = () => [
      ...[ids.seller, slug].map((store) => storefront().getStore({ store })),
      storefront().listStoreProducts({ store: slug, sort: '', page: undefined }),
      storefront().getStoreProduct({ store: slug, product: ids.product }),
    ];
    const described = async () =>
      (await storefront().describeProducts({ sellerProductIds: [ids.product], lines: [] })).products;
    expect(await described()).toHaveLength(1);

    await emit(service, [profile(ids, { suspended: true }, 2)]);

    await Promise.all(requested().map((one) => expect(one).rejects.toMatchObject(notFound)));
    expect(await described()).toEqual([]);

    await emit(service, [profile(ids, {}, 3)]);

    expect(await Promise.all(requested())).toHaveLength(4);
    expect(await described()).toHaveLength(1);
  });

  it('cannot be told apart from an unknown store', async () => {
    const ids = demoIds();
    await emit(service, [profile(ids, { suspended: true })]);
    const rejection = async (store: string) => {
      const { kind, reason, message } = await storefront()
        .getStore({ store })
        .catch((error) => error);
      return { kind, reason, message: message.replace(store, 'it') };
    };

    expect(await rejection(ids.seller)).toEqual(await rejection(newId()));
  });

  it('is left out of lists of other sellers at once, on every page', async () => {
    const [ids, rival] = [demoIds(), demoIds()];
    await emit(service, [
      ...fullProduct(ids),
      profile(rival),
      product({ ...rival, type: ids.type, artwork: ids.artwork }),
    ]);
    const recommended = async () => {
      const { document } = await storefront().getStoreProduct({ store: ids.seller, product: ids.product });
      return JSON.parse(document!.json.toString()).relatedProducts.recommended;
    };
    expect(await recommended()).toMatchObject([{ id: rival.product }]);

    for (const [suspended, version] of [
      [true, 2],
      [false, 3],
    ] as const) {
      const { mark } = await storefront().getPageChanges({ mark: '', viewers: [] });
      await emit(service, [profile(rival, { suspended }, version)]);

      expect(await recommended()).toHaveLength(suspended ? 0 : 1);
      expect(await storefront().getPageChanges({ mark, viewers: [] })).toMatchObject({ everything: true });
    }
  });
});
