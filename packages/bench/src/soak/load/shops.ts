import { centred, createProduct, publish, render, uploadArtwork } from '@estampa/stack/demo/studio';
import type { CartLine } from '@estampa/stack/demo/purchase';
import type { Ground } from '../../cases/case.ts';
import { smallArtwork } from '../../seed/images.ts';

/** Few, so that each has something to be paid out. */
const SHOPS = 20;
const PRICE_CENTS = 8_990;

/**
 * What buyers choose from: a product of each of some sellers, made as sellers make them. Those of the seed have rows but no
 * file of their own, of which nothing can be printed.
 */
export async function openShops({ world, logins }: Ground): Promise<CartLine[]> {
  const { seller, productTypeIds } = world.model;
  const { client } = await logins.api(seller.email);
  const [{ productTypes }, image] = await Promise.all([client.getSellerCatalog(), smallArtwork()]);
  const productType = productTypes.find(({ id }) => id === productTypeIds[1])!;
  const template = productType.templates[0]!;
  const lines: CartLine[] = [];
  const opened = Date.now().toString(36);
  for (const { email, slug: store } of world.stores.slice(0, SHOPS)) {
    const api = await logins.api(email);
    const artwork = await uploadArtwork(api, image, 'À venda');
    const fields = { title: `Vendida por ${store}`, slug: `a-venda-${opened}`, priceCents: PRICE_CENTS };
    const draft = await createProduct(api, { ...fields, productType, artworkId: artwork.id });
    await render(api, draft.id, template.id, centred(template, artwork));
    const { id, variants } = await publish(api, draft.id);
    lines.push(
      ...variants.map((variant) => ({
        sellerProductId: id,
        variantId: variant.id,
        quantity: 1,
        selectedOptions: { color: 'white' },
      })),
    );
  }
  return lines;
}
