import { Counter, Gauge } from '@estampa/kit/metrics';

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

/** Every replica counts the same table: take one of them, not the sum. Alert on `failed` and `unfunded`, and on what stays in the others. */
export const moneyToReturnCents = new Gauge({
  name: 'payments_to_return_cents',
  help: 'Money that is to go back to buyers and has not, in cents, by how far that is',
  labelNames: ['state'],
});
