import { randomUUID } from 'node:crypto';
import { eventually } from '@estampa/testing/eventually';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, anArtwork, aSeller, type Media, startSharedMedia } from './media.ts';
import { originals, png, RED } from './originals.ts';
import { aProduct } from './products.ts';
import { aShirt, PLACED } from './shirt.ts';

let media: Media;
let of: ReturnType<typeof originals>;
let templateId: string;
beforeAll(async () => {
  media = await startSharedMedia();
  of = originals(media);
  templateId = (await aShirt(media)).id;
});
afterAll(() => media.stop());

const seller = aSeller();

/** An artwork that has been rendered, and a product of it that is not on sale yet. */
async function ready() {
  const { id: artworkId } = await anArtwork(media, seller, await png(RED));
  await media.renders(seller).renderPlacement({ artworkId, templateId, ...PLACED, scale: 1 });
  const { id: sellerProductId, emit } = aProduct(media, { seller, artworkId });
  return {
    emit,
    requested: { artworkId, sellerProductId, productVersion: 1, templateIds: [templateId], isOther: false },
  };
}
type Ready = Awaited<ReturnType<typeof ready>>['requested'];

const reserve = (requested: Ready, by = seller) => media.artworks(by).holdArtwork(requested);
const setStatus = (id: string, status: string, by = seller) =>
  media.artworks(by).updateArtwork({ id, status, tags: [], updateMask: ['status'] });
const deactivate = (id: string) => setStatus(id, 'inactive');
const REJECTED = { kind: 'wrong_state', reason: 'wrong_state' };

describe('an artwork', () => {
  it('is deactivated and made active again by its seller, with one event each time', async () => {
    const { artworkId } = (await ready()).requested;

    const { artwork } = await deactivate(artworkId);
    await deactivate(artworkId);
    const again = await media
      .artworks(ADMIN)
      .updateArtwork({ id: artworkId, status: 'active', tags: [], updateMask: ['status'] });

    expect([artwork!.status, again.artwork!.status]).toEqual(['inactive', 'active']);
    const { rows } = await of.query('select version from artwork where id = $1', [artworkId]);
    expect(rows).toEqual([{ version: 3 }]);
    await expect(setStatus(artworkId, 'gone')).rejects.toMatchObject({ reason: 'validation_failed' });
    await expect(setStatus(artworkId, 'inactive', aSeller())).rejects.toMatchObject({ kind: 'forbidden' });
  });

  it('stays active while a product on sale shows it on another surface, or is about to', async () => {
    const { requested: own } = await ready();
    const { requested: other } = await ready();
    const product = aProduct(media, { seller, artworkId: own.artworkId, others: [other.artworkId] });
    const held = { ...other, sellerProductId: product.id, isOther: true };
    expect(await reserve({ ...own, sellerProductId: product.id })).toEqual({ isActive: true, isRendered: true });
    expect(await reserve(held)).toEqual({ isActive: true, isRendered: true });
    await expect(deactivate(own.artworkId)).rejects.toMatchObject(REJECTED);
    await expect(deactivate(other.artworkId)).rejects.toMatchObject(REJECTED);

    await product.emit('active', 2);
    const { rows } = await of.query('select from other_artwork_reservation where seller_product_id = $1', [product.id]);
    expect(rows).toEqual([]);
    await expect(deactivate(other.artworkId)).rejects.toMatchObject(REJECTED);
    await product.emit('paused', 3);
    expect((await deactivate(other.artworkId)).artwork!.status).toBe('inactive');
  });

  it('stays active from when a product on sale shows it elsewhere, too, until it does not', async () => {
    const { requested: own } = await ready();
    const { requested: other } = await ready();
    const product = aProduct(media, { seller, artworkId: own.artworkId });
    await product.emit('active', 1);
    const held = { ...other, sellerProductId: product.id, isOther: true };
    expect(await reserve(held)).toEqual({ isActive: true, isRendered: true });
    await product.emit('active', 2, [other.artworkId]);

    const reserved = 'select from other_artwork_reservation where seller_product_id = $1';
    await eventually(async () => expect((await of.query(reserved, [product.id])).rows).toEqual([]));
    // As a version stores it that knows nothing of surfaces.
    await of.query(`update seller_product set other_artwork_ids = '{}' where id = $1`, [product.id]);
    await product.emit('active', 3, [other.artworkId]);
    await expect(deactivate(other.artworkId)).rejects.toMatchObject(REJECTED);
    await product.emit('active', 4, []);
    expect((await deactivate(other.artworkId)).artwork!.status).toBe('inactive');
  });

  it('stays active while a product on sale shows it, and no longer', async () => {
    const { requested, emit } = await ready();
    await emit('draft', 1);
    await emit('active', 2);
    await expect(deactivate(requested.artworkId)).rejects.toMatchObject(REJECTED);
    expect((await media.artworks(seller).getArtwork({ id: requested.artworkId })).artwork!.status).toBe('active');

    await emit('paused', 3);
    await emit('active', 2);

    expect((await deactivate(requested.artworkId)).artwork!.status).toBe('inactive');
  });
});

