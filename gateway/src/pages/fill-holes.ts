import type { Document, Opinion } from '@estampa/contracts/storefront/v1/storefront';

const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
const NULL_BYTES = 4;

/** The text of a page with what a viewer thinks in place of what it leaves to them. */
export function fillHoles(
  text: Buffer,
  holes: Document['holes'],
  { likedProductIds, followedStoreIds }: Opinion,
): Buffer {
  const yes = new Set([...likedProductIds, ...followedStoreIds]);
  const parts: Buffer[] = [];
  let from = 0;
  for (const { at, productId, storeId } of holes) {
    parts.push(text.subarray(from, at), yes.has(productId ?? storeId!) ? TRUE : FALSE);
    from = at + NULL_BYTES;
  }
  return Buffer.concat([...parts, text.subarray(from)]);
}
