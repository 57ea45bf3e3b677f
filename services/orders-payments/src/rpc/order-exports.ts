import type { OrderExportServiceService } from '@estampa/contracts/orders/v1/order_export';
import type { Handlers } from '@estampa/kit/rpc/server';
import type { Context } from '../context.ts';
import type { ShownParts } from '../db/order-parts.ts';
import { orderMessage, sellersOrderMessage } from '../messages/order.ts';
import { exportOrders } from '../usecases/orders/export-orders.ts';

export const orderExports: Handlers<typeof OrderExportServiceService, Context> = {
  exportOrders: {
    async *parts(context, request) {
      const messageOf = request.sellerProfileId
        ? sellersOrderMessage
        : (parts: ShownParts) => orderMessage(parts, false);
      for await (const { rows, cursor } of exportOrders(context, request)) {
        yield { orders: rows.map(messageOf), cursor: cursor ?? undefined };
      }
    },
  },
};
