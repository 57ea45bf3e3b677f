import type { Login, StackFile } from '../stack-file.ts';
import { DEMO_CUSTOMER, DEMO_SELLER } from '../topology.ts';
import { type Artwork, ApiProblem } from '@estampa/client';
import { Api } from './api.ts';
import { type Credentials, inviteSeller, signIn, signUpCustomer, signUpSeller } from './people.ts';
import { demoArtwork, demoTemplate } from './images.ts';
import { createProductType, createTemplate, MUG, POSTER, T_SHIRT } from './product-catalog.ts';
import { centred, createProduct, publish, render, showStoreImage, uploadArtwork } from './studio.ts';

const SELLER = { name: 'Artista de Demonstração', ...DEMO_SELLER };
const CUSTOMER = { name: 'Cliente de Demonstração', ...DEMO_CUSTOMER };
export const DEMO_STORE_SLUG = 'atelie-demonstracao';
const STORE = {
  storeName: 'Ateliê de Demonstração',
  storeSlug: DEMO_STORE_SLUG,
  displayName: 'Artista de Demonstração',
  bio: 'Uma loja de exemplo: nada aqui está à venda de verdade.',
};
const ARTWORKS = ['Horizonte', 'Folhagem', 'Geometria'];
/** What the first of them are for the store, too. */
const STORE_IMAGES = ['banner', 'avatar'] as const;
const INTERRUPTED = 'an earlier start was interrupted while loading it. Drop it with "npm run reset" and start again.';
const PRICES_CENTS = { shirt: 8990, mug: 4990, poster: 12_990 };

/** A small demo marketplace, made through the public API. Run again it finds its own data and leaves it. */
export async function seed(stack: Pick<StackFile, 'gatewayUrl' | 'logins'>): Promise<{ logins: Login[] }> {
  const api = new Api(stack.gatewayUrl);
  const logins = [
    { role: 'seller', email: SELLER.email, password: SELLER.password },
    { role: 'customer', email: CUSTOMER.email, password: CUSTOMER.password },
  ];
  // The customer is created last, so the account shows that all other data exists.
  if (await canSignIn(api, CUSTOMER)) return { logins };

  const admin = await signIn(
    api,
    stack.logins.find(({ role }) => role === 'admin')!,
  );
  for await (const { slug } of admin.client.all('listProductTypes'))
    if (slug === T_SHIRT.slug) throw new Error(INTERRUPTED);

  const [shirt, mug, poster, seller] = await Promise.all([
    setUpType(admin, T_SHIRT, 't-shirt', { displayName: 'Camiseta frente', color: 'white', printWidthMm: 280 }),
    setUpType(admin, MUG, 'mug', { displayName: 'Caneca frente', color: 'white', printWidthMm: 75 }),
    setUpType(admin, POSTER, 'poster', { displayName: 'Pôster na parede', color: 'white', printWidthMm: 300 }),
    setUpSeller(api, admin),
  ]);
  for (const [index, title] of ARTWORKS.entries()) {
    const image = await demoArtwork(index + 1);
    const shownAs = STORE_IMAGES[index];
    if (shownAs) await showStoreImage(seller, shownAs, image);
    const artwork = await uploadArtwork(seller, image, `${title} (demonstração)`);
    await sell(seller, artwork, shirt, { title: `Camiseta ${title}`, priceCents: PRICES_CENTS.shirt });
    await sell(seller, artwork, poster, { title: `Quadro ${title}`, priceCents: PRICES_CENTS.poster });
    await sell(seller, artwork, mug, { title: `Caneca ${title}`, priceCents: PRICES_CENTS.mug });
  }
  await signUpCustomer(api, CUSTOMER);
  return { logins };
}

type Offer = {
  productType: Awaited<ReturnType<typeof createProductType>>;
  template: Awaited<ReturnType<typeof createTemplate>>;
};

async function canSignIn(api: Api, credentials: Credentials): Promise<boolean> {
  try {
    await signIn(api, credentials);
    return true;
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 401) return false;
    throw error;
  }
}

async function setUpSeller(api: Api, admin: Api): Promise<Api> {
  if (await canSignIn(api, SELLER)) return signIn(api, SELLER);
  const { inviteToken } = await inviteSeller(api, admin, SELLER);
  return signUpSeller(api, inviteToken, SELLER.password, STORE);
}

async function setUpType(
  admin: Api,
  blueprint: typeof T_SHIRT,
  kind: 't-shirt' | 'mug' | 'poster',
  template: { displayName: string; color: string; printWidthMm: number },
): Promise<Offer> {
  const { hexColor = '#FFFFFF' } = blueprint.colors.find(({ value }) => value === template.color) ?? {};
  const productType = await createProductType(admin, blueprint);
  return {
    productType,
    template: await createTemplate(admin, productType.id, await demoTemplate(kind, hexColor), template),
  };
}

async function sell(
  seller: Api,
  artwork: Artwork,
  { productType, template }: Offer,
  product: { title: string; priceCents: number },
): Promise<void> {
  const slug = product.title.toLowerCase().replaceAll(' ', '-');
  const draft = await createProduct(seller, { ...product, productType, artworkId: artwork.id, slug });
  await render(seller, draft.id, template.id, centred(template, artwork));
  await publish(seller, draft.id);
}
