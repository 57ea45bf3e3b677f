import { Counter } from '@estampa/kit/metrics';

/** For: an order, or what has to be given back (late, surplus). */
export const chargedCents = new Counter({
  name: 'payments_charged_cents_total',
  help: 'Money that buyers paid, in cents, by what it was for',
  labelNames: ['provider', 'purpose'],
});

export const refundedCents = new Counter({
  name: 'payments_refunded_cents_total',
  help: 'Money that went back to buyers, in cents',
  labelNames: ['provider'],
});
