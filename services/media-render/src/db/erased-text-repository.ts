import { text } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { SoldPrint } from './print-file-repository.ts';

type ErasedSurface = Pick<SoldPrint, 'orderItemId' | 'place' | 'recorded'>;

/** What buyers wrote who are erased. */
export const erasedTexts = {
  /**
   * Erases the texts of some surfaces of items from what they are printed from, in each format, unless another item is printed with the
   * same. Files that are made stay as they are, under their digests. An item that is not known yet is written down as one without a
   * print: the event that says what it is printed from may have been set aside, and come later.
   */
  async save(tx: EntityManager, surfaces: readonly ErasedSurface[]): Promise<void> {
    const erased = surfaces.map(({ orderItemId: id, place, recorded }) => ({ ...recorded, id, place }));
    const marked = await MARK.all(tx, [JSON.stringify(erased)]);
    if (marked.length === 0) return;
    const digests = marked.map(({ digest }) => digest).toSorted();
    // One who erases the last but one at the same time is waited for, and seen by the next statement.
    await LOCK.all(tx, [digests]);
    await ERASE.all(tx, [digests]);
  },
};

const MARK = statement(
  `with given as (
     select * from jsonb_to_recordset($1::jsonb)
       as given (id uuid, place int, surface text, name text, "widthMm" float8, "heightMm" float8)
   ), item as (
     insert into print_item as i (order_item_id, print_digest, text_erased) select id, '', true from given where place = 0
     on conflict (order_item_id) do update set text_erased = true where not i.text_erased returning i.print_digest
   ), surface as (
     insert into print_surface as s (order_item_id, surface, place, name, width_mm, height_mm, print_digest, text_erased)
     select id, surface, place, name, "widthMm", "heightMm", '', true from given where surface is not null
     on conflict (order_item_id, surface) do update set text_erased = true where not s.text_erased returning s.print_digest
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
