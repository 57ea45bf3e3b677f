/** Counters in SQL, including the changes in `count_change` that are not added to them yet. */

const changed = (counter: 'likes' | 'followers', of: string): string =>
  `coalesce((select sum(c.${counter}) from count_change c ${of}), 0)`;

/** The likes of a product. */
export const likesOf = (product: string): string =>
  `coalesce((select n.likes_count from product_count n where n.id = ${product}.id), 0) + ${changed('likes', `where c.seller_product_id = ${product}.id`)}`;

/** Followers of a store `s`. */
export const FOLLOWERS = `s.followers_count + ${changed('followers', 'where c.seller_profile_id = s.id')}`;
export const LIKES_RECEIVED = `s.likes_received_count + ${changed(
  'likes',
  `join product_count liked on liked.id = c.seller_product_id and not liked.is_archived where c.seller_profile_id = s.id`,
)}`;
