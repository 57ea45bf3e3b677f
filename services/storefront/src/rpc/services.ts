import { StorefrontServiceService } from '@estampa/contracts/storefront/v1/storefront';
import { implement } from '@estampa/kit/rpc/server';
import { storefront } from './storefront.ts';

/** Everything that this service answers. */
export const services = [implement(StorefrontServiceService, storefront)];
