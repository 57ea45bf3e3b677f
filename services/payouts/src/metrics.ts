import { Counter, Gauge } from '@estampa/kit/telemetry/metrics';
import { CONTRADICTIONS, DISAPPROVALS } from './domain/pix-transfer.ts';

/** Every replica sums the same table: take one of them, not the sum. */
export const owedCents = new Gauge({
  name: 'payouts_owed_cents',
  help: 'What artists have earned and not been paid, in cents: held, or releasable less what the same artist owes back; and what artists owe back beyond that',
  labelNames: ['status'],
});

export const paidCents = new Counter({ name: 'payouts_paid_cents_total', help: 'What artists were paid, in cents' });

export const unexplainedTransfers = new Counter({
  name: 'payouts_unexplained_transfers_total',
  help: 'Transfers at the payment provider that contradict what was requested: someone has to look',
  labelNames: ['reason'],
});

export const unmatchedTransfers = new Gauge({
  name: 'payouts_unmatched_transfers',
  help: 'Transfers that left the account at the payment provider and that no transfer of ours explains',
});

export const unmatchedTransferSeconds = new Gauge({
  name: 'payouts_oldest_unmatched_transfer_seconds',
  help: 'How long ago the oldest of them was seen; 0 without one',
});

export const rejectedTransfers = new Counter({
  name: 'payouts_rejected_transfers_total',
  help: 'Transfers that were about to leave the account and were not approved, as no stored intent explains them',
  labelNames: ['reason'],
});

// An increase is seen only of what was there before.
for (const reason of CONTRADICTIONS) unexplainedTransfers.inc({ reason }, 0);
for (const reason of DISAPPROVALS) rejectedTransfers.inc({ reason }, 0);
