import type { Api, Json } from '@estampa/stack/demo/api';
import { inviteSeller, signUpCustomer, signUpSeller } from '@estampa/stack/demo/people';
import { checkOut } from '@estampa/stack/demo/purchase';
import { draftOf, PASSWORD, plainPng, type Shop, STORE_SLUG } from './shop.ts';

export const ROLES = ['anonymous', 'customer', 'other seller', 'owner', 'admin'] as const;
export type RoleName = (typeof ROLES)[number];

/** Records of one seller and of one buyer, and everybody who may or may not touch them. */
export type Stage = {
  /** The owner is a seller, or a buyer. */
  as(role: RoleName, owner: 'seller' | 'buyer' | 'nobody'): Api;
  /** What a parameter of a path names there. */
  named(path: string, parameter: string): string;
  /** What members of bodies name, by their names. */
  known: Readonly<Record<string, unknown>>;
};

export async function setStage(shop: Shop): Promise<Stage> {
  const { api, admin, seller, customer, productType, template, artwork } = shop;
  const [stranger, other, bystander, entry] = await Promise.all([
    signUpCustomer(api, { email: 'stranger@example.com', password: PASSWORD, name: 'Stranger' }),
    openAnotherStore(api, admin),
    admin.post('/users', { email: 'bystander@example.com', name: 'Bystander' }),
    api.post('/waitlist', { email: 'waiting@example.com', name: 'Waiting' }),
  ]);
  const draft = await draftOf(seller, productType, artwork, 'isolated-shirt');
  const photo = await addPhoto(seller, draft.id);
  const order = await soldOrder(admin, customer, shop);
  const payout = await admin.post('/payouts', { sellerProfileId: shop.product.sellerProfileId });
  const [asset, option] = await Promise.all([
    firstOf(admin, `/products/types/${productType.id}/assets`, 'assets'),
    firstOf(admin, `/products/types/${productType.id}/options`, 'options'),
  ]);

  const owners = { seller, buyer: customer, nobody: seller };
  const roles = { anonymous: () => api, customer: () => stranger, 'other seller': () => other, admin: () => admin };
  // The first whose path begins so.
  const ids: readonly (readonly [RegExp, string])[] = [
    [/^\/users.*\buserId$/, bystander.id],
    [/\brole$/, 'customer'],
    [/^\/waitlist/, entry.id],
    [/\btype$/, 'avatar'],
    [/^\/products\/assets/, asset.id],
    [/^\/products\/options/, option.id],
    [/^\/products\/option-values/, option.values[0].id],
    [/^\/products\/variants/, productType.variants[0].id],
    [/^\/products\/types/, productType.id],
    [/\btemplateId$|^\/products\/templates/, template.id],
    [/artworks/, artwork.id],
    [/\bvariantId$/, draft.variants[0].id],
    [/\bimageId$/, photo.id],
    [/^\/seller-products/, draft.id],
    [/\bstore_slug$/, STORE_SLUG],
    [/\bproduct_slug$/, shop.product.slug],
    [/\bitemId$/, order.items[0].id],
    [/\borderId$/, order.id],
    [/^\/payouts/, payout.id],
    [/^\/webhooks\/payments/, 'asaas'],
    [/^\/webhooks\/shipping/, 'melhorenvio'],
  ];
  return {
    as: (role, owner) => (role === 'owner' ? owners[owner] : roles[role]()),
    named(path, parameter) {
      const found = ids.find(([pattern]) => pattern.test(`${path} ${parameter}`));
      if (!found) throw new Error(`nothing on the stage is named by ${parameter} of ${path}`);
      return found[1];
    },
    known: { artworkId: artwork.id, templateId: template.id, imageIds: [photo.id], productTypeId: productType.id },
  };
}

async function openAnotherStore(api: Api, admin: Api): Promise<Api> {
  const { inviteToken } = await inviteSeller(api, admin, { email: 'other-seller@example.com', name: 'Other Seller' });
  return signUpSeller(api, inviteToken, PASSWORD, { storeName: 'Other Store', storeSlug: 'other-store' });
}

async function addPhoto(seller: Api, productId: string): Promise<Json> {
  const form = new FormData();
  const photo = new Uint8Array(await plainPng(40, 30, '#c03028'));
  form.append('file', new Blob([photo], { type: 'image/png' }), 'photo.png');
  return (await seller.send('POST', `/seller-products/me/${productId}/images`, form)).json();
}

/** Paid and delivered, so that its seller can be paid out. */
async function soldOrder(admin: Api, customer: Api, { line }: Shop): Promise<Json> {
  const placed = await checkOut(customer, [line]);
  const order = await customer.post(`/orders/${placed.id}/dev-pay`);
  await admin.patch(`/orders/items/${order.items[0].id}/fulfillment`, { fulfillmentStatus: 'delivered' });
  return order;
}

const firstOf = async (admin: Api, path: string, plural: string): Promise<Json> =>
  (await admin.get(`${path}?limit=1`))[plural][0];
