import type { Artwork, ProductType, ProductVariant, SellerProduct, Template } from '@estampa/client';
import { Api } from '@estampa/stack/demo/api';
import { inviteSeller, signIn, signUpCustomer, signUpSeller } from '@estampa/stack/demo/people';
import { createProductType, createTemplate, T_SHIRT } from '@estampa/stack/demo/product-catalog';
import { centred, createProduct, publish, render, uploadArtwork } from '@estampa/stack/demo/studio';
import { ADMIN } from '@estampa/stack/topology';
import sharp from 'sharp';
import { eventually } from '../src/eventually.ts';

export const PASSWORD = 'a-long-enough-password';
export const STORE_SLUG = 'test-store';
export const sellerOf = (storeSlug: string): string => `seller@${storeSlug}.example`;
export const typeSlugOf = (storeSlug: string): string => `${storeSlug}-${T_SHIRT.slug}`;
export const customerOf = (storeSlug: string): string => `customer@${storeSlug}.example`;
/** The processes for a shop and its visitors; buying, shipping and payouts need all of them. */
export const SHOP = ['identity', 'catalog', 'media-render', 'storefront', 'gateway'] as const;

export type ShopType = ProductType & { variants: ProductVariant[] };

/** A shop with one product on sale and a customer, made through the gateway. */
export type Shop = {
  storeSlug: string;
  api: Api;
  admin: Api;
  seller: Api;
  customer: Api;
  productType: ShopType;
  template: Template;
  artwork: Artwork;
  product: SellerProduct;
  /** One line of that product, for checkout. */
  line: { sellerProductId: string; variantId: string; quantity: number; selectedOptions: { color: string } };
};

/** Of its own slug where other test files use the marketplace, too; its people's addresses and its product type are named by it. */
export async function openShop(gatewayUrl: string, storeSlug = STORE_SLUG): Promise<Shop> {
  const api = new Api(gatewayUrl);
  const admin = await signIn(api, ADMIN);
  const [seller, { productType, template }, customer] = await Promise.all([
    openStore(api, admin, storeSlug),
    setUpCatalog(admin, storeSlug),
    signUpCustomer(api, { email: customerOf(storeSlug), password: PASSWORD, name: 'Test Customer' }),
  ]);
  const artwork = await uploadArtwork(seller, await plainPng(300, 400, '#c03028'), 'Test artwork');
  const draft = await draftOf(seller, productType, artwork, 'test-shirt');
  await render(seller, draft.id, template.id, centred(template, artwork));
  const product = await publish(seller, draft.id);
  // Under load a settled write stops waiting before the store shows the product, which cannot be bought before that.
  await eventually(() => api.client.getStoreProduct({ store_slug: storeSlug, product_slug: product.slug! }));
  const line = {
    sellerProductId: product.id,
    variantId: product.variants[0]!.id,
    quantity: 1,
    selectedOptions: { color: 'navy' },
  };
  return { storeSlug, api, admin, seller, customer, productType, template, artwork, product, line };
}

export const draftOf = (seller: Api, productType: ShopType, artwork: Artwork, slug: string): Promise<SellerProduct> =>
  createProduct(seller, { productType, artworkId: artwork.id, title: `Shirt ${slug}`, slug, priceCents: 8990 });

export const plainPng = (width: number, height: number, background: string): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer();

/** What a template of nothing but one colour consists of; prints show as they are. */
export const plainPhoto = async (background: string) => ({
  base: await plainPng(600, 800, background),
  mask: await plainPng(600, 800, '#ffffff'),
  shadow: await plainPng(600, 800, '#ffffff'),
  highlight: await plainPng(600, 800, '#000000'),
  printArea: { x: 150, y: 200, width: 300, height: 400 },
  sourceImage: { width: 600, height: 800 },
});

async function openStore(api: Api, admin: Api, storeSlug: string): Promise<Api> {
  const { inviteToken } = await inviteSeller(api, admin, { email: sellerOf(storeSlug), name: 'Test Seller' });
  return signUpSeller(api, inviteToken, PASSWORD, { storeName: 'Test Store', storeSlug });
}

async function setUpCatalog(admin: Api, storeSlug: string): Promise<Pick<Shop, 'productType' | 'template'>> {
  const productType = await createProductType(admin, { ...T_SHIRT, slug: typeSlugOf(storeSlug) });
  const images = {
    ...(await plainPhoto('#f0f0f0')),
    shadow: await plainPng(600, 800, '#e0e0e0'),
    highlight: await plainPng(600, 800, '#101010'),
  };
  const template = await createTemplate(admin, productType.id, images, { displayName: 'Front', color: 'navy' });
  return { productType, template };
}
