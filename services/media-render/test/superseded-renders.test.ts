import { randomUUID } from 'node:crypto';
import { InboxServiceClient } from '@estampa/contracts/common/v1/inbox';
import { OrderChanged } from '@estampa/contracts/orders/v1/events';
import { eventually } from '@estampa/testing/eventually';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anArtwork, aSeller, aTemplate, type Media, sampleImage, startSharedMedia } from './media.ts';
import { originals } from './originals.ts';
import { aProduct } from './products.ts';
import { BASE, INK, SIZE } from './shirt.ts';

const IN_TIME = { deadlineMs: 30_000 };
/** Too little for an image, enough for a response. */
const NO_TIME_MS = 4_500;
const ON_FRONT = { x: 20, y: 100, scale: 2, rotation: 0 };
const ON_FURTHER = { x: 280, y: 100, scale: 1, rotation: 0 };
const FURTHER = { printArea: { x: 280, y: 100, width: 100, height: 100 }, blend: 'normal', inkOpacity: 1 };

let media: Media;
const seller = aSeller();
beforeAll(async () => {
  media = await startSharedMedia();
});
afterAll(() => media.stop());

const anArtworkId = async () =>
  (await anArtwork(media, seller, await sampleImage({ width: 100, height: 100 }, INK).png().toBuffer())).id;
const aTemplateWith = async (id: string, ...surfaces: string[]) =>
  aTemplate(
    media,
    { base: await sampleImage(SIZE, BASE).png().toBuffer() },
    {
      id,
      printArea: { x: 20, y: 100, width: 200, height: 200 },
      areas: surfaces.map((surface) => ({ surface, ...FURTHER })),
      productTypeId: randomUUID(),
    },
  );
const aName = () => `template-${randomUUID().slice(0, 8)}`;
type Shown = { surface: string; artworkId: string };
const renderOf = async (artworkId: string, templateId: string, ...others: Shown[]) => {
  const list = others.map((one) => ({ ...one, ...ON_FURTHER }));
  return (await media.renders(seller).renderPlacement({ artworkId, templateId, ...ON_FRONT, others: { list } }))
    .render!;
};
const listed = async (artworkId: string) =>
  (await media.renders(seller).listRenders({ artworkIds: [artworkId], templateIds: [] })).renders.map(({ id }) => id);
const keyOf = (imageKey: string) => imageKey.split('?')[0]!;
const query = async (sql: string, keys: readonly string[]) =>
  (await media.service.database.query(sql, [keys.map(keyOf)])).rows;
const goesInDays = async (imageKey: string) =>
  (
    await query(`select extract(epoch from due_at - now()) / 86400 as days from discarded_object where key = any($1)`, [
      imageKey,
    ])
  ).map(({ days }: { days: string }) => Math.round(Number(days)));
const statusesOf = (keys: readonly string[]) =>
  Promise.all(keys.map(async (key) => (await media.seePublicly(key)).status));

const areDue = (...keys: string[]) => query('update discarded_object set due_at = now() where key = any($1)', keys);
/** An artwork whose row somebody waits for. */
const AWAITED = `select from pg_locks l join artwork a on a.ctid = format('(%s,%s)', l.page, l.tuple)::tid
  where l.locktype = 'tuple' and l.relation = 'artwork'::regclass and a.id = any($1)`;
const onSaleWith = (artworkId: string, templateIds: string[], sellerProductId: string = randomUUID()) =>
  media
    .artworks(seller)
    .holdArtwork({ artworkId, sellerProductId, productVersion: 1, templateIds, isOther: false }, IN_TIME);

async function sell(imageKey: string): Promise<void> {
  const order = { id: randomUUID(), paymentStatus: 'approved', items: [{ id: randomUUID(), imageKey }] };
  const value = OrderChanged.toJSON(OrderChanged.fromPartial({ order, version: 1 }));
  const id = await media.service.publish('orders.v1', { type: 'order_approved', key: `order:${order.id}`, value });
  const events = [{ topic: 'orders.v1', kind: 'order', id }];
  await media.service.client(InboxServiceClient).settled({ events }, { deadlineMs: 20_000 });
}

