import type { FulfillmentServiceService } from '@estampa/contracts/fulfillment/v1/fulfillment';
import { command } from '@estampa/kit/rpc/command';
import type { Handlers } from '@estampa/kit/rpc/server';
import type { Context } from '../context.ts';
import { itemMessage } from '../messages/item.ts';
import { shipmentMessage } from '../messages/shipment.ts';
import { pollTracking } from '../usecases/poll-tracking.ts';
import { quoteShipping } from '../usecases/quote-shipping.ts';
import { receiveShippingNotice } from '../usecases/receive-shipping-webhook.ts';
import { retryLabel } from '../usecases/retry-label.ts';
import { setItemFulfillment } from '../usecases/set-item-fulfillment.ts';
import type { Outcome } from '../usecases/take-in-tracking.ts';

export const fulfillment: Handlers<typeof FulfillmentServiceService, Context> = {
  setItemFulfillment: command(
    (context, { itemId, fulfillmentStatus, trackingCode, setsTrackingCode }) => {
      const wanted = { fulfillmentStatus, trackingCode: setsTrackingCode ? (trackingCode ?? null) : undefined };
      return setItemFulfillment(context, itemId, wanted);
    },
    (item) => ({ item: itemMessage(item) }),
  ),

  retryLabel: command(
    (context, { orderId, invoiceKey }) => retryLabel(context, orderId, invoiceKey ?? null),
    (shipment) => ({ shipment: shipmentMessage(shipment) }),
  ),

  async quoteShipping(context, requested) {
    return { quotes: [...(await quoteShipping(context, requested))] };
  },

  async receiveShippingNotice(context, { provider, headers, rawBody }) {
    await receiveShippingNotice(context, provider, { headers, rawBody });
    return {};
  },

  async pollTracking(context) {
    const details = await pollTracking(context);
    const count = (outcome: Outcome) => details.filter((one) => one.outcome === outcome).length;
    return { total: details.length, updated: count('updated'), errors: count('error'), details };
  },
};
