import type { PaymentGateway } from '../../adapters/payment-gateway.ts';
import type { Context } from '../../context.ts';
import { payments } from '../../db/payment-repository.ts';
import { type ReturnsReconciliation, returnsReconciliations } from '../../db/returns-reconciliation-repository.ts';
import {
  beginning,
  daysAt,
  mayRequestAgain,
  nextNightAt,
  type Place,
  placeAfter,
  RETRY_MS,
} from '../../domain/returns-walk.ts';
import { applySnapshot } from '../payments/apply-snapshot.ts';
import { gatewayOf } from '../payments/gateway-of.ts';

const PAGE_DEADLINE_MS = 10_000;
/** Another replica takes a reconciliation over when its taker has not come to the next page by then. */
const LEASE_MS = 10 * 60_000;

/** Finds money that went back although nobody told of it: a dispute that was lost at once, a refund made by hand at the provider. */
export async function reconcileReturns(context: Context, signal: AbortSignal): Promise<void> {
  const now = context.now();
  const providers = context.gateways.all.filter(({ listsAllNews }) => !listsAllNews).map(({ name }) => name);
  if (providers.length === 0) return;
  const leaseEnd = new Date(now.getTime() + LEASE_MS);
  const due = await returnsReconciliations.claim(context.em, { providers, now, leaseEnd, firstAt: nextNightAt(now) });
  for (const reconcile of due) await continueReconciliation(context, reconcile, signal);
}

async function continueReconciliation(
  context: Context,
  reconcile: ReturnsReconciliation,
  signal: AbortSignal,
): Promise<void> {
  const { provider } = reconcile;
  const counts = { requests: 0, news: 0 };
  let held: ReturnsReconciliation = { ...reconcile, place: reconcile.place ?? beginning(context.now()) };
  const rest = (dueAt: Date): Promise<boolean> =>
    returnsReconciliations.save(context.em, held, { place: held.place, dueAt });
  try {
    while (held.place && mayRequestAgain(counts.requests) && !signal.aborted) {
      const { news, next } = await listPage(context, gatewayOf(context, provider), held.place);
      counts.requests += 1;
      counts.news += news;
      const now = context.now();
      const [place, leaseEnd] = [placeAfter(held.place, next, now), new Date(now.getTime() + LEASE_MS)];
      if (!(await returnsReconciliations.save(context.em, held, { place, dueAt: leaseEnd }))) return;
      held = { provider, place, leaseEnd };
    }
    await rest(signal.aborted ? context.now() : nextNightAt(context.now()));
    context.log.info({ provider, ...counts, isWhole: !held.place }, 'money that went back swept');
  } catch (error) {
    context.log.warn({ err: error, provider, ...counts }, 'a sweep for money that went back failed');
    await rest(new Date(context.now().getTime() + RETRY_MS));
  }
}

async function listPage(
  context: Context,
  gateway: PaymentGateway,
  place: Place,
): Promise<{ news: number; next: string | null }> {
  const query = { ...daysAt(place), cursor: place.cursor };
  const page = await gateway.listReturned(query, AbortSignal.timeout(PAGE_DEADLINE_MS));
  const news = await payments.findNews(context.em, gateway.name, page.payments);
  for (const snapshot of news) await applySnapshot({ ...context, em: context.em.fork() }, gateway.name, snapshot);
  return { news: news.length, next: page.next };
}
