import { DomainError, unknownReference } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import { recordAudit } from '@estampa/kit/service/audit';
import type { Context } from '../../context.ts';
import { productTypes } from '../../db/product-type-repository.ts';
import type { TemplateImportRow } from '../../db/tables/template-import.ts';
import { templateImports } from '../../db/template-import-repository.ts';
import { IMPORTING } from './import-templates.ts';

type Input = { productTypeId: string; key: string; displayName: string };

const UPLOAD_KEY = /^private\/template-imports\/[0-9a-f-]{36}\.psd$/;

/** Begins an import, which a job does; an admin has one at a time. */
export function createTemplateImport(
  { caller, now, wake }: Context,
  { productTypeId, key, displayName }: Input,
): TransactionBody<TemplateImportRow> {
  const { userId: requestedBy } = mustReachAll(caller);
  if (!UPLOAD_KEY.test(key)) throw unknownReference('key', 'upload of a Photoshop file');
  return async (tx) => {
    const at = now();
    const { id: typeId } = await productTypes.find(tx, productTypeId);
    const row: TemplateImportRow = {
      id: newId(),
      productTypeId: typeId,
      displayName,
      uploadKey: key,
      requestedBy,
      state: 'queued',
      printAreas: null,
      templateIds: [],
      warnings: [],
      failure: null,
      tries: 0,
      dueAt: at,
      createdAt: at,
      updatedAt: at,
    };
    if (!(await templateImports.insert(tx, row)))
      throw new DomainError('conflict', 'import_in_progress', 'Your import before this one is not over: wait for it');
    recordAudit(tx, { action: 'template_import_created', subject: `template_import:${row.id}` });
    wake(IMPORTING);
    return row;
  };
}
