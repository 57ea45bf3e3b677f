import { withDatabase } from '@estampa/stack/infrastructure/databases';
import { newId } from '@estampa/kernel/ids';
import { randomNumbers } from '@estampa/stack/random';
import { zipf } from '../load/zipf.ts';
import type { Copies } from './copies.ts';
import type { DatabaseUrls } from './seed-shop.ts';
import { SIZE, type Model } from './world.ts';

/** Likes of the customers, most of them for a few products, and the stored counts of likes. */
export async function seedLikes(urls: DatabaseUrls, model: Model, copies: Copies): Promise<void> {
  const products = copies.artworks.flatMap((artwork) => artwork.products);
  const random = randomNumbers(3);
  const popular = zipf(products.length, random);
  const likes = new Map<string, readonly [userId: string, productId: string]>();
  while (likes.size < SIZE.likes) {
    const user = copies.customers[Math.floor(random() * copies.customers.length)]!.replacements.get(
      model.customer.userId,
    )!;
    const product = products[popular()]!.id;
    likes.set(user + product, [user, product]);
  }
  const pairs = [...likes.values()];
  await withDatabase(urls.storefront, async (client) => {
    await client.query(
      `insert into product_like (id, user_id, seller_product_id, created_at)
       select id, user_id, product_id, now() from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as t(id, user_id, product_id)`,
      [pairs.map(newId), pairs.map(([user]) => user), pairs.map(([, product]) => product)],
    );
    await client.query(`
      update product_count p set likes_count = counted.likes
      from (select seller_product_id as id, count(*) as likes from product_like group by 1) as counted
      where counted.id = p.id`);
    await client.query(`
      update store s set likes_received_count = counted.likes
      from (select seller_profile_id as id, sum(likes_count) as likes from product_count group by 1) as counted
      where counted.id = s.id`);
  });
}
