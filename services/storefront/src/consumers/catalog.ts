import {
  ProductTypeChanged,
  ProductVariantsChanged,
  SellerProductChanged,
  TemplateChanged,
} from '@estampa/contracts/catalog/v1/events';
import { type Consumer, hear, hearTogether } from '@estampa/kit/consumers';
import type { Context } from '../context.ts';
import { keepProductType } from '../usecases/keep-product-type.ts';
import { keepSellerProducts } from '../usecases/keep-seller-products.ts';
import { keepProductVariants } from '../usecases/keep-product-variants.ts';
import { keepTemplate } from '../usecases/keep-template.ts';

export const catalog: Consumer<Context> = {
  topic: 'catalog.v1',
  isRetold: true,
  on: {
    product_type: hear(ProductTypeChanged, keepProductType),
    product_variants: hearTogether(ProductVariantsChanged, keepProductVariants),
    template: hear(TemplateChanged, keepTemplate),
    seller_product: hearTogether(SellerProductChanged, keepSellerProducts),
  },
};
