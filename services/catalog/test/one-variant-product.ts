import { randomUUID } from 'node:crypto';
import { aDraft, anArtwork, aRender, aSeller, type ShopFloor, type TypeOnSale } from './shop-floor.ts';

/** A draft with the first of the type's two variants. */
export async function productWithOneVariant(floor: ShopFloor, of: TypeOnSale) {
  const seller = aSeller();
  const artwork = anArtwork(floor, seller.sellerProfileId);
  const { products } = floor.as(seller);
  const draft = aDraft(of, artwork);
  const { sellerProduct } = await products.createSellerProduct({ ...draft, variants: [draft.variants[0]!] });
  const sellerProductId = sellerProduct!.id;
  const [first] = sellerProduct!.variants;
  return { seller, artwork, products, sellerProductId, ids: { sellerProductId, id: first!.id }, first: first! };
}

export type OneVariantProduct = Awaited<ReturnType<typeof productWithOneVariant>>;

export async function putOnSale(floor: ShopFloor, type: TypeOnSale, product: OneVariantProduct): Promise<void> {
  const { artwork, products, sellerProductId: id } = product;
  aRender(floor, artwork.id, type.template.id);
  await products.updateSellerProduct({
    id,
    updateMask: ['slug', 'status'],
    slug: `s-${randomUUID()}`,
    status: 'active',
  });
}

/** Of the type's second variant. */
export const another = ({ variants }: TypeOnSale) => ({
  productVariantId: variants[1]!.id,
  priceCents: 8990,
  allowedOptions: { color: { values: ['black', 'black'] } },
  sku: 'MINE',
});
