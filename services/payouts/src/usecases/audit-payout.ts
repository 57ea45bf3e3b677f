import { auditChanges, recordAudit } from '@estampa/kit/service/audit';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Payout } from '../domain/payout.ts';

type PayoutChanges = Partial<Payout>;

/** Writes down what an admin did to a batch; why one failed may name a person. */
export function auditPayout(
  tx: EntityManager,
  action: 'payout_created' | 'payout_paid' | 'payout_failed',
  id: string,
  { before = {}, change }: { before?: PayoutChanges; change: PayoutChanges },
): void {
  const changes = auditChanges(before, change, {
    shown: ['sellerProfileId', 'status', 'totalCents', 'reference'],
    hidden: ['failureReason'],
  });
  recordAudit(tx, { action, subject: `payout:${id}`, changes });
}