describe('a render of several artworks that no product shows any more', () => {
  it('goes with its image once orders can no longer show it, and none that is shown or sold', async () => {
    const [front, first, sold, shown] = [
      await anArtworkId(),
      await anArtworkId(),
      await anArtworkId(),
      await anArtworkId(),
    ];
    const { id: templateId, productTypeId } = await aTemplateWith(aName(), 'sleeve');
    const onSleeve = (artworkId: string) => renderOf(front, templateId, { surface: 'sleeve', artworkId });
    const [alone, ...all] = [
      await renderOf(front, templateId),
      await onSleeve(first),
      await onSleeve(sold),
      await onSleeve(shown),
    ];
    const keys = all.map(({ imageKey }) => imageKey) as [string, string, string];
    const product = aProduct(media, { seller, artworkId: front, productTypeId });
    for (const [at, artworkId] of [first, sold, shown].entries()) await product.emit('paused', at + 1, [artworkId]);
    await sell(keys[1]);
    expect(await goesInDays(keys[0])).toEqual([90]);
    expect(await listed(front)).toHaveLength(4);

    await query('update discarded_object set due_at = now() where key = any($1)', keys);

    await eventually(async () => {
      expect(await statusesOf([...keys, alone.imageKey])).toEqual([404, 200, 200, 200]);
      expect(new Set(await listed(front))).toEqual(new Set([alone.id, all[1].id, all[2].id]));
    }, IN_TIME);
    await eventually(async () => {
      const published = await media.service.events('media.v1');
      const ofFirst = published.filter(({ key }) => key === `render:${front}/${templateId}.sleeve.${first}`);
      expect(ofFirst.at(-1)).toMatchObject({ type: 'render_deleted', value: { version: 2, deleted: true } });
    }, IN_TIME);
    const again = await onSleeve(first);
    expect(await statusesOf([again.imageKey])).toEqual([200]);
  });

  it('goes where no product ever showed it, and a day after it is replaced', async () => {
    const [front, sleeve] = [await anArtworkId(), await anArtworkId()];
    const { id: templateId } = await aTemplateWith(aName(), 'sleeve');
    const render = (x: number) =>
      media.renders(seller).renderPlacement({
        artworkId: front,
        templateId,
        ...ON_FRONT,
        x,
        others: { list: [{ surface: 'sleeve', artworkId: sleeve, ...ON_FURTHER }] },
      });
    const before = (await render(20)).render!;
    expect(await goesInDays(before.imageKey)).toEqual([90]);
    const after = (await render(22)).render!;
    expect([await goesInDays(before.imageKey), await goesInDays(after.imageKey)]).toEqual([[1], [90]]);

    await query('update discarded_object set due_at = now() where key = any($1)', [after.imageKey]);

    await eventually(async () => expect(await listed(front)).toEqual([]), IN_TIME);
    await eventually(
      async () => expect(await statusesOf([before.imageKey, after.imageKey])).toEqual([200, 404]),
      IN_TIME,
    );
  });

  it('stays where a product is about to go on sale with it', async () => {
    const [front, sleeve, other] = [await anArtworkId(), await anArtworkId(), await anArtworkId()];
    const { id: templateId } = await aTemplateWith(aName(), 'sleeve');
    const [shown, gone] = [
      await renderOf(front, templateId, { surface: 'sleeve', artworkId: sleeve }),
      await renderOf(other, templateId, { surface: 'sleeve', artworkId: other }),
    ];
    const sellerProductId = randomUUID();
    await onSaleWith(front, [shown.templateId], sellerProductId);
    await query(`update artwork_hold set until = now() where artwork_id = any($1)`, [front]);
    const held = `begin; select from artwork_hold where seller_product_id = '${sellerProductId}' for update`;
    await using reservation = await originals(media).lock(held);
    const reserved = onSaleWith(front, [shown.templateId], sellerProductId);
    await reservation.awaited();

    await areDue(shown.imageKey);
    await areDue(gone.imageKey);

    await eventually(async () => expect(await listed(other)).toEqual([]), IN_TIME);
    expect(await listed(front)).toEqual([shown.id]);
    await reservation.release();
    expect(await reserved).toEqual({ isActive: true, isRendered: true });
  });

  it('is shown as pending when it is asked for again, until it is made', async () => {
    const [front, sleeve] = [await anArtworkId(), await anArtworkId()];
    const { id: templateId } = await aTemplateWith(aName(), 'sleeve');
    const { imageKey } = await renderOf(front, templateId, { surface: 'sleeve', artworkId: sleeve });
    await areDue(imageKey);
    await eventually(async () => expect(await listed(front)).toEqual([]), IN_TIME);
    const leased = (until: string) =>
      query(`update render set lease_id = gen_random_uuid(), lease_until = ${until} where artwork_id = any($1)`, [
        front,
      ]);
    await leased(`now() + interval '1 hour'`);

    const others = { list: [{ surface: 'sleeve', artworkId: sleeve, ...ON_FURTHER }] };
    const batch = { artworkId: front, renders: [{ templateId, ...ON_FRONT, x: 22, others }] };
    const { renders } = await media.renders(seller).renderPlacements(batch, { deadlineMs: NO_TIME_MS });

    expect(renders).toMatchObject([{ status: 'pending', placement: { x: 22 } }]);
    await leased('now()');
    await eventually(async () => {
      const found = await media.renders(seller).listRenders({ artworkIds: [front], templateIds: [] });
      expect(found.renders).toMatchObject([{ status: 'rendered', placement: { x: 22 } }]);
    }, IN_TIME);
  });

  it('does not let a product go on sale that waits while it goes', async () => {
    const [front, sleeve] = [await anArtworkId(), await anArtworkId()];
    const { id: templateId } = await aTemplateWith(aName(), 'sleeve');
    const { imageKey, templateId: name } = await renderOf(front, templateId, { surface: 'sleeve', artworkId: sleeve });
    const latest = keyOf(imageKey).replace(/\/[^/]+$/, '/render.webp');
    const written = `begin; insert into discarded_object (key, due_at) values ('${latest}', now())`;
    await using removal = await originals(media).lock(written);
    await areDue(imageKey);
    await removal.awaited();

    const reserved = onSaleWith(front, [name]);
    await eventually(async () => expect(await query(AWAITED, [front])).toHaveLength(1), IN_TIME);
    await removal.release();

    expect(await reserved).toMatchObject({ isRendered: false });
  });

  it('has a name in storage that is short enough, however long those of its surfaces are', async () => {
    const [front, other] = [await anArtworkId(), await anArtworkId()];
    const surfaces = ['a', 'b', 'c'].map((letter) => letter.padEnd(30, '-'));
    const { id: templateId } = await aTemplateWith(aName().padEnd(80, 'x'), ...surfaces);

    const render = await renderOf(front, templateId, ...surfaces.map((surface) => ({ surface, artworkId: other })));

    expect(render.others).toHaveLength(3);
    expect(Math.max(...render.imageKey.split('/').map((part) => part.length))).toBeLessThanOrEqual(255);
    expect(await statusesOf([render.imageKey])).toEqual([200]);
  });
});
