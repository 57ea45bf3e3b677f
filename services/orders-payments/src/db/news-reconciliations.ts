import { endingLeases } from '@estampa/kit/service/lease';
import { text, timestamp } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { takingReconciliations } from './reconcile-claims.ts';

/** What a provider has told since `sweptTo` is to be listed; taken until `leaseEnd`. */
export type NewsReconciliation = { provider: string; sweptTo: Date; leaseEnd: Date };

type Taking = { providers: readonly string[]; now: Date; leaseEnd: Date; firstFrom: Date };

/** The reconciliations that are due, one for each provider; the first begins with what is told since `firstFrom`. */
export async function takeNewsReconciliations(
  em: EntityManager,
  { providers, now, leaseEnd, firstFrom }: Taking,
): Promise<NewsReconciliation[]> {
  const taken = await TAKE.all(em, [providers, now, leaseEnd, firstFrom]);
  return taken.map((one) => ({ ...one, leaseEnd }));
}

const TAKE = statement(
  takingReconciliations('payment_sweep', { first: { due_at: '$2', swept_to: '$4' }, shown: 'swept_to as "sweptTo"' }),
  { provider: text, sweptTo: timestamp },
);

/** Ends a lease: how far everything is listed now, and when to go on. */
export const endNewsReconciliation = (
  em: EntityManager,
  { provider, leaseEnd }: NewsReconciliation,
  { sweptTo, dueAt }: { sweptTo: Date; dueAt: Date },
): Promise<unknown> => END(em, { key: provider, until: leaseEnd }, dueAt, sweptTo);

const END = endingLeases({ table: 'payment_sweep', key: 'provider', also: ['swept_to'] });

export const isReconciledSince = async (em: EntityManager, provider: string, time: Date): Promise<boolean> =>
  Boolean(await SWEPT.first(em, [provider, time]));

const SWEPT = statement('select from payment_sweep where provider = $1 and swept_to >= $2', {});
