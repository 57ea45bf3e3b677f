import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { templates } from '../../db/template-repository.ts';
import { emitTemplate } from '../../messages/template.ts';
import { auditTemplate } from './audit-template.ts';

/** Takes the template out of the seller catalog and its renders off the store's pages; an update can bring it back. */
export function deactivateTemplate({ caller, now }: Context, id: string): TransactionBody<void> {
  mustReachAll(caller);
  return async (tx) => {
    const before = await templates.lock(tx, id);
    if (!before.isActive) return;
    const template = { ...before, isActive: false, version: before.version + 1, updatedAt: now() };
    templates.save(tx, template);
    emitTemplate(tx, 'template_deactivated', template);
    auditTemplate(tx, 'template_deactivated', template.id);
  };
}
