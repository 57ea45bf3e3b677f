import type { Job } from '@estampa/kit/service/jobs';
import type { Context } from './context.ts';
import { continueInvoices } from './usecases/invoices/continue-invoices.ts';
import { countDisputes } from './usecases/disputes/count-disputes.ts';
import { countInvoices } from './usecases/invoices/count-invoices.ts';
import { findUninvoiced } from './usecases/invoices/find-uninvoiced.ts';
import { postOrderEmails } from './usecases/emails/post-order-emails.ts';
import { addAllNotedCounts } from './usecases/orders/add-noted-counts.ts';
import { applyWebhooks } from './usecases/webhooks/apply-webhooks.ts';
import { expireOrders } from './usecases/payments/expire-orders.ts';
import { replayWebhooks } from './usecases/webhooks/replay-webhooks.ts';
import { continuePayments } from './usecases/payments/continue-payments.ts';
import { matchSeenMovements } from './usecases/reconciliation/match-movements.ts';
import { reconcile } from './usecases/reconciliation/reconcile.ts';
import { newsWalk, returnsWalk, statementsWalk } from './usecases/reconciliation/walks.ts';
import { continueRefunds, countRefunds } from './usecases/refunds/continue-refunds.ts';

const WEBHOOKS_EVERY_MS = 2_000;
const PAYMENTS_EVERY_MS = 1_000;
const REFUNDS_EVERY_MS = 2_000;
const RECONCILIATIONS_EVERY_MS = 2_000;
const NOTED_COUNTS_EVERY_MS = 5_000;
const EXPIRY_POLL_EVERY_MS = 2_000;
const MATCH_EVERY_MS = 5_000;
const INVOICES_EVERY_MS = 2_000;
const UNINVOICED_EVERY_MS = 24 * 60 * 60_000;
const EMAILS_EVERY_MS = 2_000;
const COUNT_EVERY_MS = 15_000;

/** Background jobs of the service. */
export const jobs: readonly Job<Context>[] = [
  { name: 'apply-notices', everyMs: WEBHOOKS_EVERY_MS, run: applyWebhooks },
  { name: 'replay-notices', everyMs: WEBHOOKS_EVERY_MS, run: replayWebhooks },
  { name: 'continue-payments', everyMs: PAYMENTS_EVERY_MS, run: continuePayments },
  { name: 'continue-refunds', everyMs: REFUNDS_EVERY_MS, run: continueRefunds },
  {
    name: 'sweep-news',
    everyMs: RECONCILIATIONS_EVERY_MS,
    run: (context, signal) => reconcile(context, newsWalk, signal),
  },
  {
    name: 'sweep-returns',
    everyMs: RECONCILIATIONS_EVERY_MS,
    run: (context, signal) => reconcile(context, returnsWalk, signal),
  },
  {
    name: 'sweep-statements',
    everyMs: RECONCILIATIONS_EVERY_MS,
    run: (context, signal) => reconcile(context, statementsWalk, signal),
  },
  { name: 'expire-orders', everyMs: EXPIRY_POLL_EVERY_MS, run: expireOrders },
  { name: 'add-noted-counts', everyMs: NOTED_COUNTS_EVERY_MS, run: addAllNotedCounts },
  { name: 'match-movements', everyMs: MATCH_EVERY_MS, run: matchSeenMovements },
  { name: 'post-order-emails', everyMs: EMAILS_EVERY_MS, run: postOrderEmails },
  { name: 'continue-invoices', everyMs: INVOICES_EVERY_MS, run: continueInvoices },
  { name: 'find-uninvoiced', everyMs: UNINVOICED_EVERY_MS, run: findUninvoiced },
  { name: 'count-invoices', everyMs: COUNT_EVERY_MS, run: countInvoices },
  { name: 'count-disputes', everyMs: COUNT_EVERY_MS, run: countDisputes },
  { name: 'count-refunds', everyMs: COUNT_EVERY_MS, run: countRefunds },
];
