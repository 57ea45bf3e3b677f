import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { selected, toRecord } from '@estampa/kit/postgres/rows';
import { statement } from '@estampa/kit/postgres/statement';
import type { PruneRule } from '@estampa/kit/service/prune';
import type { EntityManager } from '@mikro-orm/postgresql';
import { templateImport, type TemplateImportRow } from './tables/template-import.ts';

export const templateImports = {
  /** To be shown. */
  async find(em: EntityManager, importId: string): Promise<TemplateImportRow> {
    const row = isUuid(importId) ? await BY_ID.first(em, [importId]) : undefined;
    if (!row) throw notFound('template import', importId);
    return row;
  },

  /** At once; false when the admin has one that is not over. */
  insert: async (tx: EntityManager, row: TemplateImportRow): Promise<boolean> =>
    (await INSERT.first(tx, [toRecord(row)])) !== undefined,

  /** The one that is due first; no other replica takes it before `until`. */
  claim: (em: EntityManager, now: Date, until: Date): Promise<TemplateImportRow | undefined> =>
    CLAIM.first(em, [now, until]),

  /** Written with the commit; nothing where another replica went on in the meantime. */
  save: (tx: EntityManager, row: TemplateImportRow): void => SAVE.onCommit(tx, [toRecord(row)]),

  /** True while the claim that was made with this row is the last one. */
  lock: async (tx: EntityManager, { id: importId, tries, templateIds }: TemplateImportRow): Promise<boolean> =>
    (await LOCK.first(tx, [importId, tries, templateIds.length])) !== undefined,
};

const { id, ...CHANGEABLE } = templateImport.columns;

const BY_ID = templateImport.select('i', 'where i.id = $1');
const INSERT = statement(
  `${templateImport.insertRecord('$1')} on conflict (requested_by) where state in ('queued', 'running') do nothing returning id`,
  { id },
);
const CLAIM = statement(
  `update template_import as i set due_at = $2, tries = tries + 1, state = 'running' where id in (
     select id from template_import where due_at <= $1 order by due_at limit 1 for update skip locked
   ) returning ${selected(templateImport.columns, 'i')}`,
  templateImport.columns,
);
const LOCK = statement(
  `select id from template_import
   where id = $1 and tries = $2 and jsonb_array_length(template_ids) = $3 and state = 'running' for update`,
  { id },
);
const SAVE = statement(templateImport.updateRecord('$1', CHANGEABLE), {});

/** Long after anyone asks how it went; the templates stay. */
export const FORGOTTEN_IMPORTS: PruneRule = {
  table: 'template_import',
  where: `created_at < now() - interval '60 days'`,
};
