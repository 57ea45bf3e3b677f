import type { Ground } from '../../cases/case.ts';
import type { Kind } from '../../load/arrivals.ts';

/** Sellers of whom none sells anything in a soak, so that nobody waits for a lock of a buyer. */
const SELLERS = { first: 100, count: 20 };

/** A seller changes the text of a product, with a key as the client sends it; the bench's write has none. */
export function productUpdates({ world, logins }: Ground): Kind['visit'] {
  const stores = world.stores.slice(SELLERS.first, SELLERS.first + SELLERS.count);
  return async ({ number }) => {
    const { email, products } = stores[number % stores.length]!;
    const { id } = products[Math.floor(number / stores.length) % products.length]!;
    const { client } = await logins.api(email);
    await client.updateSellerProduct({ id, body: { description: `Escrito ${number}` } });
  };
}
