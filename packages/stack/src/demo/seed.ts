import type { Login, StackFile } from '../stack-file.ts';
import { DEMO_CUSTOMER, DEMO_SELLER } from '../topology.ts';
import { type Artwork, ApiProblem } from '@estampa/client';
import { Api } from './api.ts';
import { type Credentials, inviteSeller, signIn, signUpCustomer, signUpSeller } from './people.ts';
import { demoArtwork, type DemoProduct, demoTemplate } from './images.ts';
import {
  createProductType,
  createTemplate,
  MUG,
  PHONE_CASE,
  POSTER,
  type ProductBlueprint,
  T_SHIRT,
  TOTE_BAG,
} from './product-catalog.ts';
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
/** What a photo is given other colours of. */
const GREY = '#B9B9B9';
const COLOURFUL_SHIRT = {
  ...T_SHIRT,
  colors: [
    ...T_SHIRT.colors,
    { value: 'black', labelPt: 'Preta', hexColor: '#000000' },
    { value: 'red', labelPt: 'Vermelha', hexColor: '#B3262E' },
    { value: 'mustard', labelPt: 'Mostarda', hexColor: '#D9A520' },
    { value: 'green', labelPt: 'Verde', hexColor: '#2F5D50' },
  ],
};

type Sold = {
  name: string;
  priceCents: number;
  blueprint: ProductBlueprint;
  kind: DemoProduct;
  template: { displayName: string; printWidthMm: number; color?: string };
};
/** The last is what a store shows first. */
const SOLD: readonly Sold[] = [
  {
    name: 'Capa',
    priceCents: 5990,
    blueprint: PHONE_CASE,
    kind: 'phone-case',
    template: { displayName: 'Capa na mesa', color: 'white', printWidthMm: 70 },
  },
  {
    name: 'Quadro',
    priceCents: 12_990,
    blueprint: POSTER,
    kind: 'poster',
    template: { displayName: 'Pôster na parede', color: 'white', printWidthMm: 300 },
  },
  {
    name: 'Caneca',
    priceCents: 4990,
    blueprint: MUG,
    kind: 'mug',
    template: { displayName: 'Caneca frente', color: 'white', printWidthMm: 75 },
  },
  {
    name: 'Ecobag',
    priceCents: 6990,
    blueprint: TOTE_BAG,
    kind: 'tote-bag',
    template: { displayName: 'Ecobag no gancho', printWidthMm: 260 },
  },
  {
    name: 'Camiseta',
    priceCents: 8990,
    blueprint: COLOURFUL_SHIRT,
    kind: 't-shirt',
    template: { displayName: 'Camiseta frente', printWidthMm: 280 },
  },
];

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

  const [seller, ...offers] = await Promise.all([
    setUpSeller(api, admin),
    ...SOLD.map(async (sold) => ({ ...sold, ...(await setUpType(admin, sold)) })),
  ]);
  for (const [index, title] of ARTWORKS.entries()) {
    const image = await demoArtwork(index + 1);
    const shownAs = STORE_IMAGES[index];
    if (shownAs) await showStoreImage(seller, shownAs, image);
    const artwork = await uploadArtwork(seller, image, `${title} (demonstração)`);
    for (const { name, priceCents, ...offer } of offers)
      await sell(seller, artwork, offer, { title: `${name} ${title}`, priceCents });
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
  { blueprint, kind, template }: Pick<Sold, 'blueprint' | 'kind' | 'template'>,
): Promise<Offer> {
  const { hexColor } = blueprint.colors.find(({ value }) => value === template.color) ?? { hexColor: GREY };
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
