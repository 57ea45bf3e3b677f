import { integer, json, nullable, text } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Placement } from '../domain/placement.ts';
import type { PrintArea } from '../domain/print-quality.ts';

/** All that a print is made from; the same for every item that was sold of it. */
export type PrintJob = {
  artworkId: string;
  artworkVersion: number;
  placement: Placement;
  printArea: PrintArea;
};

/** When a print is due that is requested now: at once if it is forgotten; null, which changes nothing, if it is not. */
const DUE_WHEN_REQUESTED = (now: string): string => `case when print_file.due_at = 'infinity' then ${now} end`;

const ADD = statement(
  `with item as (
     insert into print_item (order_item_id, print_digest) select id::uuid, digest
     from jsonb_to_recordset($1::jsonb) as sold (id text, digest text)
     on conflict (order_item_id) do nothing
   )
   insert into print_file (digest, artwork_id, job, due_at, used_at)
   select distinct on (digest) digest, artwork_id, job, $2::timestamptz, $2::timestamptz
   from jsonb_to_recordset($1::jsonb) as sold (digest text, artwork_id uuid, job jsonb)
   on conflict (digest) do update set used_at = excluded.used_at, due_at = least(print_file.due_at, ${DUE_WHEN_REQUESTED('excluded.due_at')})
   where print_file.due_at = 'infinity' or print_file.used_at < excluded.used_at - interval '1 day'`,
  {},
);

export type SoldPrint = { orderItemId: string; digest: string; job: PrintJob };

/** What sold items are printed from: each print is made once, and what an item was first said to be printed from stays. */
export const addPrints = (tx: EntityManager, sold: readonly SoldPrint[], now: Date): void =>
  ADD.onCommit(tx, [
    JSON.stringify(
      sold.map(({ orderItemId, digest, job }) => ({ id: orderItemId, digest, artwork_id: job.artworkId, job })),
    ),
    now,
  ]);

const OF_ITEM = statement(
  `select file.digest, file.key, file.size_bytes as "sizeBytes", file.content_hash as "contentHash"
   from print_item item join print_file file on file.digest = item.print_digest where item.order_item_id = $1`,
  { digest: text, key: nullable(text), sizeBytes: nullable(integer), contentHash: nullable(text) },
);

export const printOfItem = (em: EntityManager, orderItemId: string) => OF_ITEM.first(em, [orderItemId]);

const USE = statement(
  `update print_file set used_at = $2, due_at = least(due_at, ${DUE_WHEN_REQUESTED('$2::timestamptz')})
   where digest = $1 and (due_at = 'infinity' or used_at < $2::timestamptz - interval '1 day')`,
  {},
);

/** Somebody wants a print: it stays, or is made again. Said once a day, so that reading it often writes little. */
export const usePrint = (em: EntityManager, digest: string, now: Date): Promise<unknown> => USE.all(em, [digest, now]);

const FORGET = statement(
  `with old as (
     select digest, key from print_file where key is not null and used_at < $1
     order by used_at limit $3 for update skip locked
   ), forgotten as (
     update print_file p set key = null, size_bytes = null, content_hash = null, due_at = 'infinity', tries = 0,
       times_forgotten = times_forgotten + 1
     from old where p.digest = old.digest
   )
   insert into discarded_object (key, due_at) select key, $2 from old on conflict (key) do nothing returning key`,
  { key: text },
);

/** Lets prints go that nobody has used for long; how many. Whoever was told of one before may still read it until `dueAt`. */
export const forgetPrints = async (em: EntityManager, usedBefore: Date, dueAt: Date, limit: number): Promise<number> =>
  (await FORGET.all(em, [usedBefore, dueAt, limit])).length;

const CLAIM = statement(
  `update print_file set due_at = $2, tries = tries + 1 where digest in (
     select digest from print_file where due_at <= $1 order by due_at limit 1 for update skip locked
   ) returning digest, job, tries, times_forgotten as "timesForgotten"`,
  { digest: text, job: json<PrintJob>(), tries: integer, timesForgotten: integer },
);

export type ClaimedPrint = { digest: string; job: PrintJob; tries: number; timesForgotten: number };

/** The print that is due first; nobody else takes it before `until`. */
export const claimPrint = (em: EntityManager, now: Date, until: Date): Promise<ClaimedPrint | undefined> =>
  CLAIM.first(em, [now, until]);

const MADE = statement(
  `update print_file set due_at = null, key = $2, size_bytes = $3, content_hash = $4 where digest = $1 and key is null`,
  {},
);

export type MadePrint = { key: string; sizeBytes: number; contentHash: string };

export const printMade = (em: EntityManager, digest: string, { key, sizeBytes, contentHash }: MadePrint) =>
  MADE.all(em, [digest, key, sizeBytes, contentHash]);

const PUT_OFF = statement('update print_file set due_at = $2 where digest = $1 and key is null', {});

/** It could not be made; somebody tries again then. */
export const putOffPrint = (em: EntityManager, digest: string, until: Date) => PUT_OFF.all(em, [digest, until]);
