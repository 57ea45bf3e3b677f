import { toRecords } from '@estampa/kit/postgres/rows';
import { statement } from '@estampa/kit/postgres/statement';
import type { PruneRule } from '@estampa/kit/service/prune';
import type { EntityManager } from '@mikro-orm/postgresql';
import { completedTemplateImage, type CompletedTemplateImageRow } from './tables/completed-template-image.ts';

/** Uploads that became images; what stores one has the lock of its template. */
export const completedTemplateImages = {
  find: (em: EntityManager, templateId: string, uploadKeys: readonly string[]): Promise<CompletedTemplateImageRow[]> =>
    FIND.all(em, [templateId, uploadKeys]),

  /** At once; gives the keys of the uploads that were not completed before. */
  async insert(tx: EntityManager, rows: readonly CompletedTemplateImageRow[]): Promise<Set<string>> {
    const inserted = await INSERT.all(tx, [toRecords(rows)]);
    return new Set(inserted.map(({ uploadKey }) => uploadKey));
  },
};

const { uploadKey } = completedTemplateImage.columns;

const FIND = completedTemplateImage.select('c', 'where c.template_id = $1 and c.upload_key = any($2::text[])');
const INSERT = statement(
  `${completedTemplateImage.insertRecords('$1')} on conflict do nothing returning upload_key as "uploadKey"`,
  { uploadKey },
);

/** Longer than media-render knows the uploads themselves. */
export const FORGOTTEN_IMAGES: PruneRule = {
  table: 'completed_template_image',
  where: `completed_at < now() - interval '60 days'`,
};
