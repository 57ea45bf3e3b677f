import { type OneVariantProduct, productWithOneVariant } from './one-variant-product.ts';
import { admin, anArtwork, setUpType, type ShopFloor } from './shop-floor.ts';

export const front = { key: 'front', name: 'Frente', extraCostCents: 0, required: true };
export const back = { key: 'back', name: 'Costas', extraCostCents: 1_200, required: false };
export const sleeve = { key: 'sleeve', name: 'Manga', extraCostCents: 4_000, required: false };

/** A product of a type with a back and a sleeve, printed on its front alone, and another artwork of its seller. */
export async function printedOnFront(floor: ShopFloor) {
  const type = await setUpType(floor);
  const { types, templates } = floor.as(admin);
  const offer = (list: (typeof front)[]) =>
    types.updateProductType({ id: type.productTypeId, updateMask: ['surfaces'], surfaces: { list } });
  await offer([front, back, sleeve]);
  const shows = async (surface: string) => {
    const named = { productTypeId: type.productTypeId, displayName: surface, assets: {}, isActive: true, surface };
    return (await templates.createTemplate(named)).template!.id;
  };
  const [onBack, onSleeve] = [await shows('back'), await shows('sleeve')];
  const product = await productWithOneVariant(floor, type);
  const other = anArtwork(floor, product.seller.sellerProfileId);
  return { type, product, other, offer, onBack, onSleeve };
}

/** All that is printed besides the front, each with its artwork. */
export const printing = (
  { sellerProductId: id, artwork, products }: OneVariantProduct,
  others: Record<string, string>,
) =>
  products.updateSellerProduct({
    id,
    updateMask: ['surfaces'],
    surfaces: {
      list: Object.entries({ ...others, front: artwork.id }).map(([surface, artworkId]) => ({ surface, artworkId })),
    },
  });

export const usedOf = ({ surfaces }: { surfaces: readonly { surface: string; artworkId: string }[] }) =>
  surfaces.map(({ surface, artworkId }) => [surface, artworkId]);
