import { DomainError } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { productTypes } from '../../db/product-type-repository.ts';
import type { ProductTypeRow } from '../../db/tables/product-type.ts';
import { checkPrintRules, type PrintRules } from '../../domain/print-rules.ts';
import { checkProductSurfaces, FRONT_ALONE, type ProductSurface } from '../../domain/product-surfaces.ts';
import { mustBeValid } from '../../domain/rejections.ts';
import { publishProductType } from '../../messages/product-type.ts';
import { auditProductType } from './product-type-changed.ts';

export type NewProductType = {
  slug: string;
  name: string;
  description?: string | undefined;
  platformFeeBasisPoints: number;
  artistRoyaltyBasisPoints: number;
  /** Left out: front alone. */
  surfaces?: readonly ProductSurface[] | undefined;
  printRules?: PrintRules | null;
};

/** A new type is active at once. */
export function createProductType({ caller, now }: Context, input: NewProductType): TransactionBody<ProductTypeRow> {
  mustReachAll(caller);
  const { surfaces = FRONT_ALONE, printRules = null } = input;
  mustBeValid([...checkProductSurfaces(surfaces), ...(printRules ? checkPrintRules(printRules) : [])]);
  return async (tx) => {
    const row: ProductTypeRow = {
      id: newId(),
      slug: input.slug,
      name: input.name,
      description: input.description ?? null,
      platformFeeBasisPoints: input.platformFeeBasisPoints,
      artistRoyaltyBasisPoints: input.artistRoyaltyBasisPoints,
      surfaces,
      printRules,
      pressProfile: null,
      isActive: true,
      version: 1,
      variantCount: 0,
      createdAt: now(),
    };
    if (!(await productTypes.insert(tx, row))) throw typeSlugTaken(input.slug);
    publishProductType(tx, 'product_type_created', row, { assets: [], options: [] });
    auditProductType(tx, { event: 'product_type_created' }, row.id);
    return row;
  };
}

export const typeSlugTaken = (slug: string) =>
  new DomainError('invalid', 'already_exists', `There is already a product type with the slug ${slug}`, {
    fields: [{ path: 'slug', code: 'already_exists', message: 'is taken' }],
  });
