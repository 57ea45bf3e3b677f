import { FulfillmentServiceService } from '@estampa/contracts/fulfillment/v1/fulfillment';
import { implement } from '@estampa/kit/rpc/server';
import { fulfillment } from './fulfillment.ts';

/** All gRPC services of this process. */
export const services = [implement(FulfillmentServiceService, fulfillment)];
