import { FulfillmentServiceService } from '@estampa/contracts/fulfillment/v1/fulfillment';
import { implement } from '@estampa/kit/rpc/server';
import { fulfillment } from './fulfillment.ts';

/** Everything that this service answers. */
export const services = [implement(FulfillmentServiceService, fulfillment)];
