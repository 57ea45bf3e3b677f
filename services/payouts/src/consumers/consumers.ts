import { fulfillment } from './fulfillment.ts';
import { orders } from './orders.ts';

export const consumers = [orders, fulfillment];
