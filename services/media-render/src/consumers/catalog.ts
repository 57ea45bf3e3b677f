import { SellerProductChanged, TemplateChanged } from '@estampa/contracts/catalog/v1/events';
import { type Consumer, subscribe, subscribeBulk } from '@estampa/kit/consumers';
import type { Context } from '../context.ts';
import { keepSellerProduct, keepSellerProductsAtOnce } from '../usecases/keep-seller-product.ts';
import { keepTemplate } from '../usecases/keep-template.ts';

export const catalog: Consumer<Context> = {
  topic: 'catalog.v1',
  on: {
    template: subscribe(TemplateChanged, keepTemplate),
    seller_product: subscribeBulk(keepSellerProductsAtOnce, subscribe(SellerProductChanged, keepSellerProduct)),
  },
};
