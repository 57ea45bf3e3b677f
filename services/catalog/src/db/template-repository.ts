import { notFound } from '@estampa/kernel/errors';
import { newestFirst, type PageRequest } from '@estampa/kernel/page';
import { toRecord } from '@estampa/kit/postgres/rows';
import { integer, json, type RowOf } from '@estampa/kit/postgres/columns';
import { type Query, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { isTemplateId } from '../domain/template.ts';
import { template, type TemplateRow } from './tables/template.ts';

type Filter = { productTypeId?: string | undefined; includeInactive: boolean };

export const templates = {
  /** To be shown. */
  async find(em: EntityManager, id: string): Promise<TemplateRow> {
    const row = isTemplateId(id) ? await BY_ID.first(em, [id]) : undefined;
    return existing(row, id);
  },

  /** Newest first, with the number of all. */
  findPage: (
    em: EntityManager,
    { productTypeId, includeInactive }: Filter,
    page: PageRequest,
  ): Promise<[TemplateRow[], number]> =>
    em.findAndCount(
      template.Row,
      { ...(productTypeId !== undefined && { productTypeId }), ...(!includeInactive && { isActive: true }) },
      newestFirst(page),
    ),

  /** The active ones of a type, newest first. */
  findActive: (productTypeId: string): Query<TemplateRow> => ACTIVE.with(productTypeId),

  /** The active ones of a type, oldest first, each with the surfaces that it shows. */
  findActiveNames: (em: EntityManager, productTypeId: string): Promise<RowOf<typeof NAMES>[]> =>
    ACTIVE_NAMES.all(em, [productTypeId]),

  /** How many a type has, active or not. */
  count: (productTypeId: string): Query<{ total: number }> => COUNT.with(productTypeId),

  lock: async (tx: EntityManager, id: string): Promise<TemplateRow> => existing(await LOCK.first(tx, [id]), id),

  /** Those of a type whose product is coloured, active or not. */
  lockColoured: (productTypeId: string): Query<TemplateRow> => LOCK_COLOURED.with(productTypeId),

  /** Ids that begin with `beginning`. Locks the name until the transaction ends, so that concurrent requests do not choose the same id. */
  async lockSimilarIds(tx: EntityManager, wanted: string, beginning: string): Promise<Set<string>> {
    await LOCK_ID.all(tx, [wanted]);
    const similar = await SIMILAR.all(tx, [`${beginning}%`]);
    return new Set(similar.map(({ id }) => id));
  },

  /** At once; false when there is one with its id. */
  insert: async (tx: EntityManager, row: TemplateRow): Promise<boolean> =>
    (await INSERT.first(tx, [toRecord(row)])) !== undefined,

  /** Written with the commit, under the lock. */
  save: (tx: EntityManager, row: TemplateRow): void => SAVE.onCommit(tx, [toRecord(row)]),
};

function existing(row: TemplateRow | undefined, id: string): TemplateRow {
  if (!row) throw notFound('template', id);
  return row;
}

const { id, productTypeId: _productTypeId, createdAt: _createdAt, ...CHANGEABLE } = template.columns;

const BY_ID = template.select('m', 'where m.id = $1');
const LOCK = template.select('m', 'where m.id = $1 for update');
const LOCK_COLOURED = template.select(
  'm',
  'where m.product_type_id = $1 and m.colour_mask is not null order by m.id for update',
);
const ACTIVE = template.select(
  'm',
  'where m.product_type_id = $1 and m.is_active order by m.created_at desc, m.id desc',
);
const NAMES = { ...template.pick('id', 'surface'), further: json<string[]>() };
const ACTIVE_NAMES = statement(
  `select id, surface, jsonb_path_query_array(areas, '$[*].surface') as further
   from template where product_type_id = $1 and is_active order by created_at, id`,
  NAMES,
);
const COUNT = statement('select count(*) as total from template where product_type_id = $1', { total: integer });

const LOCK_ID = statement('select pg_advisory_xact_lock(hashtextextended($1, 0))', {});
const SIMILAR = statement('select id from template where id like $1', { id });

const INSERT = statement(`${template.insertRecord('$1')} on conflict do nothing returning id`, { id });
const SAVE = statement(template.updateRecord('$1', CHANGEABLE), {});
