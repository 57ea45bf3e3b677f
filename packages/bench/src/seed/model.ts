import type { Api, Json } from '@estampa/stack/demo/api';
import { inviteSeller, signUpCustomer, signUpSeller } from '@estampa/stack/demo/people';
import { createProductType, createTemplate, T_SHIRT } from '@estampa/stack/demo/product-catalog';
import { checkOut, labelledOrder, moveParcel, paidOrder, payOnHostedPage } from '@estampa/stack/demo/purchase';
import { centred, createProduct, publish, render, uploadArtwork } from '@estampa/stack/demo/studio';
import { waitFor } from '@estampa/stack/wait';
import { artworkOf12Megapixels, smallTemplate, templateOf2000Pixels } from './images.ts';
import { PASSWORD, PRODUCT_TYPES, WORDS, type Model, type OrderStage } from './world.ts';

const EVENTS_DEADLINE_MS = 30_000;
const PRICE_CENTS = 8_990;
const SIZES = ['P', 'M', 'G'];
const FABRICS = ['algodao', 'malha'];
/** Lines of an order: so that 20,000 of them, of which nine in ten are paid, have 50,000 that earn something. */
const LINES: Readonly<Record<OrderStage, number>> = { pending: 1, delivered: 3, labelled: 2 };

/** One of everything, made as people make it. */
export async function makeModel(api: Api, admin: Api, sandboxUrl: string): Promise<Model> {
  const [large, small] = await Promise.all([templateOf2000Pixels(), smallTemplate()]);
  const offers = await queued(PRODUCT_TYPES, async (number) => {
    const type = await createProductType(admin, {
      ...T_SHIRT,
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
    return { type, template };
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
  for (const [index, { type, template }] of offers.entries()) {
    const fields = { title: `Camiseta ${WORDS.artwork} ${index + 1}`, slug: `${WORDS.artwork}-${index + 1}` };
    const draft = await createProduct(seller, {
      ...fields,
      productType: type,
      artworkId: artwork.id,
      priceCents: PRICE_CENTS,
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
    orders: await makeOrders(customer, admin, products[0], sandboxUrl),
  };
}

async function whoIs(seller: Api): Promise<Json> {
  return { ...(await seller.client.getCurrentUser()), profile: await seller.client.getSellerProfile() };
}

async function makeOrders(customer: Api, admin: Api, product: Json, sandboxUrl: string): Promise<Model['orders']> {
  const place = (stage: OrderStage) =>
    checkOut(
      customer,
      product.variants.slice(0, LINES[stage]).map((variant: Json) => ({
        sellerProductId: product.id,
        variantId: variant.id,
        quantity: 2,
        selectedOptions: { color: 'white' },
      })),
    );
  const labelled = async (stage: OrderStage) => {
    const { id, initPoint } = await place(stage);
    await payOnHostedPage(initPoint, 'pix');
    await paidOrder(customer, id);
    return labelledOrder(customer, id);
  };
  const pending = await place('pending');
  const parcel = await labelled('delivered');
  for (const to of ['posted', 'delivered'] as const) await moveParcel(admin, sandboxUrl, parcel, to);
  await waitFor(
    'the delivery',
    async () => (await customer.client.getOrder({ orderId: parcel.id })).fulfillmentStatus === 'delivered',
    {
      deadlineMs: EVENTS_DEADLINE_MS,
    },
  );
  return { pending: pending.id, delivered: parcel.id, labelled: (await labelled('labelled')).id };
}

export async function queued<T>(count: number, make: (number: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let number = 1; number <= count; number += 1) made.push(await make(number));
  return made;
}
