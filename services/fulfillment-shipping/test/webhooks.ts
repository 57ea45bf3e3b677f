import { createHmac, randomUUID } from 'node:crypto';
import { FulfillmentServiceClient } from '@estampa/contracts/fulfillment/v1/fulfillment';
import { WEBHOOK_MAX_BYTES } from '@estampa/kernel/webhooks';
import { describe, expect, it } from 'vitest';
import { type AnOrder, orderIs, type Shipment, type Stage } from './stage.ts';

/** Webhooks of the aggregator, and what others send in its name. */
export function describeWebhooks(given: () => { stage: Stage; userId: string }): void {
  const stage = () => given().stage;
  const userId = () => given().userId;

  async function aParcel(items = 1): Promise<{ order: AnOrder; shipment: Shipment; labelId: string }> {
    const order = stage().anOrder(userId(), items);
    await stage().emit(orderIs(order, 'approved', 1));
    const shipment = await stage().shipment(order.id, ({ labelUrl }) => labelUrl !== undefined);
    const { parcels } = await stage().sandbox(`/parcels?reference=${shipment.id}`);
    return { order, shipment, labelId: parcels[0].id };
  }

  const sign = (body: string) =>
    createHmac('sha256', stage().marketplace.surroundings.secrets.melhorEnvioWebhookSecret)
      .update(body)
      .digest('base64');
  const send = (body: string, signature: string | undefined = sign(body), provider = 'melhorenvio') =>
    stage()
      .service.client(FulfillmentServiceClient)
      .receiveShippingNotice({
        provider,
        headers: signature === '' ? {} : { 'x-me-signature': signature },
        rawBody: Buffer.from(body),
      });
  const posted = (id: string) =>
    JSON.stringify({ event: 'order.posted', data: { id, status: 'generated', posted_at: '2026-11-20 09:30:00' } });
  const versions = async ({ id }: AnOrder) => (await stage().said(`shipment:${id}`)).length;

  describe('a webhook of the aggregator', () => {
    it('moves the parcel and its items once, however often it comes', async () => {
      const { order, labelId } = await aParcel();

      await send(posted(labelId));
      const once = await versions(order);
      await send(posted(labelId));

      expect(await stage().shipment(order.id, ({ status }) => status === 'in_transit')).toMatchObject({
        postedAt: '2026-11-20T12:30:00.000Z',
      });
      const events = await stage().said(`item:${order.itemIds[0]}`);
      expect(events.map(({ type }) => type)).toEqual(['item_shipped']);
      expect(await versions(order)).toBe(once);
    });

    it('sets the code of the carrier on items when that comes after the posting, and leaves what an admin set', async () => {
      const { order, labelId } = await aParcel(2);
      const [first = '', second = ''] = order.itemIds;
      await send(posted(labelId));
      const byHand = { fulfillmentStatus: 'shipped', trackingCode: 'BY-HAND', setsTrackingCode: true };
      await stage().admin.setItemFulfillment({ itemId: second, ...byHand });
      const coded = (tracking: string | null) =>
        JSON.stringify({ event: 'order.posted', data: { id: labelId, tracking, self_tracking: 'ME1' } });

      await send(coded('AA123456789BR'));
      await send(coded(null));

      const last = async (itemId: string) => (await stage().said(`item:${itemId}`)).at(-1);
      expect(await last(first)).toMatchObject({
        type: 'item_changed',
        value: { item: { trackingCode: 'AA123456789BR' } },
      });
      expect((await last(second))?.value.item.trackingCode).toBe('BY-HAND');
      expect(await stage().shipment(order.id, () => true)).toMatchObject({ trackingCode: 'AA123456789BR' });
    });

    it('moves nothing backwards', async () => {
      const { order, labelId } = await aParcel();
      const delivered = JSON.stringify({ event: 'order.delivered', data: { id: labelId } });

      await send(delivered);
      await send(posted(labelId));

      const events = await stage().said(`shipment:${order.id}`);
      expect(events.at(-1)).toMatchObject({ type: 'shipment_delivered', value: { shipment: { status: 'delivered' } } });
    });

    it('changes nothing when unsigned, of an unknown parcel or unreadable, and gets a 2xx', async () => {
      const { order, labelId } = await aParcel();
      const before = await versions(order);

      await send(posted(labelId), '');
      await send(posted(randomUUID()));
      await send('{');

      expect(await versions(order)).toBe(before);
    });

    it('is rejected when it is forged, too large or of another account', async () => {
      const { order, labelId } = await aParcel();
      const before = await versions(order);

      await expect(send(posted(labelId), sign('another'))).rejects.toMatchObject({ reason: 'bad_signature' });
      await expect(send(posted(labelId), undefined, 'pigeons')).rejects.toMatchObject({ kind: 'not_found' });
      await expect(send('x'.repeat(WEBHOOK_MAX_BYTES + 1))).rejects.toMatchObject({ reason: 'notice_too_large' });
      await send(' '.repeat(WEBHOOK_MAX_BYTES));
      expect(await versions(order)).toBe(before);
    });
  });
}
