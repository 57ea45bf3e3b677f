import { endingLeases } from '@estampa/kit/service/lease';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { StatementPlace } from '../domain/statement-walk.ts';
import { claimingReconciliations } from './claim-reconciliations.ts';
import { statementReconciliation } from './tables/reconciliation.ts';

/** A provider whose statements are to be read, from a place on; claimed until `leaseEnd`. */
export type StatementReconciliation = { provider: string; place: StatementPlace; leaseEnd: Date };

type Claim = { providers: readonly string[]; now: Date; leaseEnd: Date; firstAt: Date; firstDay: string };

export const statementReconciliations = {
  /** Those that are due; the first of a provider is at `firstAt`, from `firstDay` on. */
  async claim(
    em: EntityManager,
    { providers, now, leaseEnd, firstAt, firstDay }: Claim,
  ): Promise<StatementReconciliation[]> {
    const claimed = await CLAIM.all(em, [providers, now, leaseEnd, firstAt, firstDay]);
    return claimed.map(({ provider, ...place }) => ({ provider, place, leaseEnd }));
  },

  /** How far it is and until when it is claimed, or when to go on; false when another has claimed it since. */
  save: (
    em: EntityManager,
    { provider, leaseEnd }: StatementReconciliation,
    { place, dueAt }: { place: StatementPlace; dueAt: Date },
  ): Promise<boolean> => endLease(em, { key: provider, until: leaseEnd }, dueAt, place.day, place.cursor),
};

const CLAIM = claimingReconciliations(
  'statement_sweep',
  { due_at: '$4', day: '$5' },
  statementReconciliation.pick('provider', 'day', 'cursor'),
);

const endLease = endingLeases({ table: 'statement_sweep', key: 'provider', also: ['day', 'cursor'] });
