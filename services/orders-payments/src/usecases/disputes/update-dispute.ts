import { notFound, wrongState } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import { auditChanges, recordAudit } from '@estampa/kit/service/audit';
import type { Context } from '../../context.ts';
import { type DisputeResponse, type DisputeRow, disputes } from '../../db/dispute-repository.ts';

type Update = { id: string; isResponded?: boolean | undefined; note?: string | undefined };

/** Notes what was done about a dispute, and that it was responded to at its provider; the provider is told by a person. */
export function updateDispute(
  { caller, now }: Context,
  { id, isResponded, note }: Update,
): TransactionBody<DisputeRow> {
  const { userId } = mustReachAll(caller);
  return async (tx) => {
    const dispute = isUuid(id) ? await disputes.lock(tx, id) : undefined;
    if (!dispute) throw notFound('dispute', id);
    if (dispute.endedAt && isResponded !== undefined && isResponded !== (dispute.respondedAt !== null))
      throw wrongState('The dispute has ended');
    const before: DisputeResponse = {
      respondedAt: dispute.respondedAt,
      respondedBy: dispute.respondedBy,
      note: dispute.note,
    };
    const responded = isResponded
      ? { respondedAt: before.respondedAt ?? now(), respondedBy: before.respondedBy ?? userId }
      : {};
    const response: DisputeResponse = {
      ...before,
      ...(isResponded === false ? { respondedAt: null, respondedBy: null } : responded),
      ...(note !== undefined && { note: note === '' ? null : note }),
    };
    const changes = auditChanges(before, response, { shown: ['respondedAt', 'respondedBy'], hidden: ['note'] });
    if (changes.length === 0) return dispute;
    await disputes.saveResponse(tx, id, response);
    recordAudit(tx, { action: 'dispute_updated', subject: `dispute:${id}`, changes });
    return { ...dispute, ...response };
  };
}
