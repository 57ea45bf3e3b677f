import {
  ProductTypeChanged,
  ProductVariantsChanged,
  SellerProductChanged,
  TemplateChanged,
} from '@estampa/contracts/catalog/v1/events';
import type { SellerProduct } from '@estampa/contracts/catalog/v1/seller_product';
import { type Consumer, subscribe } from '@estampa/kit/events/consumers';
import { exclusive, shared } from '@estampa/kit/events/state-locks';
import type { Context } from '../context.ts';
import { artworkLock, productLock, productTypeLock, storeLock, templateLock } from '../domain/lock-names.ts';
import { deriveAtEnd } from '../usecases/projections/derive-at-end.ts';
import type { LeftToDerive } from '../usecases/projections/left-to-derive.ts';
import { projectProductType } from '../usecases/projections/project-product-type.ts';
import { projectProductVariants } from '../usecases/projections/project-product-variants.ts';
import { projectProductsAhead, leaveSellerProducts } from '../usecases/projections/project-seller-products.ts';
import { projectTemplate } from '../usecases/projections/project-template.ts';

/** What a product shows on all of its surfaces. */
const artworksOf = ({ artworkId, surfaces }: SellerProduct): string[] => [
  ...new Set([artworkId, ...surfaces.map((used) => used.artworkId)]),
];

export const catalog: Consumer<Context, LeftToDerive> = {
  topic: 'catalog.v1',
  isRepublished: true,
  on: {
    product_type: subscribe(ProductTypeChanged, {
      apply: projectProductType,
      locks: ({ productType }) => [exclusive(productTypeLock(productType!.id))],
    }),
    product_variants: subscribe(ProductVariantsChanged, {
      applyBatch: projectProductVariants,
      locks: ({ productTypeId }) => [exclusive(productTypeLock(productTypeId))],
    }),
    template: subscribe(TemplateChanged, {
      apply: projectTemplate,
      locks: ({ template }) => [
        exclusive(productTypeLock(template!.productTypeId)),
        exclusive(templateLock(template!.id)),
      ],
    }),
    seller_product: subscribe(SellerProductChanged, {
      applyBatch: leaveSellerProducts,
      ahead: projectProductsAhead,
      locks: ({ sellerProduct }) => [
        shared(productTypeLock(sellerProduct!.productTypeId)),
        ...artworksOf(sellerProduct!).map((artworkId) => shared(artworkLock(artworkId))),
        shared(productLock(sellerProduct!.id)),
        shared(storeLock(sellerProduct!.sellerProfileId)),
      ],
    }),
  },
  conclude: deriveAtEnd,
};
