import { item } from './tables/item.ts';
import { shipment } from './tables/shipment.ts';
import { soldOrder } from './tables/sold-order.ts';

/** Those whose rows MikroORM loads, changes and saves. */
export const entities = [soldOrder.Row, item.Row, shipment.Row];
