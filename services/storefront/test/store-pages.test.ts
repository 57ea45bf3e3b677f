import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StorefrontServiceClient } from '@estampa/contracts/storefront/v1/storefront';
import { newId } from '@estampa/kernel/ids';
import type { ServiceUnderTest } from '@estampa/testing/start-service';
import { day, demoIds, product, productType, profile, render, emit, template, fullProduct } from './announcements.ts';
import { startStorefront } from './storefront.ts';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startStorefront();
});
afterAll(() => service?.stop());

const storefront = () => service.client(StorefrontServiceClient);
const read = ({ document }: { document?: { json: Buffer } | undefined }) => JSON.parse(document!.json.toString());
const storePage = async (store: string) => read(await storefront().getStore({ store }));

async function aProductOnSale() {
  const ids = demoIds();
  await emit(service, fullProduct(ids));
  return ids;
}

describe('a store page', () => {
  it('shows its profile, and counts that begin at none', async () => {
    const ids = demoIds();
    const socialLinks = [{ platform: 'site', url: 'https://demo.example' }];
    await emit(service, [profile(ids, { displayName: 'Artista Demo', bio: 'Loja de exemplo', socialLinks })]);

    // All members, in their order, are in the tests of domain/pages.ts.
    expect(await storePage(ids.seller)).toMatchObject({
      id: ids.seller,
      storeName: 'Loja Demo',
      storeSlug: `loja-${ids.seller}`.slice(0, 30),
      displayName: 'Artista Demo',
      bio: 'Loja de exemplo',
      avatarUrl: null,
      bannerUrl: null,
      socialLinks,
      followersCount: 0,
      followingCount: 0,
      likesReceivedCount: 0,
      isFollowing: null,
    });
  });

  it('leaves open whether its viewer follows it', async () => {
    const [ids, follower, other] = [demoIds(), newId(), newId()];
    await emit(service, [profile(ids)]);
    await service.database.query('insert into follow values ($1, $2, $3, now())', [newId(), follower, ids.seller]);

    const { document } = await storefront().getStore({ store: ids.seller });
    const { opinions } = await storefront().getPageChanges({
      mark: '',
      viewers: [other, follower].map((userId) => ({ userId, productIds: [], storeIds: [ids.seller] })),
    });

    const [hole, ...more] = document!.holes;
    expect([hole!.storeId, hole!.productId, more]).toEqual([ids.seller, undefined, []]);
    expect(document!.json.subarray(hole!.at, hole!.at + 4).toString()).toBe('null');
    expect(opinions.map(({ followedStoreIds }) => followedStoreIds)).toEqual([[], [ids.seller]]);
  });

  it('is served at its own address while it is unpublished', async () => {
    const ids = demoIds();
    await emit(service, [profile(ids, { storeStatus: 'unpublished' })]);

    expect(await storePage(ids.seller)).toMatchObject({ id: ids.seller });
  });

  it('is found by its newest slug only, and by an id before a slug that looks like it', async () => {
    const [ids, impostor] = [demoIds(), demoIds()];
    await emit(service, [profile(ids, { storeSlug: `antes-${ids.seller.slice(-12)}` })]);
    await emit(service, [profile(ids, { storeSlug: `depois-${ids.seller.slice(-12)}` }, 2)]);
    await emit(service, [profile(impostor, { storeSlug: ids.seller, storeName: 'Impostora' }, 3)]);

    await expect(storePage(`antes-${ids.seller.slice(-12)}`)).rejects.toMatchObject({ kind: 'not_found' });
    expect(await storePage(`depois-${ids.seller.slice(-12)}`)).toMatchObject({ id: ids.seller });
    expect(await storePage(ids.seller)).toMatchObject({ storeName: 'Loja Demo' });
  });

  it.each(['no-such-store', newId(), "it's", '%', 'a\u0000b', ''])('is not found under %s', async (store) => {
    await expect(storePage(store)).rejects.toMatchObject({ kind: 'not_found', reason: 'not_found' });
  });
});

describe('counters', () => {
  it('leave out the likes of archived products', async () => {
    const ids = await aProductOnSale();
    await service.database.query('update product_count set likes_count = 3 where id = $1', [ids.product]);
    await service.database.query('update store set likes_received_count = 3 where id = $1', [ids.seller]);

    await emit(service, [product(ids, { title: 'Outra' }, 2)]);
    expect(await storePage(ids.seller)).toMatchObject({ likesReceivedCount: 3 });
    await emit(service, [product(ids, { status: 'archived' }, 3)]);
    expect(await storePage(ids.seller)).toMatchObject({ likesReceivedCount: 0 });
    await emit(service, [product(ids, { status: 'draft' }, 4)]);
    expect(await storePage(ids.seller)).toMatchObject({ likesReceivedCount: 3 });
  });
});

