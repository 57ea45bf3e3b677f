import { notFound, wrongState } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import { auditChanges, recordAudit } from '@estampa/kit/service/audit';
import type { Context } from '../../context.ts';
import { type Answer, type DisputeRow, disputes } from '../../db/dispute-repository.ts';

type Update = { id: string; isAnswered?: boolean | undefined; note?: string | undefined };

/** Notes what was done about a dispute, and that it was answered at its provider; the provider is told by a person. */
export function updateDispute({ caller, now }: Context, { id, isAnswered, note }: Update): TransactionBody<DisputeRow> {
  const { userId } = mustReachAll(caller);
  return async (tx) => {
    const dispute = isUuid(id) ? await disputes.lock(tx, id) : undefined;
    if (!dispute) throw notFound('dispute', id);
    if (dispute.endedAt && isAnswered !== undefined && isAnswered !== (dispute.answeredAt !== null))
      throw wrongState('The dispute has ended');
    const before: Answer = { answeredAt: dispute.answeredAt, answeredBy: dispute.answeredBy, note: dispute.note };
    const answered = isAnswered
      ? { answeredAt: before.answeredAt ?? now(), answeredBy: before.answeredBy ?? userId }
      : {};
    const answer: Answer = {
      ...before,
      ...(isAnswered === false ? { answeredAt: null, answeredBy: null } : answered),
      ...(note !== undefined && { note: note === '' ? null : note }),
    };
    const changes = auditChanges(before, answer, { shown: ['answeredAt', 'answeredBy'], hidden: ['note'] });
    if (changes.length === 0) return dispute;
    await disputes.saveAnswer(tx, id, answer);
    recordAudit(tx, { action: 'dispute_updated', subject: `dispute:${id}`, changes });
    return { ...dispute, ...answer };
  };
}
