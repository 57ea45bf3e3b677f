import { z } from 'zod';
import { route } from './route.ts';
import { id, pathId, text } from './schemas.ts';
import { FulfillmentStatus, OrderItemJson, orderItemView } from '../views/order.ts';
import { ShipmentJson, shipmentView } from '../views/shipment.ts';

const INVOICE_KEY_DIGITS = 44;
const TRACKING_CODE_MAX_CHARACTERS = 64;
/** The carrier is queried about many parcels, some fifty at a time. */
const POLL_DEADLINE_MS = 60_000;

const TrackingResultJson = z
  .object({
    shipmentId: id.describe('The parcel'),
    orderId: id.describe('The order that it is of'),
    outcome: z.enum(['updated', 'unchanged', 'error']).meta({ id: 'TrackingOutcome' }).describe('What came of asking'),
    status: z.string().describe('Of the shipment, after the poll'),
    message: z.string().nullable().describe('Why the request to the carrier failed; null otherwise'),
  })
  .meta({ id: 'TrackingResult' });

export const fulfillmentRoutes = [
  route({
    name: 'setItemFulfillment',
    method: 'patch',
    path: '/orders/items/{itemId}/fulfillment',
    auth: 'admin',
    summary: 'Set how far an item has come',
    description:
      'Any value may follow any other, as a correction. While the whole of what was paid is on its way back to the buyer, or the buyer disputes the payment, nothing is made or sent: `in_production`, and `shipped` or `delivered` of what has not left, are 400 `refund_under_way` or `payment_disputed`. When that ends without a refund they are taken again.',
    params: z.object({ itemId: pathId }),
    body: z.object({
      fulfillmentStatus: FulfillmentStatus.describe('How far the item is now'),
      trackingCode: text(1, TRACKING_CODE_MAX_CHARACTERS).nullish().describe('null clears it, leaving it out keeps it'),
    }),
    errors: { 400: ['wrong_state', 'refund_under_way', 'payment_disputed'] },
    settles: ['orders-payments', 'payouts'],
    response: OrderItemJson,
    async handle({ params, body, clients, imageUrl, settle }) {
      const { item: changed } = await clients.fulfillment.setItemFulfillment({
        itemId: params.itemId,
        fulfillmentStatus: body.fulfillmentStatus,
        trackingCode: body.trackingCode ?? undefined,
        setsTrackingCode: body.trackingCode !== undefined,
      });
      await settle();
      const { item } = await clients.orders.getOrderItem({ id: params.itemId });
      // Shows the new state even when the order has not consumed its event yet.
      return orderItemView({ ...item!, ...changed! }, imageUrl);
    },
  }),

  route({
    name: 'retryLabel',
    method: 'post',
    path: '/orders/{orderId}/label',
    auth: 'admin',
    summary: 'Try a label again that could not be made',
    description:
      'At once, and as often as the first time. 400 `refund_under_way` while the whole of what was paid is on its way back to the buyer, `payment_disputed` while the buyer disputes the payment: the label goes on by itself when that ends. Of a cancelled or refunded order only giving its label back is tried again, where the carrier refused that.',
    params: z.object({ orderId: pathId }),
    body: z.object({
      invoiceKey: text(INVOICE_KEY_DIGITS, INVOICE_KEY_DIGITS)
        .nullish()
        .describe('The 44 digits of the NF-e, where goods go with one'),
    }),
    errors: { 400: ['wrong_state', 'refund_under_way', 'payment_disputed'] },
    settles: ['orders-payments'],
    response: ShipmentJson,
    async handle({ params, body, clients }) {
      const invoiceKey = body.invoiceKey ?? undefined;
      const { shipment } = await clients.fulfillment.retryLabel({ ...params, invoiceKey });
      return shipmentView(shipment!);
    },
  }),

  route({
    name: 'pollTracking',
    method: 'post',
    path: '/shipping/poll-tracking',
    auth: 'admin',
    summary: 'Ask the carrier about the parcels on their way, now',
    description: 'At most 500, those polled longest ago.',
    notIdempotent: 'asking the carrier again is what it is for',
    settles: ['orders-payments', 'payouts'],
    response: z
      .object({
        total: z.int().describe('Parcels whose state was requested from the carrier'),
        updated: z.int().describe('Of these, those that the carrier had news of'),
        errors: z.int().describe('Of these, those whose request failed'),
        details: z.array(TrackingResultJson).describe('One for each of them'),
      })
      .meta({ id: 'TrackingPoll' }),
    async handle({ clients }) {
      const poll = await clients.fulfillment.pollTracking({}, { deadlineMs: POLL_DEADLINE_MS });
      return {
        total: poll.total,
        updated: poll.updated,
        errors: poll.errors,
        details: poll.details.map((one) => ({
          shipmentId: one.shipmentId,
          orderId: one.orderId,
          outcome: one.outcome as z.input<typeof TrackingResultJson>['outcome'],
          status: one.status,
          message: one.message ?? null,
        })),
      };
    },
  }),
];
