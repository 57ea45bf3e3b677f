import { orders } from './orders.ts';

export const consumers = [orders];
