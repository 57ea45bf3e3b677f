import { randomUUID } from 'node:crypto';
import type { Api, Json } from '@estampa/stack/demo/api';
import { inviteSeller, signUpCustomer, signUpSeller } from '@estampa/stack/demo/people';
import { checkOut } from '@estampa/stack/demo/purchase';
import type { ServiceView } from '../src/service-view.ts';
import { upcomingFee } from './agreed-fees.ts';
import { aCoupon, aDispute } from './exemplary-money.ts';
import { haveUsableKey, proposedRun } from './proposed-run.ts';
import { draftOf, PASSWORD, plainPng, sellerOf, type Shop, STORE_SLUG } from './shop.ts';

/** Of a file that nobody has sent: its import fails, which tells no less who may see it. */
const NO_UPLOAD = `private/template-imports/${randomUUID()}.psd`;

export const ROLES = ['anonymous', 'customer', 'other seller', 'owner', 'admin'] as const;
export type RoleName = (typeof ROLES)[number];

/** Records of a seller and of a buyer, and a client for each role. */
export type Stage = {
  /** The owner is a seller, or a buyer. */
  as(role: RoleName, owner: 'seller' | 'buyer' | 'nobody'): Api;
  /** What a parameter of a path names there. */
  named(path: string, parameter: string): string;
  /** What members of bodies name, by their names. */
  known: Readonly<Record<string, unknown>>;
};

type Ground = Shop & { sandboxUrl: string };
/** What a parameter of such a path names. */
type Named = readonly [path: RegExp, id: string];

export async function setStage(shop: Ground, payouts: ServiceView): Promise<Stage> {
  const { api, admin, seller, customer, productType, template, artwork } = shop;
  // Before the other store's entry, as lists show both.
  const entry = await api.client.joinWaitlist({ body: { email: 'waiting@example.com', name: 'Waiting' } });
  const [stranger, other, bystander] = await Promise.all([
    signUpCustomer(api, { email: 'stranger@example.com', password: PASSWORD, name: 'Stranger' }),
    openAnotherStore(api, admin, 'other-store'),
    admin.client.createUser({ body: { email: 'bystander@example.com', name: 'Bystander' } }),
  ]);
  const draft = await draftOf(seller, productType, artwork, 'isolated-shirt');
  const photo = await addPhoto(seller, draft.id);
  const order = await soldOrder(admin, customer, shop);
  const templateImport = await admin.client.createTemplateImport({
    body: { productTypeId: productType.id, key: NO_UPLOAD, displayName: 'Poster' },
  });
  const money = await moneyIds(shop, payouts);
  const [asset, option] = await Promise.all([
    admin.client.listAssets({ id: productType.id, limit: 1 }).then(({ assets }) => assets[0]!),
    admin.client.listOptions({ id: productType.id, limit: 1 }).then(({ options }) => options[0]!),
  ]);

  const owners = { seller, buyer: customer, nobody: seller };
  const roles = { anonymous: () => api, customer: () => stranger, 'other seller': () => other, admin: () => admin };
  // The first whose path begins so.
  const ids: readonly Named[] = [
    [/^\/users.*\buserId$/, bystander.id],
    // Of another user, since a caller that ended its own session would be unauthenticated afterwards.
    [/\bsessionId$/, bystander.id],
    [/\brefundId$/, bystander.id],
    [/\brole$/, 'customer'],
    [/\bsurface$/, 'front'],
    [/^\/waitlist/, entry.id],
    [/\btype$/, 'avatar'],
    [/^\/products\/assets/, asset.id],
    [/^\/products\/options/, option.id],
    [/^\/products\/option-values/, option.values[0]!.id],
    [/^\/products\/variants/, productType.variants[0]!.id],
    [/^\/products\/types/, productType.id],
    [/^\/products\/templates\/import-psd/, templateImport.id],
    [/\btemplateId$|^\/products\/templates/, template.id],
    [/artworks/, artwork.id],
    [/\bvariantId$/, draft.variants[0]!.id],
    [/\bimageId$/, photo.id],
    [/^\/seller-products/, draft.id],
    [/\bstore_slug$/, STORE_SLUG],
    [/\bproduct_slug$/, shop.product.slug],
    [/\bitemId$/, order.items[0].id],
    [/\borderId$/, order.id],
    ...money,
    [/^\/receipts/, order.receiptUrl.split('/').at(-1)],
    // There is no issuer on the stage.
    [/^\/invoices/, order.id],
    [/^\/webhooks\/payments/, 'asaas'],
    [/^\/webhooks\/transfers/, 'asaas'],
    [/^\/webhooks\/shipping/, 'melhorenvio'],
  ];
  return {
    as: (role, owner) => (role === 'owner' ? owners[owner] : roles[role]()),
    named(path, parameter) {
      const found = ids.find(([pattern]) => pattern.test(`${path} ${parameter}`));
      if (!found) throw new Error(`nothing on the stage is named by ${parameter} of ${path}`);
      return found[1];
    },
    known: {
      artworkId: artwork.id,
      templateId: template.id,
      imageIds: [photo.id],
      productTypeId: productType.id,
      password: PASSWORD,
      newPassword: PASSWORD,
      funder: 'seller',
    },
  };
}

export async function openAnotherStore(api: Api, admin: Api, storeSlug: string): Promise<Api> {
  const { inviteToken } = await inviteSeller(api, admin, { email: sellerOf(storeSlug), name: 'Other Seller' });
  return signUpSeller(api, inviteToken, PASSWORD, { storeName: 'Other Store', storeSlug });
}

async function addPhoto(seller: Api, productId: string): Promise<Json> {
  const photo = new Uint8Array(await plainPng(40, 30, '#c03028'));
  return seller.client.addProductImage({ productId, body: { file: new Blob([photo], { type: 'image/png' }) } });
}

/** Paid and delivered, so that its seller can be paid out. */
async function soldOrder(admin: Api, customer: Api, { line }: Shop): Promise<Json> {
  const placed = await checkOut(customer, [line]);
  const order = await customer.client.devPayOrder({ orderId: placed.id });
  await admin.client.setItemFulfillment({ itemId: order.items[0]!.id, body: { fulfillmentStatus: 'delivered' } });
  return order;
}

/** Of runs, agreed fees, coupons and disputes. */
async function moneyIds(shop: Ground, payouts: ServiceView): Promise<readonly Named[]> {
  await haveUsableKey(payouts, shop.product.sellerProfileId, 'isolated@test-store.example');
  const run = await proposedRun(shop.admin);
  const fee = await upcomingFee(shop);
  const coupon = await aCoupon(shop.seller, 'ISOLATED-10', 'seller');
  const dispute = await aDispute(shop);
  return [
    [/^\/payouts\/runs/, run.id],
    [/^\/payouts/, run.transfers[0]!.payoutId],
    [/^\/fees\/overrides/, fee.id],
    [/^\/coupons/, coupon.id],
    [/^\/finance\/disputes/, dispute.id],
    [/\bmonth$/, '2020-01'],
  ];
}
