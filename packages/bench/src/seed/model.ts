import type { Api, Json } from '@estampa/stack/demo/api';
import { inviteSeller, signUpCustomer, signUpSeller } from '@estampa/stack/demo/people';
import { createProductType, createTemplate, T_SHIRT } from '@estampa/stack/demo/product-catalog';
import { centred, createProduct, publish, render, uploadArtwork } from '@estampa/stack/demo/studio';
import { artworkOf12Megapixels, smallTemplate, templateOf2000Pixels } from './images.ts';
import { makeOrders } from './make-orders.ts';
import { WORDS } from './model-words.ts';
import { PASSWORD, PRODUCT_TYPES, type Model } from './world.ts';

const SIZES = ['P', 'M', 'G'];
const FABRICS = ['algodao', 'malha'];
/**
 * Of each product type: cents are rounded up, at half a cent up, and down. The fourth has another fee that is agreed, and of the last
 * little is left to earn.
 */
const TERMS: readonly { priceCents: number; platformFeePercent: number; artistRoyaltyPercent: number }[] = [
  { priceCents: 8_990, platformFeePercent: 12.5, artistRoyaltyPercent: 60 },
  { priceCents: 8_996, platformFeePercent: 12.5, artistRoyaltyPercent: 50 },
  { priceCents: 7_777, platformFeePercent: 7.77, artistRoyaltyPercent: 33.33 },
  { priceCents: 8_990, platformFeePercent: 15, artistRoyaltyPercent: 60 },
  { priceCents: 5_000, platformFeePercent: 25, artistRoyaltyPercent: 10 },
];

interface Ground {
  readonly api: Api;
  readonly admin: Api;
  readonly sandboxUrl: string;
  readonly ordersUrl: string;
}

/** One of everything, made as people make it. */
export async function makeModel({ api, admin, ...ground }: Ground): Promise<Model> {
  const [large, small] = await Promise.all([templateOf2000Pixels(), smallTemplate()]);
  const offers = await queued(PRODUCT_TYPES, async (number) => {
    const { priceCents, ...percentages } = TERMS[number - 1]!;
    const type = await createProductType(admin, {
      ...T_SHIRT,
      ...percentages,
      slug: `tipo-${number}`,
      name: `Tipo ${number}`,
      assets: [
        ...SIZES.map((value) => ({ key: 'size', keyLabelPt: 'Tamanho', value, labelPt: `Tamanho ${value}` })),
        ...FABRICS.map((value) => ({ key: 'fabric', keyLabelPt: 'Tecido', value, labelPt: `Tecido ${value}` })),
      ],
    });
    const template = await createTemplate(admin, type.id, number === 1 ? large : small, {
      displayName: `Frente ${number}`,
      color: 'white',
    });
    return { type, template, priceCents };
  });

  const person = { name: 'Artista', email: `${WORDS.store}@bench.example` };
  const { inviteToken } = await inviteSeller(api, admin, person);
  const seller = await signUpSeller(api, inviteToken, PASSWORD, {
    storeName: `Loja ${WORDS.store}`,
    storeSlug: WORDS.store,
    displayName: `Artista ${WORDS.store}`,
    bio: 'Uma loja que não existe.',
  });
  const artwork = await uploadArtwork(seller, await artworkOf12Megapixels(), `Obra ${WORDS.artwork}`);
  const products = [];
  for (const [index, { type, template, priceCents }] of offers.entries()) {
    const fields = { title: `Camiseta ${WORDS.artwork} ${index + 1}`, slug: `${WORDS.artwork}-${index + 1}` };
    const draft = await createProduct(seller, {
      ...fields,
      productType: type,
      artworkId: artwork.id,
      priceCents,
    });
    await render(seller, draft.id, template.id, centred(template, artwork));
    products.push(await publish(seller, draft.id));
  }

  const { profile, ...account } = await whoIs(seller);
  const email = `${WORDS.customer}@bench.example`;
  const customer = await signUpCustomer(api, { name: `Cliente ${WORDS.customer}`, email, password: PASSWORD });
  return {
    seller: { userId: account.id, profileId: profile.id, email: person.email },
    customer: { userId: (await customer.client.getCurrentUser()).id, email },
    artworkId: artwork.id,
    templateId: offers[0]!.template.id,
    placement: centred(offers[0]!.template, artwork),
    productTypeIds: offers.map(({ type }) => type.id),
    products: products.map(({ id, slug, variants }: Json) => ({
      id,
      slug,
      variantIds: variants.map((one: Json) => one.id),
    })),
    ...(await makeOrders({ ...ground, customer, admin, seller, products })),
  };
}

async function whoIs(seller: Api): Promise<Json> {
  return { ...(await seller.client.getCurrentUser()), profile: await seller.client.getSellerProfile() };
}

export async function queued<T>(count: number, make: (number: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let number = 1; number <= count; number += 1) made.push(await make(number));
  return made;
}
