import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import type { Page } from '@estampa/kernel/page';
import { toRecord } from '@estampa/kit/postgres/rows';
import { boolean, integer } from '@estampa/kit/postgres/columns';
import { pipeline, type Query, type Statement, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { isWritten } from './is-written.ts';
import { asShown, partsOf, partsOfOne, type ShownSellerProduct } from './seller-product-parts.ts';
import { sellerProduct, type SellerProductRow } from './tables/seller-product.ts';

/** Products of sellers; what changes the variants of one has its lock first. */
export const sellerProducts = {
  /** The product with its parts, to be shown. */
  find: async (em: EntityManager, id: string): Promise<ShownSellerProduct> => (await load(em, BY_ID, id)).shown,

  /** A window on the products of a seller, newest first, or the latest change last, and how many there are. */
  async findPage(
    em: EntityManager,
    filter: ProductFilter,
    { skip, limit }: Page,
  ): Promise<[SellerProductRow[], number]> {
    const names = NAMES.filter((name) => filter[name] !== undefined);
    const values = names.map((name) => filter[name]);
    const { rows, count } = PAGES.get(names.join())!;
    const [products, [counted]] = await pipeline(em, rows.with(...values, skip, limit), count.with(...values));
    return [products, counted!.total];
  },

  /** Products of a page with their parts; null when those exceed the limit for a list. */
  findShown: asShown,

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
  const shown: ShownSellerProduct = { product: found, ...partsOf(parts) };
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

/** What is searched for, by the condition that finds it; `?` is its place. */
const CONDITIONS = {
  sellerProfileId: 'seller_profile_id = ?',
  status: 'status = ?',
  updatedSince: 'updated_at >= ?',
} as const;
type Name = keyof typeof CONDITIONS;
const NAMES = Object.keys(CONDITIONS) as Name[];
type ProductFilter = Pick<SellerProductRow, 'sellerProfileId'> & {
  status?: SellerProductRow['status'] | undefined;
  updatedSince?: Date | undefined;
};

function pageBy(names: readonly Name[]) {
  const where = names.map((name, index) => CONDITIONS[name].replace('?', `$${index + 1}`)).join(' and ');
  const order = names.includes('updatedSince') ? 'updated_at, id' : 'created_at desc, id desc';
  const window = `offset $${names.length + 1} limit $${names.length + 2}`;
  return {
    rows: sellerProduct.select('p', `where ${where} order by ${order} ${window}`),
    count: statement(`select count(*) as total from seller_product where ${where}`, { total: integer }),
  };
}

/** One statement for each set of conditions, so that each is planned with the index that fits it. */
const PAGES = new Map(
  (['status', 'updatedSince'] as const)
    .reduce<Name[][]>((sets, name) => [...sets, ...sets.map((set) => [...set, name])], [['sellerProfileId']])
    .map((names) => [names.join(), pageBy(names)]),
);
