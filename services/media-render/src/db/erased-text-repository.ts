import { text } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

/** What buyers wrote who are erased. */
export const erasedTexts = {
  /**
   * Erases the texts of some surfaces of items from what they are printed from, in each format, unless another item is printed with the
   * same. Files that are made stay as they are, under their digests.
   */
  async save(tx: EntityManager, surfaces: readonly { orderItemId: string; place: number }[]): Promise<void> {
    const erased = surfaces.map(({ orderItemId: id, place }) => ({ id, place }));
    const marked = await MARK.all(tx, [JSON.stringify(erased)]);
    if (marked.length === 0) return;
    const digests = marked.map(({ digest }) => digest).toSorted();
    // One who erases the last but one at the same time is waited for, and seen by the next statement.
    await LOCK.all(tx, [digests]);
    await ERASE.all(tx, [digests]);
  },
};

const MARK = statement(
  `with given as (select id, place from jsonb_to_recordset($1::jsonb) as given (id uuid, place int)),
   item as (
     update print_item i set text_erased = true from given
     where i.order_item_id = given.id and given.place = 0 and not i.text_erased returning i.print_digest
   ), surface as (
     update print_surface s set text_erased = true from given
     where s.order_item_id = given.id and s.place = given.place and not s.text_erased returning s.print_digest
   )
   select print_digest as digest from item union select print_digest from surface`,
  { digest: text },
);

const LOCK = statement('select digest from print_file where digest = any($1::text[]) order by digest for update', {
  digest: text,
});

/** Of a page the print area has its bleed besides; what is printed with a profile of its own is called otherwise. */
const plainOf = (job: string): string => `coalesce(${job} -> 'plain', ${job} -> 'onPress') #- '{printArea,bleedMm}'`;

const ERASE = statement(
  `update print_file file set job = (file.job - 'text') || jsonb_build_object('erased', png.digest),
     due_at = case when file.key is null then 'infinity'::timestamptz end
   from print_file png
   where png.digest = any($1::text[]) and file.artwork_id = png.artwork_id and file.job -> 'text' = png.job -> 'text'
     and ${plainOf('file.job')} = ${plainOf('png.job')}
     and not exists (select from print_item i where i.print_digest = png.digest and not i.text_erased)
     and not exists (select from print_surface s where s.print_digest = png.digest and not s.text_erased)`,
  {},
);
