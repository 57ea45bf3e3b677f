import { auditChanges } from '@estampa/kit/service/audit';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { lockTemplate } from '../../db/find-template.ts';
import { knownTerms } from '../../db/known-terms.ts';
import type { TemplateRow } from '../../db/template.entity.ts';
import { mustHold } from '../../domain/rejections.ts';
import {
  changed,
  checkPrintArea,
  checkPrintMargins,
  checkTemplateTerms,
  isSame,
  type TemplateChange,
} from '../../domain/template.ts';
import { emitTemplate } from '../../messages/template.ts';
import { auditTemplate } from './audit-template.ts';

/** What is not named stays as it is, also where its asset or option is no longer active. */
export function updateTemplate(
  { caller, now }: Context,
  { id, wanted }: { id: string; wanted: TemplateChange },
): TransactionBody<TemplateRow> {
  mustReachAll(caller);
  return async (tx) => {
    const template = await lockTemplate(tx, id);
    const after = changed(template, wanted);
    const { assets = {}, options = null } = wanted;
    const speaks = Object.keys({ ...assets, ...options }).length > 0;
    mustHold([
      ...(speaks ? checkTemplateTerms({ assets, options }, await knownTerms(tx, template.productTypeId)) : []),
      ...(wanted.printArea || wanted.sourceImage ? checkPrintArea(after.printArea, after.sourceImage) : []),
      ...checkPrintMargins(after),
    ]);
    if (isSame(template, after)) return template;

    const shown = Object.keys(after) as (keyof typeof after)[];
    const changes = auditChanges<Partial<TemplateRow>>(template, after, { shown });
    auditTemplate(tx, 'template_updated', template.id, changes);
    tx.assign(template, { ...after, version: template.version + 1, updatedAt: now() });
    emitTemplate(tx, 'template_updated', template);
    return template;
  };
}
