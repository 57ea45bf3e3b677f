import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import type { ListPage } from '@estampa/kernel/page';
import { pagedList } from '@estampa/kit/postgres/paged-list';
import { selected, toRecord } from '@estampa/kit/postgres/rows';
import { boolean } from '@estampa/kit/postgres/columns';
import { pipeline, type Query, type Statement, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { isWritten } from './is-written.ts';
import { asShown, LISTED_PARTS, partsOf, partsOfOne, type ShownSellerProduct } from './seller-product-parts.ts';
import { sellerProduct, type SellerProductRow } from './tables/seller-product.ts';

type ProductFilter = Pick<SellerProductRow, 'sellerProfileId'> & {
  status?: SellerProductRow['status'] | undefined;
  updatedSince?: Date | undefined;
};

/** Products of sellers; what changes the variants of one has its lock first. */
export const sellerProducts = {
  /** The product with its parts, to be shown. */
  find: async (em: EntityManager, id: string): Promise<ShownSellerProduct> => (await load(em, BY_ID, id)).shown,

  /** Those of a seller in pages, newest first, or the latest change last; null when their parts exceed the limit for a list. */
  async findPage(em: EntityManager, filter: ProductFilter, page: ListPage) {
    const { rows, ...rest } = await LIST.find(em, filter, page);
    return { products: asShown(rows), ...rest };
  },

  /** Whether the seller never had anything on sale, and whether another product of theirs has the slug. */
  findFirstSale: async (
    em: EntityManager,
    { id, sellerProfileId, slug }: Pick<SellerProductRow, 'id' | 'sellerProfileId' | 'slug'>,
  ): Promise<{ isFirst: boolean; isSlugTaken: boolean }> => (await FIRST_SALE.first(em, [id, sellerProfileId, slug]))!,

  /** With its parts. The lock comes first, so the parts are those that its last holder left. */
  lock: async (tx: EntityManager, id: string): Promise<ShownSellerProduct> => (await load(tx, LOCK, id)).shown,

  /** The same, with one more query in the same round trip. */
  lockWith: <Row>(tx: EntityManager, id: string, requested: Query<Row>) => load(tx, LOCK, id, requested),

  /** Without its parts, for deletion. */
  async lockAlone(tx: EntityManager, id: string): Promise<SellerProductRow> {
    const found = isUuid(id) ? await LOCK.first(tx, [id]) : undefined;
    if (!found) throw notFound('seller product', id);
    return found;
  },

  /** At once; false when its slug is taken. */
  insert: async (tx: EntityManager, row: SellerProductRow): Promise<boolean> =>
    (await INSERT.first(tx, [toRecord(row)])) !== undefined,

  /** Written with the commit. */
  save: (tx: EntityManager, row: SellerProductRow): void => SAVE.onCommit(tx, [toRecord(row)]),

  /** The same; at once where the slug is new, and false when that is taken. */
  async saveIfFree(tx: EntityManager, before: Pick<SellerProductRow, 'slug'>, row: SellerProductRow): Promise<boolean> {
    if (row.slug !== before.slug) return isWritten(SAVE_IF_FREE.first(tx, [toRecord(row)]), 'seller_product_slug');
    sellerProducts.save(tx, row);
    return true;
  },

  /** With its variants, at the commit. */
  delete: (tx: EntityManager, id: string): void => DELETE.onCommit(tx, [id]),
};

async function load<Row = never>(
  em: EntityManager,
  product: Statement<typeof sellerProduct.columns>,
  id: string,
  ...requested: Query<Row>[]
) {
  if (!isUuid(id)) throw notFound('seller product', id);
  const [[found], [parts], rows = []] = await pipeline(em, product.with(id), partsOfOne(id), ...requested);
  if (!found || !parts) throw notFound('seller product', id);
  const shown: ShownSellerProduct = { product: found, ...partsOf(found, parts) };
  return { shown, rows };
}

const {
  id,
  sellerProfileId: _sellerProfileId,
  productTypeId: _productTypeId,
  artworkId: _artworkId,
  createdAt: _createdAt,
  ...CHANGEABLE
} = sellerProduct.columns;

const BY_ID = sellerProduct.select('p', 'where p.id = $1');
const LOCK = sellerProduct.select('p', 'where p.id = $1 for update');

const INSERT = statement(`${sellerProduct.insertRecord('$1')} on conflict do nothing returning id`, { id });
const UPDATE = sellerProduct.updateRecord('$1', CHANGEABLE);
const SAVE = statement(UPDATE, {});
const SAVE_IF_FREE = statement(
  `${UPDATE} and not exists (
     select from seller_product other
     where other.seller_profile_id = stored.seller_profile_id and other.slug = given.slug)
   returning stored.id`,
  { id },
);
const DELETE = statement('delete from seller_product where id = $1', {});

const FIRST_SALE = statement(
  `select
     not exists (select from seller_product where seller_profile_id = $2 and published_at is not null) as "isFirst",
     exists (select from seller_product where seller_profile_id = $2 and slug = $3 and id <> $1) as "isSlugTaken"`,
  { isFirst: boolean, isSlugTaken: boolean },
);

const LIST = pagedList({
  table: 'seller_product',
  conditions: { sellerProfileId: 'seller_profile_id = ?', status: 'status = ?', updatedSince: 'updated_at >= ?' },
  changedSince: 'updatedSince',
  selected: `${selected(sellerProduct.columns, 'r')}, ${LISTED_PARTS.selected}`,
  joined: LISTED_PARTS.joined,
  columns: { ...sellerProduct.columns, ...LISTED_PARTS.columns },
});
