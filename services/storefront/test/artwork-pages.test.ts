import { StorefrontServiceClient } from '@estampa/contracts/storefront/v1/storefront';
import { newId } from '@estampa/kernel/ids';
import type { ServiceUnderTest } from '@estampa/testing/start-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { artwork, day, demoIds, type Ids, product, profile, emit, fullProduct } from './announcements.ts';
import { startStorefront } from './storefront.ts';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startStorefront();
});
afterAll(() => service?.stop());

const storefront = () => service.client(StorefrontServiceClient);
const NOT_FOUND = { kind: 'not_found', reason: 'not_found' };

async function page({ artwork: id }: Pick<Ids, 'artwork'>) {
  const { document } = await storefront().getStoreArtwork({ id });
  return { names: document!.names, holes: document!.holes, ...JSON.parse(document!.json.toString()) };
}

/** A product on sale whose artwork has all optional fields. */
async function onSale(): Promise<Ids> {
  const ids = demoIds();
  const file = { slug: 'onca', tags: ['gato'], version: 2, widthPx: 300, heightPx: 400, format: 'png' };
  const secret = { sizeBytes: 900, contentHash: 'c0ffee', duplicateOf: newId() };
  const known = { ...file, ...secret, createdAt: day(1), updatedAt: day(2) };
  await emit(service, [...fullProduct(ids), artwork(ids, known, 2)]);
  return ids;
}

describe('the page of an artwork', () => {
  it('shows the public fields, with cards of the products on sale that show it', async () => {
    const ids = await onSale();
    const draft = { ...ids, product: newId() };
    await emit(service, [product(draft, { status: 'draft' })]);

    const { names, holes, products, ...shown } = await page(ids);

    const storeSlug = `loja-${ids.seller}`.slice(0, 30);
    expect(shown).toEqual({
      id: ids.artwork,
      sellerProfileId: ids.seller,
      title: 'Onça',
      slug: 'onca',
      description: null,
      tags: ['gato'],
      version: 2,
      widthPx: 300,
      heightPx: 400,
      format: 'png',
      dominantColor: '#AA5500',
      previewUrl: `https://cdn.example/public/${ids.artwork}/preview.webp`,
      createdAt: day(1).toISOString(),
      updatedAt: day(2).toISOString(),
      artistName: 'Loja Demo',
      storeSlug,
    });
    expect(products).toMatchObject([{ id: ids.product, storeSlug, isLiked: null }]);
    expect(holes).toEqual([expect.objectContaining({ productId: ids.product })]);
    expect(names).toEqual(expect.arrayContaining([`artwork:${ids.artwork}`, `cards:${ids.seller}`]));
  });

  it('responds not found for an artwork that is inactive, unknown, or of a hidden store', async () => {
    const ids = await onSale();
    await expect(page({ artwork: newId() })).rejects.toMatchObject(NOT_FOUND);
    await expect(page({ artwork: 'onca' })).rejects.toMatchObject(NOT_FOUND);

    await emit(service, [profile(ids, { suspended: true }, 2)]);
    await expect(page(ids)).rejects.toMatchObject(NOT_FOUND);
    await emit(service, [profile(ids, {}, 3)]);
    expect((await page(ids)).id).toBe(ids.artwork);

    await emit(service, [artwork(ids, { status: 'inactive' }, 3)]);
    await expect(page(ids)).rejects.toMatchObject(NOT_FOUND);
  });

  it('is reported as changed by everything that changes it', async () => {
    const ids = await onSale();
    const { names } = await page(ids);
    const mark = async () => (await storefront().getPageChanges({ mark: '', viewers: [] })).mark;
    const changed = async (since: string) => {
      const { names: published } = await storefront().getPageChanges({ mark: since, viewers: [] });
      return published.some((name) => names.includes(name));
    };

    const changes = [
      artwork(ids, { tags: ['onça'] }, 3),
      artwork(ids, { description: 'Pintada' }, 4),
      product(ids, { title: 'Outra' }, 2),
      product(ids, { status: 'paused' }, 3),
      profile(ids, { displayName: 'Ana' }, 2),
      profile(ids, { displayName: 'Ana', storeSlug: `nova-${ids.seller}`.slice(0, 30) }, 3),
    ];
    for (const change of changes) {
      const before = await mark();
      await emit(service, [change]);
      expect([change.value, await changed(before)]).toEqual([change.value, true]);
    }
  });
});
