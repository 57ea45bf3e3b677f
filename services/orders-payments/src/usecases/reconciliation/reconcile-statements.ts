import type { PaymentGateway } from '../../adapters/payment-gateway.ts';
import type { Context } from '../../context.ts';
import { payments } from '../../db/payment-repository.ts';
import {
  type StatementReconciliation,
  statementReconciliations,
} from '../../db/statement-reconciliation-repository.ts';
import { nextNightAt, RETRY_MS } from '../../domain/returns-walk.ts';
import {
  firstDay,
  nightAfter,
  REQUESTS_MAX,
  statementAfter,
  type StatementPlace,
} from '../../domain/statement-walk.ts';
import { applySnapshot } from '../payments/apply-snapshot.ts';
import { gatewayOf } from '../payments/gateway-of.ts';

const REQUEST_DEADLINE_MS = 10_000;
/** Another replica takes a reconciliation over when its taker has not come to the next page by then. */
const LEASE_MS = 20 * 60_000;

/**
 * Finds money that went back in parts, or came when nobody waited for it any more, although nobody told of it: such payments are in
 * no list, only in the account's statement.
 */
export async function reconcileStatements(context: Context, signal: AbortSignal): Promise<void> {
  const now = context.now();
  const providers = context.gateways.all.filter(({ listsAllNews }) => !listsAllNews).map(({ name }) => name);
  if (providers.length === 0) return;
  const leaseEnd = new Date(now.getTime() + LEASE_MS);
  const first = { firstAt: nextNightAt(now), firstDay: firstDay(now) };
  const due = await statementReconciliations.claim(context.em, { providers, now, leaseEnd, ...first });
  for (const reconcile of due) await continueReconciliation(context, reconcile, signal);
}

async function continueReconciliation(
  context: Context,
  reconcile: StatementReconciliation,
  signal: AbortSignal,
): Promise<void> {
  const { provider } = reconcile;
  const gateway = gatewayOf(context, provider);
  const counts = { requests: 0, news: 0 };
  let held = reconcile;
  const rest = (place: StatementPlace, dueAt: Date) =>
    statementReconciliations.save(context.em, held, { place, dueAt });
  try {
    for (;;) {
      if (counts.requests >= REQUESTS_MAX || signal.aborted) break;
      const next = await readPage(context, gateway, held.place, counts);
      const now = context.now();
      const place = statementAfter(held.place, next, now);
      if (!place) {
        await rest(nightAfter(held.place), nextNightAt(now));
        context.log.info({ provider, ...counts }, 'statements swept');
        return;
      }
      const leaseEnd = new Date(now.getTime() + LEASE_MS);
      if (!(await statementReconciliations.save(context.em, held, { place, dueAt: leaseEnd }))) return;
      held = { provider, place, leaseEnd };
    }
    await rest(held.place, signal.aborted ? context.now() : nextNightAt(context.now()));
    context.log.info({ provider, ...counts, leftAt: held.place.day }, 'some statements swept');
  } catch (error) {
    context.log.warn({ err: error, provider, ...counts }, 'a sweep of statements failed');
    await rest(held.place, new Date(context.now().getTime() + RETRY_MS));
  }
}

/** Looks at each payment of ours that a page tells of what is not known; gives where the rest begins. */
async function readPage(
  context: Context,
  gateway: PaymentGateway,
  place: StatementPlace,
  counts: { requests: number; news: number },
): Promise<string | null> {
  const { next, ...moved } = await gateway.listMovements(place, AbortSignal.timeout(REQUEST_DEADLINE_MS));
  counts.requests += 1;
  for (const paymentId of await payments.findUncounted(context.em, gateway.name, moved)) {
    const snapshot = await gateway.getPayment(paymentId, AbortSignal.timeout(REQUEST_DEADLINE_MS));
    counts.requests += 1;
    for (const news of await payments.findNews(context.em, gateway.name, snapshot ? [snapshot] : [])) {
      await applySnapshot({ ...context, em: context.em.fork() }, gateway.name, news);
      counts.news += 1;
    }
  }
  return next;
}
