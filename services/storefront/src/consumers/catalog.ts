import {
  ProductTypeChanged,
  ProductVariantsChanged,
  SellerProductChanged,
  TemplateChanged,
} from '@estampa/contracts/catalog/v1/events';
import { type Consumer, subscribe } from '@estampa/kit/events/consumers';
import { alone, shared } from '@estampa/kit/events/fact-locks';
import type { Context } from '../context.ts';
import { artworkFact, productFact, productTypeFact, storeFact, templateFact } from '../domain/fact-names.ts';
import { deriveAtEnd } from '../usecases/projections/derive-at-end.ts';
import type { LeftToDerive } from '../usecases/projections/left-to-derive.ts';
import { projectProductType } from '../usecases/projections/project-product-type.ts';
import { projectProductVariants } from '../usecases/projections/project-product-variants.ts';
import { projectProductsAhead, leaveSellerProducts } from '../usecases/projections/project-seller-products.ts';
import { projectTemplate } from '../usecases/projections/project-template.ts';

export const catalog: Consumer<Context, LeftToDerive> = {
  topic: 'catalog.v1',
  isRepublished: true,
  on: {
    product_type: subscribe(ProductTypeChanged, {
      apply: projectProductType,
      locks: ({ productType }) => [alone(productTypeFact(productType!.id))],
    }),
    product_variants: subscribe(ProductVariantsChanged, {
      applyBatch: projectProductVariants,
      locks: ({ productTypeId }) => [alone(productTypeFact(productTypeId))],
    }),
    template: subscribe(TemplateChanged, {
      apply: projectTemplate,
      locks: ({ template }) => [alone(productTypeFact(template!.productTypeId)), alone(templateFact(template!.id))],
    }),
    seller_product: subscribe(SellerProductChanged, {
      applyBatch: leaveSellerProducts,
      ahead: projectProductsAhead,
      locks: ({ sellerProduct }) => [
        shared(productTypeFact(sellerProduct!.productTypeId)),
        shared(artworkFact(sellerProduct!.artworkId)),
        shared(productFact(sellerProduct!.id)),
        shared(storeFact(sellerProduct!.sellerProfileId)),
      ],
    }),
  },
  conclude: deriveAtEnd,
};
