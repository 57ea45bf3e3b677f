import type { SellerProduct } from '@estampa/contracts/catalog/v1/seller_product';
import type { Clients } from '../clients/clients.ts';
import type { ImageUrl } from '../views/image-url.ts';
import { printedBy, sellerProductView } from '../views/seller-product.ts';

/** The rest of the response is fetched while the views take up the write. */
export async function whileSettling<T>(settle: () => Promise<void>, response: Promise<T>): Promise<T> {
  const [value] = await Promise.all([response, settle()]);
  return value;
}

/** A product with what other services store of it. */
export async function sellerProductResponse(clients: Clients, product: SellerProduct, imageUrl: ImageUrl) {
  const [view] = await sellerProductResponses(clients, [product], imageUrl);
  return view!;
}

/** One alone, with what no mockup of it shows. */
export async function fullSellerProductResponse(clients: Clients, product: SellerProduct, imageUrl: ImageUrl) {
  const { id } = product;
  const [images, { choices }] = await Promise.all([
    clients.gallery.listProductPictures(requestFor([product])),
    clients.storefront.listUnshownChoices({ sellerProductId: id }),
  ]);
  return sellerProductView(product, { ...images, unshown: choices }, imageUrl);
}

/** The renders and photos of all the products are fetched at once. */
export async function sellerProductResponses(clients: Clients, products: readonly SellerProduct[], imageUrl: ImageUrl) {
  if (products.length === 0) return [];
  const images = await clients.gallery.listProductPictures(requestFor(products));
  return products.map((product) => sellerProductView(product, images, imageUrl));
}

const requestFor = (products: readonly SellerProduct[]) => {
  const printed = products.flatMap(printedBy);
  return {
    sellerProductIds: products.map(({ id }) => id),
    artworkIds: [...new Set(printed.map(({ artworkId }) => artworkId))],
    templateIds: [...new Set(printed.flatMap(({ templateIds }) => templateIds))],
  };
};
