import { OrderChanged } from '@estampa/contracts/orders/v1/events';
import { type Consumer, subscribe } from '@estampa/kit/events/consumers';
import type { Context } from '../context.ts';
import { projectOrder } from '../usecases/project-order.ts';

const orders: Consumer<Context> = {
  topic: 'orders.v1',
  on: { order: subscribe(OrderChanged, { apply: projectOrder }) },
};

export const consumers = [orders];
