import { LOWEST_ID } from '@estampa/kernel/ids';
import { columnNames, selected, takenFrom, toRecord } from '@estampa/kit/postgres/rows';
import { text } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { PrintArea } from '../domain/print-quality.ts';
import { template, type TemplateRow } from './tables/template.ts';

/** Replicated state of the catalog's templates. */
export const templates = {
  /** Active or not. */
  find: (em: EntityManager, id: string): Promise<TemplateRow | undefined> => BY_ID.first(em, [id]),

  findActive: (em: EntityManager, ids: readonly string[]): Promise<TemplateRow[]> => ACTIVE.all(em, [ids]),

  findIdsOfType: async (em: EntityManager, productTypeId: string): Promise<string[]> =>
    (await OF_TYPE.all(em, [productTypeId])).map(({ id }) => id),

  /** The print areas of some as they are now. */
  async findPrintAreas(em: EntityManager, ids: readonly string[]): Promise<Map<string, PrintArea>> {
    const rows = await PRINT_AREAS.all(em, [ids]);
    return new Map(
      rows.flatMap(({ id, printArea, sourceImage, printWidthMm: widthMm }): [string, PrintArea][] => {
        const bounds = printArea ?? (sourceImage && { x: 0, y: 0, ...sourceImage });
        return bounds ? [[id, { bounds, widthMm }]] : [];
      }),
    );
  },

  /**
   * Stores a template unless a newer version of it is known, and lets its renders be checked when its revision has grown. Gives
   * the keys of the images that it named before and names no more. `payload` is the catalog's complete event.
   */
  save: async (em: EntityManager, row: TemplateRow, payload: string): Promise<string[]> =>
    (await SAVE.all(em, [toRecord(row), payload])).map(({ key }) => key),
};

const { id: templateId, ...CHANGEABLE } = template.columns;
const NAMES = columnNames(template.columns);

const BY_ID = template.select('t', 'where t.id = $1');
const ACTIVE = template.select('t', 'where t.id = any($1::text[]) and t.is_active');
const OF_TYPE = statement('select id from template where product_type_id = $1', { id: templateId });

const { printArea, sourceImage, printWidthMm } = CHANGEABLE;
const AREA = { id: templateId, printArea, sourceImage, printWidthMm };
const PRINT_AREAS = statement(`select ${selected(AREA, 't')} from template as t where t.id = any($1::text[])`, AREA);

const SAVE = statement(
  `with given as (select * from jsonb_populate_record(null::template, $1)),
   known as (select images, revision from template where id = (select id from given)),
   stored as (
     insert into template (${NAMES}, fact) select ${NAMES}, $2::jsonb from given
     on conflict (id) do update set ${takenFrom('excluded', CHANGEABLE)}, fact = excluded.fact
     where template.version < excluded.version
     returning id, images, revision
   ), renewed as (
     insert into template_refresh (template_id, after_artwork_id)
     select stored.id, '${LOWEST_ID}' from stored, known where stored.revision > known.revision
     on conflict (template_id) do update set after_artwork_id = excluded.after_artwork_id
   )
   select image ->> 'key' as key from known, stored, jsonb_array_elements(known.images) as image
   where not exists (
     select from jsonb_array_elements(stored.images) as named where named ->> 'key' = image ->> 'key')`,
  { key: text },
);
