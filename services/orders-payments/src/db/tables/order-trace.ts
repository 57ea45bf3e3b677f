import { key, text, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';

/** In which trace a payment of an order was begun last. */
export const orderTrace = table('order_trace', { orderId: key(uuid), traceparent: text, keptAt: timestamp });
