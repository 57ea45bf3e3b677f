import type { Shop } from './shop.ts';

const TEXT_LAYER = {
  fonts: ['pacifico' as const, 'anton' as const],
  colors: ['#FFFFFF', '#1F2A44'],
  box: { x: 0.1, y: 0.4, width: 0.8, height: 0.3 },
  maxCharacters: 12,
  curve: 20,
};

/** Own words on the shop's product, which takes none before and after. */
export async function showOwnWords({ api, seller, storeSlug, product, line }: Shop): Promise<void> {
  const front = { surface: 'front', artworkId: product.artworkId };
  const taking = (textLayer: typeof TEXT_LAYER | null) =>
    seller.client.updateSellerProduct({ id: product.id, body: { surfaces: [{ ...front, textLayer }] } });
  await taking(TEXT_LAYER);
  const { variantId, selectedOptions } = line;
  await api.client.previewText({
    store_slug: storeSlug,
    product_slug: product.slug!,
    body: { variantId, selectedOptions, text: { surface: 'front', text: 'João', font: 'anton', color: '#1F2A44' } },
  });
  await taking(null);
}
