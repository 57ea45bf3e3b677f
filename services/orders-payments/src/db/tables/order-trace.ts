import { key, text, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';

/** The trace in which the latest payment of an order was begun. */
export const orderTrace = table('order_trace', { orderId: key(uuid), traceparent: text, keptAt: timestamp });
