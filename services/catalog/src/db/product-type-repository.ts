import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { newestFirst, type PageRequest } from '@estampa/kernel/page';
import { toRecord } from '@estampa/kit/postgres/rows';
import { pipeline, type Query, type Statement, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { isWritten } from './is-written.ts';
import { productType, type ProductTypeRow } from './tables/product-type.ts';

/** What has a product type: one itself, or a part of one. */
type Part = keyof typeof TYPE_OF;
type Rows<A extends readonly Query<unknown>[]> = { [I in keyof A]: A[I] extends Query<infer R> ? R[] : never };

export const productTypes = {
  /** To be shown. */
  async find(em: EntityManager, id: string): Promise<ProductTypeRow> {
    const row = isUuid(id) ? await BY_ID.first(em, [id]) : undefined;
    if (!row) throw notFound('product type', id);
    return row;
  },

  /** Newest first, with the number of all. */
  findPage: (em: EntityManager, includeInactive: boolean, page: PageRequest): Promise<[ProductTypeRow[], number]> =>
    em.findAndCount(productType.Row, includeInactive ? {} : { isActive: true }, newestFirst(page)),

  /**
   * The type that a record belongs to and, with it, the right to change its parts until the transaction ends; beside it what
   * is requested of them, as the last holder left it.
   */
  async lock<A extends readonly Query<unknown>[]>(
    tx: EntityManager,
    part: Part,
    id: string,
    ...requested: A
  ): Promise<{ type: ProductTypeRow; rows: Rows<A> }> {
    if (!isUuid(id)) throw notFound(part, id);
    const [[type], ...rows] = await pipeline(tx, LOCKS[part].with(id), ...requested);
    if (!type) throw notFound(part, id);
    return { type, rows: rows as unknown as Rows<A> };
  },

  /** At once; false when its slug is taken. */
  insert: async (tx: EntityManager, row: ProductTypeRow): Promise<boolean> =>
    (await INSERT.first(tx, [toRecord(row)])) !== undefined,

  /**
   * All but the counts of its changes and variants, with the commit; at once where the slug is new, and false when that is
   * taken.
   */
  async saveIfFree(tx: EntityManager, before: Pick<ProductTypeRow, 'slug'>, row: ProductTypeRow): Promise<boolean> {
    if (row.slug !== before.slug) return isWritten(SAVE_IF_FREE.first(tx, [toRecord(row)]), 'product_type_slug');
    SAVE.onCommit(tx, [toRecord(row)]);
    return true;
  },

  /** One more change of a type that is locked, with as many variants added. */
  bump: (id: string, addedVariants = 0): Query<object> => BUMP.with(id, addedVariants),

  /** The same, written with the commit. */
  saveBump: (tx: EntityManager, id: string, addedVariants = 0): void => BUMP.onCommit(tx, [id, addedVariants]),
};

/** Of which type a record is a part; what is not a part of any has none. */
const TYPE_OF = {
  'product type': '$1',
  asset: '(select product_type_id from asset where id = $1)',
  option: '(select product_type_id from product_option where id = $1)',
  'option value':
    '(select o.product_type_id from option_value v join product_option o on o.id = v.option_id where v.id = $1)',
  'product variant': '(select product_type_id from product_variant where id = $1)',
};

// A transaction that only refers to the type, such as a new seller product, need not wait for it.
const LOCKS = Object.fromEntries(
  Object.entries(TYPE_OF).map(([part, typeId]) => [
    part,
    productType.select('t', `where t.id = ${typeId} for no key update`),
  ]),
) as Record<Part, Statement<typeof productType.columns>>;

const {
  id,
  version: _version,
  variantCount: _variantCount,
  createdAt: _createdAt,
  ...CHANGEABLE
} = productType.columns;

const BY_ID = productType.select('t', 'where t.id = $1');
const INSERT = statement(`${productType.insertRecord('$1')} on conflict do nothing returning id`, { id });
const UPDATE = productType.updateRecord('$1', CHANGEABLE);
const SAVE = statement(UPDATE, {});
const SAVE_IF_FREE = statement(
  `${UPDATE} and not exists (select from product_type other where other.slug = given.slug) returning stored.id`,
  { id },
);
const BUMP = statement(
  'update product_type set version = version + 1, variant_count = variant_count + $2 where id = $1',
  {},
);
