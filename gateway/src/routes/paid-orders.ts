import type { ServiceName } from '@estampa/kernel/topics';

/** The services that store whether an order is paid. */
export const PAID_ORDER_VIEWS: readonly ServiceName[] = ['storefront', 'payouts', 'fulfillment-shipping'];
