import { OrderChanged } from '@estampa/contracts/orders/v1/events';
import { type Consumer, subscribe } from '@estampa/kit/events/consumers';
import { exclusive } from '@estampa/kit/events/state-locks';
import type { Context } from '../context.ts';
import { orderLock } from '../domain/lock-names.ts';
import { projectSales } from '../usecases/projections/project-sales.ts';

export const orders: Consumer<Context> = {
  topic: 'orders.v1',
  isRepublished: true,
  on: {
    order: subscribe(OrderChanged, {
      applyBatch: projectSales,
      locks: ({ order }) => [exclusive(orderLock(order!.id))],
    }),
  },
};
