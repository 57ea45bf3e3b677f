import { saoPauloDay } from '@estampa/kernel/days';
import type { Context } from '../../context.ts';
import { type Crowd, CROWD_FROM, paymentCrowds } from '../../db/payment-crowd-repository.ts';
import { payments } from '../../db/payment-repository.ts';
import { reconciliations } from '../../db/reconciliation-repository.ts';
import { NEWS_EVERY_MS } from '../../domain/news-walk.ts';
import { nextCheckAt } from '../../domain/schedule.ts';
import { applySnapshot } from '../payments/apply-snapshot.ts';
import { gatewayOf } from '../payments/gateway-of.ts';
import { newsWalk } from './walks.ts';

const PAGE_DEADLINE_MS = 10_000;
/** Another replica takes over payments whose lease has expired. */
const LEASE_MS = 10 * 60_000;
const REQUESTS_SAVED = 2;
/** How long a complete news walk makes checks of single payments unnecessary. */
const NEWS_COUNT_FOR_MS = 2 * NEWS_EVERY_MS;

/** Few remaining payments are cheaper to check singly than by one more page. */
const isFew = (left: number): boolean => left < CROWD_FROM;

/** Checks many payments at once, by the lists of the days they were made on; few ones are left for single checks. */
export async function reconcilePayments(context: Context): Promise<void> {
  for (;;) {
    const now = context.now();
    const crowd = await paymentCrowds.claim(context.em, now, new Date(now.getTime() + LEASE_MS));
    if (!crowd) return;
    await reconcile(context, crowd);
  }
}

/** Ends when all payments are seen, or when more pages would cost more than half of what single checks do. */
async function reconcile(context: Context, crowd: Crowd): Promise<void> {
  const { provider, day, payments: waiting, leaseEnd } = crowd;
  const gateway = gatewayOf(context, provider);
  const started = context.now();
  const next = nextCheckAt(waiting[0]!.createdAt, started);
  const reconciledBy = new Date(started.getTime() - NEWS_COUNT_FOR_MS);
  if (gateway.listsAllNews && (await reconciliations.isDoneSince(context.em, newsWalk.kind, provider, reconciledBy))) {
    const all = waiting.map(({ id }) => id);
    return paymentCrowds.saveDue(context.em, all, next, leaseEnd);
  }
  const wanted = new Map(waiting.map((payment) => [payment.reference, payment.id]));
  const requestsMax = Math.max(Math.floor(waiting.length / REQUESTS_SAVED), 1);
  const isTried = waiting.every(({ providerPaymentId }) => providerPaymentId !== null);
  const days = { madeFrom: day, madeTo: isTried ? day : saoPauloDay(context.now()) };
  let cursor: string | null = null;
  let requests = 0;
  do {
    const page = await gateway.listPayments({ ...days, cursor }, AbortSignal.timeout(PAGE_DEADLINE_MS));
    requests += 1;
    for (const snapshot of await payments.findNews(context.em, provider, page.payments)) {
      await applySnapshot({ ...context, em: context.em.fork() }, provider, snapshot);
    }
    for (const { reference } of page.payments) if (reference !== null) wanted.delete(reference);
    await paymentCrowds.saveSeen(context.em, { provider, seen: page.payments, dueAt: next, dueBy: started, leaseEnd });
    cursor = page.next;
  } while (cursor !== null && requests < requestsMax && !isFew(wanted.size));

  // A payment that complete lists of all its days lack is unpaid; otherwise it is checked singly.
  const unseen = new Set(cursor === null && !isTried ? [] : wanted.values());
  const seen = waiting.filter(({ id }) => !unseen.has(id)).map(({ id }) => id);
  await paymentCrowds.saveDue(context.em, seen, next, leaseEnd);
  await paymentCrowds.saveDue(context.em, [...unseen], started, leaseEnd);
  context.log.info(
    { provider, day, payments: waiting.length, requests, unseen: unseen.size },
    'due payments checked by lists',
  );
}
