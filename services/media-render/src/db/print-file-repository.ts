import { float, nullable, type RowOf, text } from '@estampa/kit/postgres/columns';
import { selected } from '@estampa/kit/postgres/rows';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { fromStored, type PrintJob, toStored } from '../domain/print-job.ts';
import { soldImages } from './sold-image-repository.ts';
import { printFile } from './tables/print-file.ts';
import { printSurface, type PrintSurfaceRow } from './tables/print-surface.ts';

const FILE = printFile.pick('digest', 'key', 'sizeBytes', 'contentHash');
/** What an item is printed from is a PNG. */
const WITH_JOB = { ...FILE, job: printFile.columns.job };
const { surface, name, widthMm, heightMm } = printSurface.columns;
const OF_ITEM = {
  ...WITH_JOB,
  surface: nullable(surface),
  name: nullable(name),
  widthMm,
  heightMm,
  bleedMm: float,
  pressProfile: nullable(text),
};
const CLAIMED = printFile.pick('digest', 'job', 'tries', 'timesForgotten');

/** `recorded` is null for items from before surfaces. */
export type SoldPrint = {
  orderItemId: string;
  digest: string;
  job: PrintJob;
  /** How much of it is bleed. */
  bleedMm: number;
  /** In storage, of the press; null for the built-in one. */
  pressProfile: string | null;
  place: number;
  recorded: Pick<PrintSurfaceRow, 'surface' | 'name' | 'widthMm' | 'heightMm'> | null;
};
/** What a surface of an item is printed from; its name and measures are null for items from before surfaces. */
export type PrintOfItem = Omit<RowOf<typeof OF_ITEM>, 'job'> & { job: PrintJob };
export type ClaimedPrint = Omit<RowOf<typeof CLAIMED>, 'job'> & { job: PrintJob };
export type MadePrint = { key: string; sizeBytes: number; contentHash: string };

/** Images that sold items are printed from. */
export const printFiles = {
  /** One for each of its surfaces, in their order. */
  async findOfItem(em: EntityManager, orderItemId: string): Promise<PrintOfItem[]> {
    const prints = await BY_ITEM.all(em, [orderItemId]);
    return prints.map((print) => ({ ...print, job: fromStored(print.job) }));
  },

  /** One of a PNG that was requested in another format, be it for the first time; undefined where its text is erased meanwhile. */
  async findOrInsert(
    em: EntityManager,
    { png, digest, job, now }: { png: string; digest: string; job: PrintJob; now: Date },
  ): Promise<RowOf<typeof FILE> | undefined> {
    const values = [digest, job.artworkId, JSON.stringify(toStored(job)), now, png];
    // A row that another request inserted meanwhile is seen only by the next statement.
    return (await FIND_OR_INSERT.first(em, values)) ?? (await FIND_OR_INSERT.first(em, values));
  },

  /** Of a print whose text was erased, in another format. */
  findErased: (em: EntityManager, job: PrintJob): Promise<RowOf<typeof FILE> | undefined> =>
    FIND_ERASED.first(em, [job.artworkId, JSON.stringify(toStored(job))]),

  /** The one that is due first; no other replica takes it before `until`. */
  async claim(em: EntityManager, now: Date, until: Date): Promise<ClaimedPrint | undefined> {
    const claimed = await CLAIM.first(em, [now, until]);
    return claimed && { ...claimed, job: fromStored(claimed.job) };
  },

  /**
   * Of sold items, with the commit: each print is made once, and what an item was first said to be printed from stays. What a buyer
   * wrote who is erased does not come back with an event that was set aside.
   */
  insert: (tx: EntityManager, sold: readonly SoldPrint[], now: Date): void =>
    INSERT.onCommit(tx, [
      JSON.stringify(
        sold.map(({ orderItemId, digest, job, bleedMm, pressProfile, place, recorded }) => ({
          id: orderItemId,
          digest,
          artwork_id: job.artworkId,
          job: toStored(job),
          bleed_mm: bleedMm,
          press_profile: pressProfile,
          place,
          surface: recorded?.surface,
          name: recorded?.name,
          width_mm: recorded?.widthMm,
          height_mm: recorded?.heightMm,
        })),
      ),
      now,
    ]),

  saveMade: (em: EntityManager, digest: string, { key, sizeBytes, contentHash }: MadePrint): Promise<unknown> =>
    SAVE_MADE.all(em, [digest, key, sizeBytes, contentHash]),

  /** That it could not be made, and is tried again then. */
  savePostponed: (em: EntityManager, digest: string, until: Date): Promise<unknown> =>
    SAVE_POSTPONED.all(em, [digest, until]),

  /** That it was requested: it stays, or is made again. Written once a day, so that reading it often writes little. */
  saveUsed: (em: EntityManager, digest: string, now: Date): Promise<unknown> => SAVE_USED.all(em, [digest, now]),

  /** Discards prints that were not used for long; how many. A client that has the address of one may read it until `dueAt`. */
  forgetUnused: async (em: EntityManager, usedBefore: Date, dueAt: Date, limit: number): Promise<number> =>
    (await FORGET_UNUSED.all(em, [usedBefore, dueAt, limit])).length,
};

