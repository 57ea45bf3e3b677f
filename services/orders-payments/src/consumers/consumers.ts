import { fulfillment } from './fulfillment.ts';

export const consumers = [fulfillment];
