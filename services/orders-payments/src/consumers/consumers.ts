import { fulfillment } from './fulfillment.ts';
import { identity } from './identity.ts';

export const consumers = [fulfillment, identity];
