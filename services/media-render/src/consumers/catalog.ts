import { SellerProductChanged, TemplateChanged } from '@estampa/contracts/catalog/v1/events';
import { type Consumer, subscribe } from '@estampa/kit/events/consumers';
import type { Context } from '../context.ts';
import { projectSellerProduct, projectSellerProductsAtOnce } from '../usecases/renders/project-seller-product.ts';
import { projectTemplate } from '../usecases/renders/project-template.ts';

export const catalog: Consumer<Context> = {
  topic: 'catalog.v1',
  on: {
    template: subscribe(TemplateChanged, { apply: projectTemplate }),
    seller_product: subscribe(SellerProductChanged, {
      apply: projectSellerProduct,
      upsertAtOnce: projectSellerProductsAtOnce,
    }),
  },
};
