import { ProductVariantsChanged } from '@estampa/contracts/catalog/v1/events';
import { StorefrontServiceClient } from '@estampa/contracts/storefront/v1/storefront';
import { newId } from '@estampa/kernel/ids';
import type { ServiceUnderTest } from '@estampa/testing/start-service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { artwork, demoIds, product, productType, profile, render, emit, template } from './announcements.ts';
import { startStorefront } from './storefront.ts';

const DEADLINE_MS = 120_000;
const SKUS = 5_000;
const TEMPLATES = 10;
const PART_VARIANTS = 100;
const MEBIBYTE = 1_048_576;

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startStorefront();
});
afterAll(() => service?.stop());

it(
  `a product of ${SKUS} SKUs and ${TEMPLATES} templates is stored in less than a megabyte, and shown with all of them`,
  async () => {
    const ids = demoIds();
    const variants = Array.from({ length: SKUS }, (_one, at) => ({
      id: newId(),
      productTypeId: ids.type,
      assets: { size: `T${at}` },
      isActive: true,
    }));
    const parts = Array.from({ length: SKUS / PART_VARIANTS }, (_one, part) => {
      const some = variants.slice(part * PART_VARIANTS, (part + 1) * PART_VARIANTS);
      const message = { productTypeId: ids.type, part, variants: some, version: 1 };
      const value = ProductVariantsChanged.toJSON(ProductVariantsChanged.fromPartial(message));
      return { topic: 'catalog.v1' as const, key: `product_variants:${ids.type}/${part}`, value };
    });
    const names = Array.from({ length: TEMPLATES }, (_one, at) => `modelo-${at}`);
    const skus = variants.map(({ id }) => ({ id: newId(), productVariantId: id, priceCents: 7990, isActive: true }));
    await emit(service, [
      profile(ids),
      productType(ids),
      ...parts,
      ...names.map((name) => template(ids, name)),
      artwork(ids),
      ...names.map((name) => render(ids, name)),
      product(ids, { variants: skus }),
    ]);

    const { rows } = await service.database.query(
      `select octet_length(page_head) + octet_length(page_skus) + octet_length(page_tail) as bytes
       from store_product where id = $1`,
      [ids.product],
    );
    const { document } = await service
      .client(StorefrontServiceClient)
      .getStoreProduct({ store: ids.seller, product: ids.product });
    const shown = JSON.parse(document!.json.toString()).skus;

    expect(rows[0].bytes).toBeLessThan(MEBIBYTE);
    expect(shown.map(({ id }: { id: string }) => id)).toEqual(skus.map(({ id }) => id));
    expect(new Set(shown.map(({ renders }: { renders: unknown[] }) => renders.length))).toEqual(new Set([TEMPLATES]));
  },
  DEADLINE_MS,
);