describe('describeProducts', () => {
  it('returns products on sale, and skips the others', async () => {
    const [ids, paused] = [await aProductOnSale(), await aProductOnSale()];
    await emit(service, [product(paused, { status: 'paused' }, 2)]);

    const sellerProductIds = [ids.product, paused.product, newId(), 'not-an-id'];
    const { products } = await storefront().describeProducts({ sellerProductIds, lines: [] });

    expect(products).toEqual([
      {
        sellerProductId: ids.product,
        title: 'Camiseta da onça',
        imageKey: `public/${ids.artwork}/frente.webp?v=1`,
        sellerName: 'Loja Demo',
        sellerSlug: `loja-${ids.seller}`.slice(0, 30),
      },
    ]);
  });

  it('describes for each line the render shown for its SKU and options', async () => {
    const ids = demoIds();
    const lying = (x: number) => ({ placement: { x, y: 2, scale: 0.5, rotation: 90 }, artworkVersion: 3 });
    const printArea = { bounds: { x: 1, y: 2, width: 300, height: 400 }, widthMm: 280 };
    await emit(service, [
      ...fullProduct(ids),
      render(ids, 'frente', { ...lying(1), printArea }, 2),
      template(ids, 'preta', { options: { values: { color: 'black' } }, createdAt: day(2) }),
      render(ids, 'preta', lying(2)),
      template(ids, 'branca', { options: { values: { color: 'white' } }, assets: { size: 'M' }, createdAt: day(3) }),
      render(ids, 'branca', lying(3)),
    ]);
    const line = (variant: string, selectedOptions: Record<string, string> = {}) => ({
      sellerProductId: ids.product,
      sellerProductVariantId: variant,
      selectedOptions,
    });
    const lines = [
      line(ids.medium, { color: 'white' }),
      line(ids.medium, { color: 'black' }),
      line(ids.large, { color: 'white' }),
      line(ids.medium),
      line(newId()),
      { ...line(ids.medium), sellerProductId: 'not-an-id' },
    ];
    const { prints } = await storefront().describeProducts({ sellerProductIds: [ids.product], lines });

    const of = (name: string, x: number) => ({
      artworkId: ids.artwork,
      artworkVersion: 3,
      templateId: `${name}-${ids.type}`,
      x,
      y: 2,
      scale: 0.5,
      rotation: 90,
      printArea: undefined,
      fallback: false,
    });
    const front = { ...of('frente', 1), printArea };
    expect(prints.map(({ print }) => print)).toEqual([
      of('branca', 3),
      of('preta', 2),
      front,
      front,
      undefined,
      undefined,
    ]);

    const key = 'private/press-profiles/1/digest.icc';
    const printed = { id: ids.type, name: 'Camiseta', pressProfile: { name: 'Press', digest: 'digest', key } };
    await emit(service, [productType(ids, { productType: printed }, 2)]);
    const frozen = await storefront().describeProducts({ sellerProductIds: [ids.product], lines });
    expect(frozen.prints.map(({ print }) => print?.pressProfile)).toEqual([key, key, key, key, undefined, undefined]);
  });

  it('prints a choice that no mockup shows from another of its proportions, and lists it for the seller', async () => {
    const ids = demoIds();
    const printed = { placement: { x: 1, y: 2, scale: 0.5, rotation: 0 }, artworkVersion: 1 };
    const upright = { printArea: { x: 0, y: 0, width: 300, height: 400 } };
    const black = { options: { values: { color: 'black' } }, assets: { size: 'M' } };
    await emit(service, [
      ...fullProduct(ids).filter(({ key }) => !/^(template|render):/.test(key)),
      template(ids, 'preta', { ...black, ...upright }),
      render(ids, 'preta', printed),
    ]);
    const seller = { userId: newId(), roles: ['seller' as const], sellerProfileId: ids.seller, sessionId: null };
    const requested = (variant: string, color: string) => ({
      sellerProductId: ids.product,
      sellerProductVariantId: variant,
      selectedOptions: { color },
    });
    const lines = [requested(ids.medium, 'black'), requested(ids.medium, 'white'), requested(ids.large, 'black')];
    const fallbacks = async () => {
      const { prints } = await storefront().describeProducts({ sellerProductIds: [ids.product], lines });
      return prints.map(({ print }) => print?.fallback);
    };
    const unshown = async () =>
      (
        await service.client(StorefrontServiceClient, { caller: seller }).listUnshownChoices({
          sellerProductId: ids.product,
        })
      ).choices;
    const templateId = `preta-${ids.type}`;

    expect(await fallbacks()).toEqual([false, true, true]);
    expect(await unshown()).toEqual([
      { sellerProductVariantIds: [ids.medium], options: { color: 'white' }, templateId },
      { sellerProductVariantIds: [ids.large], options: {}, templateId },
    ]);

    const square = { printArea: { x: 0, y: 0, width: 300, height: 300 } };
    await emit(service, [
      template(ids, 'grande', { assets: { size: 'G' }, ...square }),
      template(ids, 'branca', { options: { values: { color: 'white' } }, ...square }),
    ]);

    expect(await fallbacks()).toEqual([false, undefined, undefined]);
    expect(await unshown()).toEqual([
      { sellerProductVariantIds: [ids.medium], options: { color: 'white' }, templateId: undefined },
      { sellerProductVariantIds: [ids.large], options: {}, templateId: undefined },
    ]);
    const stranger = { ...seller, sellerProfileId: newId() };
    const asStranger = service.client(StorefrontServiceClient, { caller: stranger });
    await expect(asStranger.listUnshownChoices({ sellerProductId: ids.product })).rejects.toMatchObject({
      kind: 'forbidden',
    });
    expect(await asStranger.listUnshownChoices({ sellerProductId: newId() })).toEqual({ choices: [] });
  });
});
