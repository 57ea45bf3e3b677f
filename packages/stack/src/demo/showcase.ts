import type { Api } from './api.ts';
import { type CartLine, checkOut, paidOrder, payOnHostedPage } from './purchase.ts';
import { DEMO_STORE_SLUG } from './seed.ts';

/**
 * Buys one of each kind that the front page shows of the demonstration's store, and says how many. The front page shows what was sold, so
 * it goes on showing all of them when something else is.
 */
export async function buyShowcase({ client }: Api, customer: Api): Promise<number> {
  const { bestsellers } = await client.getHome();
  const shown = bestsellers.products.filter(({ storeSlug }) => storeSlug === DEMO_STORE_SLUG);
  const kinds = new Map(shown.map((product) => [product.productTypeName, product.slug]));
  if (kinds.size === 0) return 0;
  const lines = Array.from(kinds.values(), async (product_slug): Promise<CartLine> => {
    const { id, skus, optionDefinitions } = await client.getStoreProduct({ store_slug: DEMO_STORE_SLUG, product_slug });
    const { id: variantId, allowedOptions } = skus[0]!;
    const chosen = optionDefinitions.map(({ key, values }) => [key, allowedOptions[key]?.[0] ?? values[0]!.value]);
    return { sellerProductId: id, variantId, quantity: 1, selectedOptions: Object.fromEntries(chosen) };
  });
  const placed = await checkOut(customer, await Promise.all(lines));
  await payOnHostedPage(placed.initPoint, 'pix');
  await paidOrder(customer, placed.id);
  return kinds.size;
}
