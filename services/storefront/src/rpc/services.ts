import { StorefrontServiceService } from '@estampa/contracts/storefront/v1/storefront';
import { implement } from '@estampa/kit/rpc/server';
import { storefront } from './storefront.ts';

/** The gRPC services that this process serves. */
export const services = [implement(StorefrontServiceService, storefront)];