describe('a product of which only texts changed', () => {
  it('is stored as in its newest event, and older ones change nothing any more', async () => {
    const { requested, emit } = await ready();
    const stored = async () => {
      const found = `select status, version, (fact ->> 'version')::int as published from seller_product where id = $1`;
      const { rows } = await of.query(found, [requested.sellerProductId]);
      return rows[0];
    };
    await emit('active', 1);
    await emit('active', 3);
    expect(await stored()).toEqual({ status: 'active', version: 3, published: 3 });

    await emit('paused', 2);
    expect(await stored()).toEqual({ status: 'active', version: 3, published: 3 });
    await expect(deactivate(requested.artworkId)).rejects.toMatchObject(REJECTED);

    await emit('paused', 4);
    await emit('paused', 5);
    expect(await stored()).toEqual({ status: 'paused', version: 5, published: 5 });
    expect((await deactivate(requested.artworkId)).artwork!.status).toBe('inactive');
  });
});

describe('an artwork that a product is about to be sold with', () => {
  it('stays active from when it was found ready until the sale is received and over', async () => {
    const { requested, emit } = await ready();
    await emit('draft', 1);

    expect(await reserve(requested)).toEqual({ isActive: true, isRendered: true });
    await expect(deactivate(requested.artworkId)).rejects.toMatchObject(REJECTED);
    await emit('draft', 2);
    await expect(deactivate(requested.artworkId)).rejects.toMatchObject(REJECTED);
    await emit('active', 3);
    await expect(deactivate(requested.artworkId)).rejects.toMatchObject(REJECTED);
    await emit('paused', 4);

    expect((await deactivate(requested.artworkId)).artwork!.status).toBe('inactive');
  });

  it('is not released by events from before it was locked', async () => {
    const { emit, ...product } = await ready();
    const requested = { ...product.requested, productVersion: 5 };
    await reserve(requested);
    await emit('active', 4);
    await emit('paused', 5);

    await expect(deactivate(requested.artworkId)).rejects.toMatchObject(REJECTED);
  });

  it('is not released by a sale from between an older request, which came late, and this one', async () => {
    const { emit, ...product } = await ready();
    const requested = { ...product.requested, productVersion: 5 };
    await reserve(requested);
    await reserve({ ...requested, productVersion: 3 });
    await emit('active', 4);
    await emit('paused', 5);

    await expect(deactivate(requested.artworkId)).rejects.toMatchObject(REJECTED);
  });

  it('is free again when nothing came of it', async () => {
    const { requested } = await ready();
    await reserve(requested);
    const { rows } = await of.query(
      `select until - now() < interval '5 minutes' as soon from artwork_hold where seller_product_id = $1`,
      [requested.sellerProductId],
    );
    expect(rows).toEqual([{ soon: true }]);

    await of.query(`update artwork_hold set until = now() - interval '1 second' where seller_product_id = $1`, [
      requested.sellerProductId,
    ]);

    expect((await deactivate(requested.artworkId)).artwork!.status).toBe('inactive');
  });

  it('is not locked when it is not ready, or is another seller’s', async () => {
    const { requested } = await ready();
    const never = { ...requested, templateIds: ['another-template'] };
    expect(await reserve(never)).toEqual({ isActive: true, isRendered: false });
    await expect(reserve(requested, aSeller())).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(reserve({ ...requested, artworkId: randomUUID() })).rejects.toMatchObject({ kind: 'not_found' });
    await expect(reserve({ ...requested, artworkId: 'nothing' })).rejects.toMatchObject({ kind: 'not_found' });

    await deactivate(requested.artworkId);

    expect(await reserve(requested)).toEqual({ isActive: false, isRendered: true });
    const { rows } = await of.query('select from artwork_hold where artwork_id = $1', [requested.artworkId]);
    expect(rows).toEqual([]);
  });

  it('is either sold or deactivated when both are requested at the same instant', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { requested } = await ready();
      await using row = await of.lock(`begin; select from artwork where id = '${requested.artworkId}' for update`);
      const both =
        round % 2 === 0
          ? [reserve(requested), deactivate(requested.artworkId)]
          : [deactivate(requested.artworkId), reserve(requested)];
      const outcomes = Promise.allSettled(both);
      await row.awaited();
      await row.release();

      const settled = (await outcomes).map((outcome) =>
        outcome.status === 'fulfilled' ? outcome.value : outcome.reason,
      );
      const isReserved = settled.some((response) => (response as { isActive?: boolean }).isActive === true);
      const { artwork } = await media.artworks(seller).getArtwork({ id: requested.artworkId });
      expect([artwork!.status, isReserved]).toEqual(isReserved ? ['active', true] : ['inactive', false]);
    }
  });
});
