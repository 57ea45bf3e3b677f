import { ItemChanged, ShipmentChanged } from '@estampa/contracts/fulfillment/v1/events';
import { type Consumer, subscribe } from '@estampa/kit/events/consumers';
import type { Context } from '../context.ts';
import { projectItem } from '../usecases/orders/project-item.ts';
import { projectShipment } from '../usecases/orders/project-shipment.ts';

export const fulfillment: Consumer<Context> = {
  topic: 'fulfillment.v1',
  on: {
    item: subscribe(ItemChanged, { apply: projectItem }),
    shipment: subscribe(ShipmentChanged, { apply: projectShipment }),
  },
};
