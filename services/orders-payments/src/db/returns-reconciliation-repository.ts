import { endingLeases } from '@estampa/kit/service/lease';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Place } from '../domain/returns-walk.ts';
import { claimingReconciliations } from './claim-reconciliations.ts';
import { returnsReconciliation } from './tables/reconciliation.ts';

/** A provider whose charges are to be listed, from a place on; claimed until `leaseEnd`. */
export type ReturnsReconciliation = { provider: string; place: Place | null; leaseEnd: Date };

type Claim = { providers: readonly string[]; now: Date; leaseEnd: Date; firstAt: Date };

export const returnsReconciliations = {
  /** Those that are due; the first of a provider is at `firstAt`. */
  async claim(em: EntityManager, { providers, now, leaseEnd, firstAt }: Claim): Promise<ReturnsReconciliation[]> {
    const claimed = await CLAIM.all(em, [providers, now, leaseEnd, firstAt]);
    return claimed.map(({ provider, madeTo, cursor }) => ({
      provider,
      place: madeTo === null ? null : { madeTo, cursor },
      leaseEnd,
    }));
  },

  /** How far it is and until when it is claimed, or when to go on; false when another has claimed it since. */
  save: (
    em: EntityManager,
    { provider, leaseEnd }: ReturnsReconciliation,
    { place, dueAt }: { place: Place | null; dueAt: Date },
  ): Promise<boolean> =>
    endLease(em, { key: provider, until: leaseEnd }, dueAt, place?.madeTo ?? null, place?.cursor ?? null),
};

const CLAIM = claimingReconciliations(
  'returns_sweep',
  { due_at: '$4' },
  returnsReconciliation.pick('provider', 'madeTo', 'cursor'),
);

const endLease = endingLeases({ table: 'returns_sweep', key: 'provider', also: ['made_to', 'cursor'] });
