import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InboxServiceClient } from '@estampa/contracts/common/v1/inbox';
import { OrderChanged } from '@estampa/contracts/orders/v1/events';
import { eventually } from '@estampa/testing/eventually';
import { aSeller, type Media, sampleImage, startSharedMedia } from './media.ts';
import { originals } from './originals.ts';
import { aProduct } from './products.ts';
import { aShirt, BASE, colours, far, INK, PLACED, shaded } from './shirt.ts';

const IN_TIME = { deadlineMs: 30_000 };

let media: Media;
let of: ReturnType<typeof originals>;
beforeAll(async () => {
  media = await startSharedMedia();
  of = originals(media);
});
afterAll(() => media.stop());

const seller = aSeller();
const renders = async (artworkId: string) =>
  (await media.renders(seller).listRenders({ artworkIds: [artworkId], templateIds: [] })).renders;
const renderOn = async (artworkId: string, templateId: string, placement = PLACED) =>
  (await media.renders(seller).renderPlacement({ artworkId, templateId, ...placement })).render!;
const seen = async (imageKey: string, points: [number, number][]) =>
  colours(await (await media.seePublicly(imageKey)).arrayBuffer(), points);

async function anOriginal(): Promise<string> {
  const uploaded = await of.uploaded(seller, await sampleImage({ width: 100, height: 100 }, INK).png().toBuffer());
  await of.complete(seller, uploaded);
  return uploaded.artworkId;
}

describe('an image that was replaced', () => {
  const retentionOf = async (imageKey: string) => {
    const { rows } = await of.query(
      `select due_at > now() + interval '89 days' as months, due_at > now() + interval '23 hours' as day
       from discarded_object where key = $1`,
      [imageKey.split('?')[0]],
    );
    return rows[0];
  };
  const sell = async (imageKey: string) => {
    const order = { id: randomUUID(), paymentStatus: 'approved', items: [{ id: randomUUID(), imageKey }] };
    const value = OrderChanged.toJSON(OrderChanged.fromPartial({ order, version: 1 }));
    const id = await media.service.publish('orders.v1', { type: 'order_approved', key: `order:${order.id}`, value });
    const received = { topic: 'orders.v1', kind: 'order', id };
    await media.service.client(InboxServiceClient).settled({ events: [received] });
  };

  it('stays as it was at its address: a day, months where it could be ordered, for good where an order shows it', async () => {
    const artworkId = await anOriginal();
    const { id: templateId, productTypeId } = await aShirt(media, { productTypeId: randomUUID() });
    const drawn = async (scale: number) => (await renderOn(artworkId, templateId, { ...PLACED, scale })).imageKey;
    const keys = [await drawn(0.5), await drawn(0.6)];
    expect(await retentionOf(keys[0]!)).toEqual({ months: false, day: true });
    await aProduct(media, { seller, artworkId, productTypeId }).emit('active');
    keys.push(await drawn(0.7), await drawn(0.8));
    expect(await retentionOf(keys[1]!)).toEqual({ months: true, day: true });
    await sell(keys[1]!);

    await of.query('update discarded_object set due_at = now() where key like $1', [`%${artworkId}/renders/%`]);
    const statuses = () => Promise.all(keys.map(async (key) => (await media.seePublicly(key)).status));
    await eventually(async () => expect(await statuses()).toEqual([404, 200, 404, 200]), IN_TIME);
    expect(
      far(
        await seen(keys[1]!, [
          [155, 205],
          [165, 215],
        ]),
        [shaded(INK), shaded(BASE)],
      ),
    ).toBeLessThanOrEqual(8);
    await eventually(async () => expect(await retentionOf(keys[1]!)).toBeUndefined(), IN_TIME);
    const latest = await media.seePublicly(keys[3]!.replace(/[^/]+\.webp.*$/, 'render.webp'));
    expect([latest.status, latest.headers.get('cache-control')]).toEqual([200, 'public, no-cache']);
  });

  it('stays for months also where a product showed it on a surface that it is not printed on any more', async () => {
    const [own, other] = [await anOriginal(), await anOriginal()];
    const { id: templateId, productTypeId } = await aShirt(media, { productTypeId: randomUUID() });
    const product = aProduct(media, { seller, artworkId: own, productTypeId, others: [other] });
    const { imageKey } = await renderOn(other, templateId, { ...PLACED, scale: 0.5 });
    await product.emit('active');
    await product.emit('active', 2, []);

    const newer = await renderOn(other, templateId, { ...PLACED, scale: 0.6 });

    expect(await retentionOf(imageKey)).toEqual({ months: true, day: true });
    expect(await retentionOf(newer.imageKey)).toBeUndefined();
  });
});

it('an image that is overtaken before it is shown as the latest leaves the newer one there', async () => {
  const artworkId = await anOriginal();
  const { id: templateId } = await aShirt(media);
  const newer = (await renderOn(artworkId, templateId, { ...PLACED, scale: 0.5 })).imageKey.split('?')[0]!;
  const current = async () => (await of.query('select key from render where artwork_id = $1', [artworkId])).rows[0].key;
  const bytes = async (key: string) => Buffer.from(await (await media.seePublicly(key)).arrayBuffer());

  await using lock = await of.lock('begin; lock table sold_picture in access exclusive mode');
  const overtaken = renderOn(artworkId, templateId, { ...PLACED, scale: 0.7 });
  await eventually(async () => expect(await current()).not.toBe(newer), IN_TIME);
  // As a concurrent render leaves it that is the first to show its image.
  await of.query('update render set key = $2 where artwork_id = $1', [artworkId, newer]);
  await lock.release();
  await overtaken;

  expect((await bytes(newer.replace(/[^/]+$/, 'render.webp'))).equals(await bytes(newer))).toBe(true);
});

describe('who was overtaken while composing', () => {
  it('records nothing, and what was stored goes by itself', async () => {
    const artworkId = await anOriginal();
    const { id: templateId } = await aShirt(media);
    const first = await renderOn(artworkId, templateId, { ...PLACED, scale: 0.5 });
    await of.query(`
      create function overtake() returns trigger language plpgsql as
      $$ begin new.lease_id := gen_random_uuid(); new.lease_until := now(); return new; end $$;
      create trigger overtake before update on render for each row
      when (new.template_id = '${templateId}' and old.lease_id is null and new.lease_id is not null) execute function overtake();`);

    await expect(renderOn(artworkId, templateId)).rejects.toMatchObject({ kind: 'busy' });
    await of.query('drop function overtake() cascade');
    expect((await renders(artworkId))[0]).toMatchObject({ imageKey: first.imageKey });
    const stored = async () => (await of.storedUnder(artworkId)).filter((key) => key.includes('/renders/'));
    const recorded = first.imageKey.split('?')[0]!;
    const shown = [recorded, recorded.replace(/[^/]+$/, 'render.webp')].toSorted();
    const orphans = (await stored()).filter((key) => !shown.includes(key));
    expect([orphans.length, (await stored()).length]).toEqual([1, 3]);
    await of.query('update discarded_object set due_at = now() where key = any($1)', [orphans]);
    await eventually(async () => expect((await stored()).toSorted()).toEqual(shown), IN_TIME);
  });
});
