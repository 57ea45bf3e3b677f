import type { ServiceName } from '@estampa/kernel/topics';

/** The services that store whether an order is paid. */
export const KEEP_PAID_ORDERS: readonly ServiceName[] = ['storefront', 'payouts', 'fulfillment-shipping'];
