import type { StorefrontServiceService } from '@estampa/contracts/storefront/v1/storefront';
import type { Handlers } from '@estampa/kit/grpc-server';
import type { Context } from '../context.ts';
import { describeProducts } from '../usecases/describe-products.ts';
import { getStore } from '../usecases/get-store.ts';
import { getStoreProduct } from '../usecases/get-store-product.ts';
import { listStoreProducts } from '../usecases/list-store-products.ts';

const SORT_DEFAULT = 'newest';

export const storefront: Handlers<typeof StorefrontServiceService, Context> = {
  async getStore(context, request) {
    return { document: await getStore(context, request) };
  },

  async listStoreProducts(context, { sort, ...request }) {
    return { document: await listStoreProducts(context, { ...request, sort: sort || SORT_DEFAULT }) };
  },

  async getStoreProduct(context, request) {
    return { document: await getStoreProduct(context, request) };
  },

  async describeProducts(context, { sellerProductIds }) {
    return { products: await describeProducts(context, sellerProductIds) };
  },
};
