import { Counter, Gauge } from '@estampa/kit/telemetry/metrics';

/** `purpose`: an order, or money that has to be refunded (late, surplus). */
export const chargedCents = new Counter({
  name: 'payments_charged_cents_total',
  help: 'Money that buyers paid, in cents, by what it was for',
  labelNames: ['provider', 'purpose'],
});

export const expiredOrders = new Counter({
  name: 'orders_expired_total',
  help: 'Orders that were cancelled because nobody paid them',
});

/** A payment was undone at the provider: the order is shown as disputed, and a person has to check it. */
export const undonePayments = new Counter({
  name: 'payments_undone_total',
  help: 'Payments that were counted, and of which the provider says since that they were not made',
  labelNames: ['provider'],
});

export const refundedCents = new Counter({
  name: 'payments_refunded_cents_total',
  help: 'Money that went back to buyers, in cents',
  labelNames: ['provider'],
});

/**
 * Every replica reports the same table: use the maximum, not the sum. Alert on `failed` and `unfunded`, and on other states that
 * last.
 */
export const moneyToReturnCents = new Gauge({
  name: 'payments_to_return_cents',
  help: 'Money that is to go back to buyers and has not, in cents, by how far that is',
  labelNames: ['state'],
});

/** Every replica reports the same table: use the maximum, not the sum. */
export const unmatchedMovements = new Gauge({
  name: 'provider_movements_unmatched',
  help: 'Charges, their fees, refunds and disputes that were seen at providers and have no posting in the ledger',
  labelNames: ['kind'],
});

export const unmatchedSeconds = new Gauge({
  name: 'provider_movements_oldest_unmatched_seconds',
  help: 'How long ago the oldest unmatched movement was seen; 0 without one',
  labelNames: ['kind'],
});

/** Every replica reports the same table: use the maximum, not the sum. */
export const disputesToRespond = new Gauge({
  name: 'payment_disputes_to_respond',
  help: 'Disputes that nobody has responded to, by how near the last day to do so is: passed, soon (two days at most), later',
  labelNames: ['due'],
});

/** Every replica reports the same table: use the maximum, not the sum. */
export const outstandingInvoices = new Gauge({
  name: 'fiscal_invoices_outstanding',
  help: 'Invoices of paid orders that are not issued, and of refunded ones that are not cancelled, by status',
  labelNames: ['status'],
});

export const outstandingInvoiceSeconds = new Gauge({
  name: 'fiscal_invoices_oldest_outstanding_seconds',
  help: 'For how long the oldest of them has waited to be issued, or to be cancelled; 0 without one',
  labelNames: ['status'],
});
