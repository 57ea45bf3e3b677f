import type { PaymentGateway } from '../../adapters/payment-gateway.ts';
import type { Context } from '../../context.ts';
import { type NewsReconciliation, newsReconciliations } from '../../db/news-reconciliation-repository.ts';
import { payments } from '../../db/payment-repository.ts';
import { NEWS_EVERY_MS, NEWS_FIRST_MS, NEWS_OVERLAP_MS, NEWS_RETRY_MS } from '../../domain/schedule.ts';
import { applySnapshot } from '../payments/apply-snapshot.ts';
import { gatewayOf } from '../payments/gateway-of.ts';

const PAGE_DEADLINE_MS = 10_000;
/** Another replica takes a reconciliation over when its first taker has vanished. */
const LEASE_MS = 10 * 60_000;

/** Finds what no notification told of payments that nobody waits for any more: charge-backs above all. */
export async function reconcileNews(context: Context): Promise<void> {
  const now = context.now();
  const leaseEnd = new Date(now.getTime() + LEASE_MS);
  const firstFrom = new Date(now.getTime() - NEWS_FIRST_MS);
  const providers = context.gateways.all.map(({ name }) => name);
  const due = await newsReconciliations.claim(context.em, { providers, now, leaseEnd, firstFrom });
  await Promise.all(
    due.map((reconcile) => continueReconciliation({ ...context, em: context.em.fork() }, reconcile, now)),
  );
}

async function continueReconciliation(context: Context, reconcile: NewsReconciliation, now: Date): Promise<void> {
  const { provider, sweptTo } = reconcile;
  const after = (ms: number): Date => new Date(context.now().getTime() + ms);
  try {
    const counts = await listNews(context, gatewayOf(context, provider), { sweptTo, until: now });
    await newsReconciliations.save(context.em, reconcile, { sweptTo: now, dueAt: after(NEWS_EVERY_MS) });
    context.log.info({ provider, ...counts }, 'news of payments swept');
  } catch (error) {
    context.log.warn({ err: error, provider }, 'a sweep for news of payments failed');
    await newsReconciliations.save(context.em, reconcile, { sweptTo, dueAt: after(NEWS_RETRY_MS) });
  }
}

/** A list that moves while it is read can leave something out, and a search can be late: the last stretch is read again. */
async function listNews(
  context: Context,
  gateway: PaymentGateway,
  { sweptTo, until }: { sweptTo: Date; until: Date },
): Promise<{ requests: number; news: number }> {
  const since = new Date(sweptTo.getTime() - NEWS_OVERLAP_MS);
  const counts = { requests: 0, news: 0 };
  let cursor: string | null = null;
  do {
    const page = await gateway.listNews({ since, until, cursor }, AbortSignal.timeout(PAGE_DEADLINE_MS));
    const news = await payments.findNews(context.em, gateway.name, page.payments);
    for (const snapshot of news) {
      await applySnapshot({ ...context, em: context.em.fork() }, gateway.name, snapshot);
    }
    counts.requests += 1;
    counts.news += news.length;
    cursor = page.next;
  } while (cursor !== null);
  return counts;
}
