import { text } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { UploadRow } from './upload.entity.ts';

export const templateUploads = (em: EntityManager, templateId: string, keys: readonly string[]): Promise<UploadRow[]> =>
  em.find(UploadRow, { templateId, key: { $in: [...keys] } });

/** The newest of each kind. Ids in keys are UUID v7: their order is that of presigning. */
export async function latestTemplateUploads(
  em: EntityManager,
  templateId: string,
  kinds: readonly string[],
): Promise<UploadRow[]> {
  const rows = await LATEST.all(em, [templateId, kinds]);
  return em.find(UploadRow, { key: { $in: rows.map(({ key }) => key) } });
}

const LATEST = statement(
  `select distinct on (image_kind) key from upload where template_id = $1 and image_kind = any($2::text[])
   order by image_kind, created_at desc, key desc`,
  { key: text },
);

/** Marks them completed, once; gives the keys that are still there. */
export async function completeUploads(tx: EntityManager, keys: readonly string[], now: Date): Promise<Set<string>> {
  const rows = await COMPLETE.all(tx, [[...keys].toSorted(), now]);
  return new Set(rows.map(({ key }) => key));
}

const COMPLETE = statement(
  `with wanted as (select key from upload where key = any($1::text[]) order by key for update)
   update upload set completed_at = coalesce(completed_at, $2) where key in (select key from wanted) returning key`,
  { key: text },
);
