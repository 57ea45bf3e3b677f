import { ProductTypeChanged, SellerProductChanged, TemplateChanged } from '@estampa/contracts/catalog/v1/events';
import { SellerProfileChanged } from '@estampa/contracts/identity/v1/events';
import { OrderChanged } from '@estampa/contracts/orders/v1/events';
import { type Consumer, subscribe } from '@estampa/kit/events/consumers';
import type { Context } from '../context.ts';
import { projectProductType } from '../usecases/press-profiles/project-product-type.ts';
import { projectSoldItems } from '../usecases/prints/project-sold-items.ts';
import { projectProfileImages } from '../usecases/profile-images/project-profile-images.ts';
import { projectSellerProduct, projectSellerProductsAtOnce } from '../usecases/renders/project-seller-product.ts';
import { projectTemplate } from '../usecases/renders/project-template.ts';

const catalog: Consumer<Context> = {
  topic: 'catalog.v1',
  on: {
    product_type: subscribe(ProductTypeChanged, { apply: projectProductType }),
    template: subscribe(TemplateChanged, { apply: projectTemplate }),
    seller_product: subscribe(SellerProductChanged, {
      apply: projectSellerProduct,
      upsertAtOnce: projectSellerProductsAtOnce,
    }),
  },
};

const identity: Consumer<Context> = {
  topic: 'identity.v1',
  on: { seller_profile: subscribe(SellerProfileChanged, { apply: projectProfileImages }) },
};

const orders: Consumer<Context> = {
  topic: 'orders.v1',
  on: { order: subscribe(OrderChanged, { apply: projectSoldItems }) },
};

export const consumers = [catalog, identity, orders];
