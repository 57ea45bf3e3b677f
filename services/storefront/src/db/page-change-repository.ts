import { list, nullable, text } from '@estampa/kit/postgres/columns';
import { pipeline, statement } from '@estampa/kit/postgres/statement';
import type { PruneRule } from '@estampa/kit/service/prune';
import type { Retention } from '@estampa/kit/service/retention';
import type { EntityManager } from '@mikro-orm/postgresql';
import { EVERYTHING, type PageName } from '../domain/page-names.ts';
import { reactions, type Viewer, type ViewerState } from './reaction-repository.ts';

/** For an older mark everything counts as changed; no page is cached that long. */
export const MARK_MAX_AGE_S = 120;
const MINUTE_MS = 60_000;
/** Longer than any mark is valid, and than any transaction that changes pages takes. */
const RETENTION_MAX_MS = 15 * MINUTE_MS;
/** Longer than any mark is valid, and than a transaction takes where nothing is slow. */
const RETENTION_MIN_MS = 4 * MINUTE_MS;
/** More changed names than this are reported as "everything". */
export const NAMES_MAX = 2_000;

/** Changes are kept as events are that were sent, but no longer than anybody needs them, nor shorter than everybody does. */
export const oldChanges = ({ OUTBOX_RETENTION_MS }: Pick<Retention, 'OUTBOX_RETENTION_MS'>): PruneRule => {
  const retentionMs = Math.min(RETENTION_MAX_MS, Math.max(RETENTION_MIN_MS, OUTBOX_RETENTION_MS));
  return { table: 'page_change', where: `made_at < now() - interval '${retentionMs} milliseconds'` };
};

/** The end of a statement that marks pages as changed: `names` selects their names; rows that are null mark nothing. */
export const markNames = (names: string): string =>
  `insert into page_change (names)
   select array_agg(distinct name) from (${names}) as changed (name) where name is not null having count(*) > 0`;

/** A page name as an SQL expression over columns; null where one of them is. */
export const nameOf = (name: (...parts: [string, string]) => PageName, ...columns: string[]): string => {
  const [first = '', second = ''] = columns.map((column) => `' || ${column} || '`);
  return `'${name(first, second)}'`;
};

export type PageChanges = {
  /** The state of the database at this check. */
  mark: string;
  /** In its log, of which a replica that has come so far shows all that this check saw. */
  position: string;
  /** Names changed by transactions that the earlier mark did not see, in whatever order they committed; null means everything. */
  names: PageName[] | null;
};

/** The page names that transactions have changed. */
export const pageChanges = {
  /** Inserted with the commit of the change, without taking locks. */
  insert(tx: EntityManager, names: readonly PageName[]): void {
    if (names.length > 0) INSERT.onCommit(tx, [names]);
  },

  /** Finds what has changed since an earlier mark, and the viewer state of some viewers, in one round trip. */
  async find(
    em: EntityManager,
    mark: string,
    viewers: readonly Viewer[] = [],
  ): Promise<PageChanges & { viewerStates: ViewerState[] }> {
    const [, epoch = null, at = 0, snapshot = null] = MARK_FORM.exec(mark) ?? [];
    const check = CHECK.with(snapshot, epoch, at);
    const [[found], viewerStates = []] =
      viewers.length > 0 ? await pipeline(em, check, reactions.ofViewers(viewers)) : await pipeline(em, check);
    if (!found) {
      await BEGIN_EPOCH.all(em, []);
      return pageChanges.find(em, mark, viewers);
    }
    const { mark: present, position, names } = found;
    const isAnything = names === null || names.length > NAMES_MAX || names.includes(EVERYTHING);
    return { mark: present, position, names: isAnything ? null : [...new Set(names)], viewerStates };
  },
};

const INSERT = statement('insert into page_change (names) values ($1)', {});

/** Epoch, second, snapshot. */
const MARK_FORM = /^([\da-f-]{36}) (\d{1,10}) (\d{1,19}:\d{1,19}:[\d,]{0,20000})$/;

// Of the transactions that were running at the mark, only those that began before it are below its `xmax`, and none are below its
// `xmin`; so the index range has few rows that the mark saw already. The position is read after the snapshot was taken. What has been
// written up to it need not be on the disk: storefront's consumers do not wait for that.
const CHECK = statement(
  `select concat_ws(' ', epoch.id, floor(extract(epoch from now())), pg_current_snapshot()) as mark,
     pg_current_wal_insert_lsn()::text as position,
     case when epoch.id::text = $2 and $3 > extract(epoch from now()) - ${MARK_MAX_AGE_S} then array(
       select name from page_change c, unnest(c.names) as name
       where c.xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(c.xid, $1::pg_snapshot)
       limit ${NAMES_MAX + 1}
     ) end as names
   from page_change_epoch epoch`,
  { mark: text, position: text, names: nullable(list(text)) },
);

/** After a crash, a failover or a restore transaction ids may repeat, so marks from before are invalid. */
const BEGIN_EPOCH = statement(
  'insert into page_change_epoch (id) values (gen_random_uuid()) on conflict do nothing',
  {},
);
