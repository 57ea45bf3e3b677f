import { endingLeases } from '@estampa/kit/service/lease';
import type { RowOf } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { claimingReconciliations } from './claim-reconciliations.ts';
import { newsReconciliation } from './tables/reconciliation.ts';

const CLAIMED = newsReconciliation.pick('provider', 'sweptTo');

/** What a provider notifies since `sweptTo` is to be listed; claimed until `leaseEnd`. */
export type NewsReconciliation = RowOf<typeof CLAIMED> & { leaseEnd: Date };

type Claim = { providers: readonly string[]; now: Date; leaseEnd: Date; firstFrom: Date };

export const newsReconciliations = {
  isDoneSince: async (em: EntityManager, provider: string, time: Date): Promise<boolean> =>
    Boolean(await DONE.first(em, [provider, time])),

  /** Those that are due, one for each provider; the first begins with what is notified since `firstFrom`. */
  async claim(em: EntityManager, { providers, now, leaseEnd, firstFrom }: Claim): Promise<NewsReconciliation[]> {
    const claimed = await CLAIM.all(em, [providers, now, leaseEnd, firstFrom]);
    return claimed.map((one) => ({ ...one, leaseEnd }));
  },

  /** Ends a lease: how far everything is listed now, and when to go on. */
  async save(
    em: EntityManager,
    { provider, leaseEnd }: NewsReconciliation,
    { sweptTo, dueAt }: { sweptTo: Date; dueAt: Date },
  ): Promise<void> {
    await endLease(em, { key: provider, until: leaseEnd }, dueAt, sweptTo);
  },
};

const DONE = statement('select from payment_sweep where provider = $1 and swept_to >= $2', {});

const CLAIM = claimingReconciliations('payment_sweep', { due_at: '$2', swept_to: '$4' }, CLAIMED);

const endLease = endingLeases({ table: 'payment_sweep', key: 'provider', also: ['swept_to'] });
