import type {
  Document,
  GetStoreProductRequest,
  StorefrontServiceClient,
} from '@estampa/contracts/storefront/v1/storefront';
import { notFound } from '@estampa/kernel/errors';
import type { RpcClient } from '@estampa/kit/rpc/client';
import { SharedCalls } from '@estampa/kit/rpc/shared-calls';

/** As many as storefront reads at once. */
const PRODUCTS_PER_CALL = 16;

/** Positions only grow, so that of the last question is what all may be read at. */
type Question = { request: GetStoreProductRequest; readPosition: string | undefined };
type Storefront = RpcClient<(typeof StorefrontServiceClient)['service']>;
/** Null where there is no such product on sale, undefined where the response had no room for it. */
type Found = Document | null | undefined;

/** Pages of products that are requested at the same time, in one call. */
export function sharingProductPages(storefront: Storefront): Storefront {
  const calls = new SharedCalls<Question, Found>(
    async (questions) => {
      const products = questions.map(({ request }) => request);
      const { readPosition } = questions.at(-1)!;
      const response = await storefront.getStoreProducts({ products }, { readPosition });
      return products.map((_one, index) => {
        const found = response.products[index];
        return found && (found.document ?? null);
      });
    },
    { questionsPerCall: PRODUCTS_PER_CALL },
  );
  return {
    ...storefront,
    async getStoreProduct(request, options = {}) {
      const { readPosition } = options;
      // Why the call failed is that of one request, or of a storefront that does not know it yet.
      const document = await calls.join({ request, readPosition }).catch(() => undefined);
      if (document === undefined) return storefront.getStoreProduct(request, options);
      if (document === null) throw notFound('product', request.product);
      return { document };
    },
  };
}
