import { ItemChanged, ShipmentChanged } from '@estampa/contracts/fulfillment/v1/events';
import { UserDeleted } from '@estampa/contracts/identity/v1/events';
import { type Consumer, subscribe } from '@estampa/kit/events/consumers';
import type { Context } from '../context.ts';
import { eraseBuyer } from '../usecases/orders/erase-buyer.ts';
import { projectItem } from '../usecases/orders/project-item.ts';
import { projectShipment } from '../usecases/orders/project-shipment.ts';

const fulfillment: Consumer<Context> = {
  topic: 'fulfillment.v1',
  on: {
    item: subscribe(ItemChanged, { apply: projectItem }),
    shipment: subscribe(ShipmentChanged, { apply: projectShipment }),
  },
};

const identity: Consumer<Context> = {
  topic: 'identity.v1',
  on: { deleted_user: subscribe(UserDeleted, { apply: eraseBuyer }) },
};

export const consumers = [fulfillment, identity];
