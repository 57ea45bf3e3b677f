import { checkSurface } from '@estampa/kernel/surface';
import { auditChanges } from '@estampa/kit/service/audit';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import { pipeline } from '@estampa/kit/postgres/statement';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import type { TemplateRow } from '../../db/tables/template.ts';
import { templates } from '../../db/template-repository.ts';
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
import { findTerms, knownTerms } from './known-terms.ts';

/** What is not named stays as it is, also where its asset or option is no longer active. */
export function updateTemplate(
  { caller, now }: Context,
  { id, wanted }: { id: string; wanted: TemplateChange },
): TransactionBody<TemplateRow> {
  mustReachAll(caller);
  return async (tx) => {
    const before = await templates.lock(tx, id);
    const after = changed(before, wanted);
    const { assets = {}, options = null } = wanted;
    const speaks = Object.keys({ ...assets, ...options }).length > 0;
    mustHold([
      ...(speaks ? checkTemplateTerms({ assets, options }, await termsOf(tx, before)) : []),
      ...(wanted.printArea || wanted.sourceImage ? checkPrintArea(after.printArea, after.sourceImage) : []),
      ...checkPrintMargins(after),
      ...checkSurface(after, after.printArea),
    ]);
    if (isSame(before, after)) return before;

    const shown = Object.keys(after) as (keyof typeof after)[];
    const changes = auditChanges<Partial<TemplateRow>>(before, after, { shown });
    auditTemplate(tx, 'template_updated', before.id, changes);
    const template = { ...before, ...after, version: before.version + 1, updatedAt: now() };
    templates.save(tx, template);
    emitTemplate(tx, 'template_updated', template);
    return template;
  };
}

const termsOf = async (tx: EntityManager, { productTypeId }: TemplateRow) =>
  knownTerms(...(await pipeline(tx, ...findTerms(productTypeId))));
