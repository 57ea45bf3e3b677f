import {
  ProductTypeChanged,
  ProductVariantsChanged,
  SellerProductChanged,
  TemplateChanged,
} from '@estampa/contracts/catalog/v1/events';
import { type Consumer, subscribe, subscribeBatch } from '@estampa/kit/consumers';
import { alone, shared } from '@estampa/kit/fact-locks';
import type { Context } from '../context.ts';
import { artworkFact, productFact, productTypeFact, templateFact } from '../domain/fact-names.ts';
import { deriveAtEnd } from '../usecases/derive-at-end.ts';
import { keepProductType } from '../usecases/keep-product-type.ts';
import { keepProductVariants } from '../usecases/keep-product-variants.ts';
import { keepProductsAhead, leaveSellerProducts } from '../usecases/keep-seller-products.ts';
import { keepTemplate } from '../usecases/keep-template.ts';

export const catalog: Consumer<Context> = {
  topic: 'catalog.v1',
  isRetold: true,
  on: {
    product_type: subscribe(ProductTypeChanged, keepProductType, ({ productType }) => [
      alone(productTypeFact(productType!.id)),
    ]),
    product_variants: subscribeBatch(ProductVariantsChanged, keepProductVariants, ({ productTypeId }) => [
      alone(productTypeFact(productTypeId)),
    ]),
    template: subscribe(TemplateChanged, keepTemplate, ({ template }) => [
      alone(productTypeFact(template!.productTypeId)),
      alone(templateFact(template!.id)),
    ]),
    seller_product: subscribeBatch(
      SellerProductChanged,
      leaveSellerProducts,
      ({ sellerProduct }) => [
        shared(productTypeFact(sellerProduct!.productTypeId)),
        shared(artworkFact(sellerProduct!.artworkId)),
        shared(productFact(sellerProduct!.id)),
      ],
      keepProductsAhead,
    ),
  },
  conclude: deriveAtEnd,
};