const BY_ITEM = statement(
  `select ${selected(WITH_JOB, 'file')}, ${selected({ surface, name, widthMm, heightMm }, 'printed')},
     coalesce(printed.bleed_mm, item.bleed_mm) as "bleedMm",
     case when printed.order_item_id is null then item.press_profile else printed.press_profile end as "pressProfile"
   from print_item item
   left join print_surface printed on printed.order_item_id = item.order_item_id
   join print_file file
     on file.digest = case when coalesce(printed.place, 0) = 0 then item.print_digest else printed.print_digest end
   where item.order_item_id = $1 order by printed.place`,
  OF_ITEM,
);

/** Of a profile its digest counts: one that was uploaded twice lies under two keys, and prints the same. */
const likeEachOther = (job: string): string =>
  `${job} #- '{pressProfile}', regexp_replace(${job} ->> 'pressProfile', '^.*/', '')`;

const FIND_ERASED = statement(
  `select ${selected(FILE, 'file')} from print_file file
   where file.artwork_id = $1 and (${likeEachOther('file.job')}) is not distinct from (${likeEachOther('$2::jsonb')})`,
  FILE,
);

/** What was sold with the same text after that was erased. */
const RESTORED = `print_file.job ? 'erased'`;

/** A row that this statement inserts is not seen by it. Who erases the text of the PNG is waited for, or sees what is inserted. */
const FIND_OR_INSERT = statement(
  `with png as (
     select digest from print_file where digest = $5 and not job ? 'erased' for share
   ), inserted as (
     insert into print_file (digest, artwork_id, job, due_at, used_at)
     select $1::text, $2::uuid, $3::jsonb, $4::timestamptz, $4::timestamptz from png
     on conflict (digest) do update set job = excluded.job where ${RESTORED} returning ${selected(FILE, 'print_file')}
   )
   select * from inserted
   union all select ${selected(FILE, 'file')} from print_file file where file.digest = $1 and exists (select from png)`,
  FILE,
);

const CLAIM = statement(
  `update print_file set due_at = $2, tries = tries + 1 where digest in (
     select digest from print_file where due_at <= $1 order by due_at limit 1 for update skip locked
   ) returning ${selected(CLAIMED, 'print_file')}`,
  CLAIMED,
);

/** Without its text it would be another print. */
const CAN_BE_MADE = `not print_file.job ? 'erased'`;

/** When a print is due that is requested now: at once if it is forgotten; null, which changes nothing, if it is not. */
const DUE_WHEN_REQUESTED = (now: string): string => `case when print_file.due_at = 'infinity' then ${now} end`;

const INSERT = statement(
  `with sold as (
     select * from jsonb_to_recordset($1::jsonb) as given (id text, surface text, place int, name text, width_mm float8,
       height_mm float8, digest text, bleed_mm float8, press_profile text)
   ), item as (
     insert into print_item (order_item_id, print_digest, bleed_mm, press_profile)
     select id::uuid, digest, bleed_mm, press_profile from sold where place = 0
     on conflict (order_item_id) do nothing
     returning press_profile
   ), surface as (
     insert into print_surface (order_item_id, surface, place, name, width_mm, height_mm, print_digest, bleed_mm, press_profile)
     select id::uuid, surface, place, name, width_mm, height_mm, digest, bleed_mm, press_profile
     from sold where surface is not null
     on conflict (order_item_id, surface) do nothing
     returning press_profile
   ), retained as (
     ${soldImages.insertKeys('select press_profile from item union select press_profile from surface')}
   )
   insert into print_file (digest, artwork_id, job, due_at, used_at)
   select distinct on (digest) digest, artwork_id, job, $2::timestamptz, $2::timestamptz
   from jsonb_to_recordset($1::jsonb) as sold (id uuid, place int, digest text, artwork_id uuid, job jsonb)
   where not exists (select from print_item i where i.order_item_id = sold.id and i.text_erased and sold.place = 0)
     and not exists (select from print_surface s where s.order_item_id = sold.id and s.text_erased and s.place = sold.place)
   on conflict (digest) do update set used_at = excluded.used_at, due_at = least(print_file.due_at, ${DUE_WHEN_REQUESTED('excluded.due_at')}),
     job = excluded.job
   where print_file.due_at = 'infinity' or ${RESTORED} or print_file.used_at < excluded.used_at - interval '1 day'`,
  {},
);

const SAVE_MADE = statement(
  `update print_file set due_at = null, key = $2, size_bytes = $3, content_hash = $4 where digest = $1 and key is null`,
  {},
);
const SAVE_POSTPONED = statement(
  `update print_file set due_at = $2 where digest = $1 and key is null and ${CAN_BE_MADE}`,
  {},
);

const SAVE_USED = statement(
  `update print_file set used_at = $2, due_at = least(due_at, ${DUE_WHEN_REQUESTED('$2::timestamptz')})
   where digest = $1 and (key is not null or ${CAN_BE_MADE}) and (due_at = 'infinity' or used_at < $2::timestamptz - interval '1 day')`,
  {},
);

const FORGET_UNUSED = statement(
  `with old as (
     select digest, key from print_file where key is not null and used_at < $1
     order by used_at limit $3 for update skip locked
   ), forgotten as (
     update print_file p set key = null, size_bytes = null, content_hash = null, due_at = 'infinity', tries = 0,
       times_forgotten = times_forgotten + 1
     from old where p.digest = old.digest
   )
   insert into discarded_object (key, due_at) select key, $2 from old on conflict (key) do nothing returning key`,
  printFile.pick('key'),
);
