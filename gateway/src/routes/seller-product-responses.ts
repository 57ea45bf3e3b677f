import type { SellerProduct } from '@estampa/contracts/catalog/v1/seller_product';
import { mockupOf } from '@estampa/kernel/mockup-name';
import type { Clients } from '../clients/clients.ts';
import type { ImageUrl } from '../views/image-url.ts';
import { RENDER_DEADLINE_MS } from './render-deadline.ts';
import {
  areasOf,
  mockupsOf,
  printedBy,
  type ProductImages,
  rendersOf,
  sellerProductView,
} from '../views/seller-product.ts';

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

/** One alone, with what no mockup of it shows and what of it prints badly. */
export async function fullSellerProductResponse(clients: Clients, product: SellerProduct, imageUrl: ImageUrl) {
  const { id } = product;
  const [images, { choices }] = await Promise.all([
    inspectedImages(clients, product),
    clients.storefront.listUnshownChoices({ sellerProductId: id }),
  ]);
  return sellerProductView(product, { ...images, unshown: choices }, imageUrl);
}

/** One that goes on sale, with what of it prints badly. */
export const publishedProductResponse = async (clients: Clients, product: SellerProduct, imageUrl: ImageUrl) =>
  sellerProductView(product, await inspectedImages(clients, product), imageUrl);

/** Looking at ink takes a moment, so it is done only where the product type has rules. */
async function inspectedImages(clients: Clients, product: SellerProduct): Promise<ProductImages> {
  const images = await clients.gallery.listProductPictures(requestFor([product]));
  const { printRules: rules } = product;
  if (!rules) return images;
  const rendered = rendersOf(product, images.renders).filter(({ status }) => status === 'rendered');
  const prints = rendered.flatMap(({ artworkId, templateId: name, others }) => {
    const { templateId } = mockupOf(name);
    const further = others.map((one) => ({ artworkId: one.artworkId, templateId, surface: one.surface }));
    return [{ artworkId, templateId }, ...further];
  });
  const { findings } = await clients.renders.listPrintFindings({ prints, rules }, { deadlineMs: RENDER_DEADLINE_MS });
  return { ...images, findings };
}

/** The renders and photos of all the products are fetched at once. */
export async function sellerProductResponses(clients: Clients, products: readonly SellerProduct[], imageUrl: ImageUrl) {
  if (products.length === 0) return [];
  const images = await clients.gallery.listProductPictures(requestFor(products));
  return products.map((product) => sellerProductView(product, images, imageUrl));
}

/** Of mockups and areas, in one list, as both are looked up by artwork. */
const namesOf = (product: SellerProduct): string[] => [
  ...mockupsOf(product).flatMap(({ templateId, name }) => [templateId, name]),
  ...product.surfaces.flatMap(areasOf),
];

const requestFor = (products: readonly SellerProduct[]) => {
  const printed = products.flatMap(printedBy);
  return {
    sellerProductIds: products.map(({ id }) => id),
    artworkIds: [...new Set(printed.map(({ artworkId }) => artworkId))],
    templateIds: [...new Set(products.flatMap(namesOf))],
  };
};
