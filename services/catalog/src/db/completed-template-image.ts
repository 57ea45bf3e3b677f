import { selected } from '@estampa/kit/postgres/rows';
import { integer, oneOf, text } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { PruneRule } from '@estampa/kit/service/prune';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type CompletedImage, IMAGE_KINDS } from '../domain/template.ts';

const COLUMNS = { kind: oneOf(IMAGE_KINDS), uploadKey: text, imageKey: text, widthPx: integer, heightPx: integer };
const SELECTED = selected(COLUMNS, 'c');

export const completedImages = (
  em: EntityManager,
  templateId: string,
  uploadKeys: readonly string[],
): Promise<CompletedImage[]> => FIND.all(em, [templateId, uploadKeys]);

const FIND = statement(
  `select ${SELECTED} from completed_template_image as c where template_id = $1 and upload_key = any($2::text[])`,
  COLUMNS,
);

type Stored = { templateId: string; images: readonly CompletedImage[]; completedAt: Date };

/** Keeps them under the template's lock; gives those that were not completed before. */
export async function storeCompletedImages(tx: EntityManager, { templateId, images, completedAt }: Stored) {
  const column = <K extends keyof CompletedImage>(name: K) => images.map((image) => image[name]);
  const rows = await STORE.all(tx, [
    templateId,
    column('kind'),
    column('uploadKey'),
    column('imageKey'),
    column('widthPx'),
    column('heightPx'),
    completedAt,
  ]);
  const added = new Set(rows.map(({ uploadKey }) => uploadKey));
  return images.filter(({ uploadKey }) => added.has(uploadKey));
}

const STORE = statement(
  `insert into completed_template_image as c (template_id, kind, upload_key, image_key, width_px, height_px, completed_at)
   select $1, kind, upload_key, image_key, width_px, height_px, $7
   from unnest($2::text[], $3::text[], $4::text[], $5::int[], $6::int[])
     as image (kind, upload_key, image_key, width_px, height_px)
   on conflict do nothing returning ${SELECTED}`,
  COLUMNS,
);

/** Longer than media-render knows the uploads themselves. */
export const FORGOTTEN_IMAGES: PruneRule = {
  table: 'completed_template_image',
  where: `completed_at < now() - interval '60 days'`,
};
