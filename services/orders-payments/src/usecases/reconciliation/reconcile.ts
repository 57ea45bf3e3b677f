import type { PaymentGateway } from '../../adapters/payment-gateway.ts';
import type { Context } from '../../context.ts';
import { type Reconciliation, reconciliations } from '../../db/reconciliation-repository.ts';
import type { Progress, Schedule } from '../../domain/walk.ts';
import { gatewayOf } from '../payments/gateway-of.ts';

/** Another replica takes over if the owner has not reached the next page by then. */
const LEASE_MS = 20 * 60_000;

/** The cost and the result of one page. */
export type ReadPage = { requests: number; news: number; next: string | null };

/** One kind of list by which payments are compared with their provider. */
export type Walk<Place> = {
  kind: string;
  schedule: Schedule<Place>;
  isNeededFor(gateway: PaymentGateway): boolean;
  /** Applies what is new on one page. */
  readPage(context: Context, gateway: PaymentGateway, place: Place): Promise<ReadPage>;
};

/**
 * Reads the lists of one kind that are due, each from where the last run stopped. After every page the lease is renewed and the
 * place saved, so a crash, a deployment or an outage of the provider costs one page. Providers do not wait for each other.
 */
export async function reconcile<Place>(context: Context, walk: Walk<Place>, signal: AbortSignal): Promise<void> {
  const { kind, schedule } = walk;
  const now = context.now();
  const providers = context.gateways.all.filter(walk.isNeededFor).map(({ name }) => name);
  if (providers.length === 0) return;
  const claim = { kind, providers, now, leaseEnd: leaseFrom(now), firstAt: schedule.firstAt(now) };
  const due = await reconciliations.claim<Place>(context.em, claim);
  await Promise.all(due.map((one) => goOn({ ...context, em: context.em.fork() }, walk, one, signal)));
}

async function goOn<Place>(
  context: Context,
  walk: Walk<Place>,
  claimed: Reconciliation<Place>,
  signal: AbortSignal,
): Promise<void> {
  const { kind, schedule } = walk;
  const { provider, doneTo } = claimed;
  const gateway = gatewayOf(context, provider);
  const counts = { requests: 0, news: 0 };
  let { leaseEnd } = claimed;
  let progress = claimed.progress ?? begin(schedule, context.now(), doneTo);
  const save = (dueAt: Date, next: Progress<Place> | null = progress, done = doneTo): Promise<boolean> =>
    reconciliations.save(context.em, kind, { provider, leaseEnd }, { progress: next, doneTo: done, dueAt });
  try {
    while (counts.requests < schedule.requestsMax && !signal.aborted) {
      const page = await walk.readPage(context, gateway, progress.place);
      counts.requests += page.requests;
      counts.news += page.news;
      const now = context.now();
      const place = schedule.after(progress.place, page.next, now);
      if (place === null) {
        await save(schedule.nextAt(now), null, progress.startedAt);
        context.log.info({ kind, provider, ...counts }, 'payments reconciled');
        return;
      }
      const next = { ...progress, place };
      const renewed = leaseFrom(now);
      if (!(await save(renewed, next))) return;
      [progress, leaseEnd] = [next, renewed];
    }
    await save(signal.aborted ? context.now() : schedule.pauseUntil(context.now()));
    context.log.info({ kind, provider, ...counts }, 'payments reconciled in part');
  } catch (error) {
    context.log.warn({ err: error, kind, provider, ...counts }, 'payments not reconciled, trying again');
    await save(new Date(context.now().getTime() + schedule.retryMs));
  }
}

const leaseFrom = (now: Date): Date => new Date(now.getTime() + LEASE_MS);

const begin = <Place>(schedule: Schedule<Place>, startedAt: Date, doneTo: Date | null): Progress<Place> => ({
  startedAt,
  place: schedule.begin(startedAt, doneTo),
});
