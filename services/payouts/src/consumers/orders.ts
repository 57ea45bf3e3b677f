import { OrderChanged } from '@estampa/contracts/orders/v1/events';
import { type Consumer, subscribe } from '@estampa/kit/events/consumers';
import { exclusive } from '@estampa/kit/events/state-locks';
import type { Context } from '../context.ts';
import { deriveItems } from '../usecases/derive-items.ts';
import { projectOrder } from '../usecases/project-order.ts';

export const orders: Consumer<Context, string[]> = {
  topic: 'orders.v1',
  on: {
    order: subscribe(OrderChanged, { apply: projectOrder, locks: ({ order }) => [exclusive(`order:${order?.id}`)] }),
  },
  conclude: deriveItems,
};
