import { ItemChanged } from '@estampa/contracts/fulfillment/v1/events';
import { UserDeleted } from '@estampa/contracts/identity/v1/events';
import { OrderChanged } from '@estampa/contracts/orders/v1/events';
import { type Consumer, subscribe } from '@estampa/kit/events/consumers';
import { exclusive } from '@estampa/kit/events/state-locks';
import type { Context } from '../context.ts';
import { type Changed, deriveItems } from '../usecases/derive-items.ts';
import { erasePixKeys } from '../usecases/erase-pix-keys.ts';
import { projectItem } from '../usecases/project-item.ts';
import { projectOrder } from '../usecases/project-order.ts';

const orders: Consumer<Context, Changed> = {
  topic: 'orders.v1',
  on: {
    order: subscribe(OrderChanged, { apply: projectOrder, locks: ({ order }) => [exclusive(`order:${order?.id}`)] }),
  },
  conclude: deriveItems,
};

const fulfillment: Consumer<Context, Changed> = {
  topic: 'fulfillment.v1',
  on: {
    item: subscribe(ItemChanged, { apply: projectItem, locks: ({ item }) => [exclusive(`order:${item?.orderId}`)] }),
  },
  conclude: deriveItems,
};

const identity: Consumer<Context> = {
  topic: 'identity.v1',
  on: { deleted_user: subscribe(UserDeleted, { apply: erasePixKeys }) },
};

export const consumers = [orders, fulfillment, identity];
