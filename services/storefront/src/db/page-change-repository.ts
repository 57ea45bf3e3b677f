import { list, nullable, text } from '@estampa/kit/postgres/columns';
import { pipeline, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { EVERYTHING, type PageName } from '../domain/page-names.ts';
import { reactions, type Viewer, type ViewerState } from './reaction-repository.ts';

/** Whoever has not checked for this long is told that everything changed; no page is cached that long. */
export const MARK_MAX_AGE_S = 120;
/** Longer than any mark is good for, and than any transaction that changes pages takes. */
export const CHANGES_MAX = { table: 'page_change', where: "made_at < now() - interval '15 minutes'" };
/** As many names are told at once; more is everything. */
export const NAMES_MAX = 2_000;

/** The end of a statement that marks what it changed: `names` selects them, none where it gives none or null. */
export const markNames = (names: string): string =>
  `insert into page_change (names)
   select array_agg(distinct name) from (${names}) as changed (name) where name is not null having count(*) > 0`;

/** A name as PostgreSQL puts it together from columns; null where one of them is. */
export const nameOf = (name: (...parts: [string, string]) => PageName, ...columns: string[]): string => {
  const [first = '', second = ''] = columns.map((column) => `' || ${column} || '`);
  return `'${name(first, second)}'`;
};

export type PageChanges = {
  /** The state of the database that was looked at. */
  mark: string;
  /** What was changed by transactions that the earlier mark did not see, in whatever order they committed; null: anything. */
  names: PageName[] | null;
};

/** Which parts of public pages transactions have changed. */
export const pageChanges = {
  /** Written with the commit of the change. Nobody waits for anybody. */
  insert(tx: EntityManager, names: readonly PageName[]): void {
    if (names.length > 0) INSERT.onCommit(tx, [names]);
  },

  /** What has changed since an earlier mark, and what some viewers like and follow, in one round trip. */
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
    const { mark: present, names } = found;
    const isAnything = names === null || names.length > NAMES_MAX || names.includes(EVERYTHING);
    return { mark: present, names: isAnything ? null : [...new Set(names)], viewerStates };
  },
};

const INSERT = statement('insert into page_change (names) values ($1)', {});

/** Epoch, second, snapshot. */
const MARK_FORM = /^([\da-f-]{36}) (\d{1,10}) (\d{1,19}:\d{1,19}:[\d,]{0,20000})$/;

// Among transactions that were still running at the mark only those that had begun before it are found below its end,
// and none below its oldest; so the index gives few rows that the mark saw.
const CHECK = statement(
  `select concat_ws(' ', epoch.id, floor(extract(epoch from now())), pg_current_snapshot()) as mark,
     case when epoch.id::text = $2 and $3 > extract(epoch from now()) - ${MARK_MAX_AGE_S} then array(
       select name from page_change c, unnest(c.names) as name
       where c.xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(c.xid, $1::pg_snapshot)
       limit ${NAMES_MAX + 1}
     ) end as names
   from page_change_epoch epoch`,
  { mark: text, names: nullable(list(text)) },
);

/** After a crash, a fail-over or a restoration transaction numbers may come again: marks of before say nothing then. */
const BEGIN_EPOCH = statement(
  'insert into page_change_epoch (id) values (gen_random_uuid()) on conflict do nothing',
  {},
);
