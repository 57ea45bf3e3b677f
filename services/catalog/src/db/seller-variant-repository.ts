import { toRecord, toRecords } from '@estampa/kit/postgres/rows';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sellerVariant, type SellerVariantRow } from './tables/seller-variant.ts';

/** A variant among those of its product. */
export type SellerVariant = Omit<SellerVariantRow, 'sellerProductId' | 'createdAt'>;
type Owner = Pick<SellerVariantRow, 'sellerProductId' | 'createdAt'>;

/** Variants of sellers' products; what changes one has the lock of its product first. They are read with it. */
export const sellerVariants = {
  /** In one statement with the commit, since there can be thousands. */
  insert: (tx: EntityManager, owner: Owner, variants: readonly SellerVariant[]): void =>
    INSERT.onCommit(tx, [toRecords(variants.map((variant): SellerVariantRow => ({ ...variant, ...owner })))]),

  /** Written with the commit. */
  save: (tx: EntityManager, variant: SellerVariant): void => SAVE.onCommit(tx, [toRecord(variant)]),
};

const {
  id: _id,
  sellerProductId: _sellerProductId,
  productVariantId: _productVariantId,
  createdAt: _createdAt,
  ...CHANGEABLE
} = sellerVariant.columns;

const INSERT = statement(sellerVariant.insertRecords('$1'), {});
const SAVE = statement(sellerVariant.updateRecord('$1', CHANGEABLE), {});
