import { describe, expect, it } from 'vitest';
import type { Json } from '@estampa/stack/demo/api';
import { signIn, signUpCustomer } from '@estampa/stack/demo/people';
import { checkOut, labelledOrder, moveParcel, paidOrder, payOnHostedPage } from '@estampa/stack/demo/purchase';
import { centred, previewPlacement, showStoreImage } from '@estampa/stack/demo/studio';
import { eventually } from '../src/eventually.ts';
import { showAgreedFee } from './agreed-fees.ts';
import { showCoupon, showFinance } from './exemplary-money.ts';
import { type RunGround, showRuns } from './exemplary-run.ts';
import { tokenSentTo } from './mails.ts';
import { showOwnWords } from './own-words.ts';
import { sandboxOf } from './provider-hands.ts';
import { showLedger, showRefunds } from './money-walk.ts';
import { photoshopFile } from './photoshop-file.ts';
import { usePressProfile } from './press-profile.ts';
import { draftOf, PASSWORD, plainPng, type Shop } from './shop.ts';

type Ground = () => RunGround & { mailUrl: string };

const DEADLINE_MS = 120_000;
const KEY = 'artist@test-store.example';
const COSTS = { baseCostCents: 4_290, productionDays: 3, packagingDays: 1 };

/** Makes exchanges that a single request to every route does not, for the examples of the OpenAPI document. */
export function describeExemplaryWalk(shop: Ground): void {
  describe('what is shown as an example', { timeout: DEADLINE_MS }, () => {
    it('comes from accounts', async () => {
      expect(await showAccounts(shop())).toMatchObject({ avatarUrl: expect.any(String) });
    });

    it('comes from the catalog and the studio', async () => {
      expect(await showCatalogAndStudio(shop())).toMatchObject({ version: 2 });
    });

    it('comes from orders', async () => {
      expect(await showOrders(shop())).toMatchObject({
        refunds: [{ status: 'done', lines: [{ type: 'item', amountCents: 500 }] }],
      });
    });

    it('comes from what goes wrong', async () => {
      expect(await showTrouble(shop())).toMatchObject({ latePayments: [{ reason: 'late', state: 'returned' }] });
    });
  });
}

async function showAccounts(shop: ReturnType<Ground>): Promise<Json> {
  const { api, admin, seller, mailUrl } = shop;
  const person = { email: 'visitor@example.com', password: PASSWORD };
  const visitor = await signUpCustomer(api, { ...person, name: 'Visitor' });
  const { refreshToken } = await api.as(null).client.logIn({ body: person });
  await api.client.refreshSession({ body: { refreshToken } });
  await visitor.client.listSessions();
  await visitor.client.requestEmailVerification();
  const link = await eventually(() => tokenSentTo(mailUrl, person.email, '/email/verify'));
  await api.client.verifyEmail({ body: { token: link } });
  await visitor.client.changePassword({ body: { currentPassword: PASSWORD, newPassword: `${PASSWORD}-2` } });
  const { id } = await visitor.client.getOwnUser();
  await admin.client.addUserRole({ userId: id, role: 'seller' });
  await admin.client.exchange('removeUserRole', { userId: id, role: 'seller' });
  await admin.client.listAuditEntries({ subject: `user:${id}`, limit: 1 });
  await visitor.client.createCustomerProfile();
  expect(await visitor.client.exportOwnUser()).toMatchObject({
    user: { id, email: person.email },
    orders: [],
    likes: [],
  });
  await visitor.client.createCustomerProfile();
  await api.client.requestPasswordReset({ body: { email: person.email } });
  const token = await eventually(() => tokenSentTo(mailUrl, person.email, '/password/reset'));
  await api.client.resetPassword({ body: { token, newPassword: PASSWORD } });
  const leaving = await signIn(api, person);
  await leaving.client.deleteOwnUser({ body: { currentPassword: PASSWORD } });
  return showStoreImage(seller, 'avatar', await plainPng(64, 64, '#3050c0'));
}

async function showCatalogAndStudio(shop: ReturnType<Ground>): Promise<Json> {
  const { admin, seller, api, productType, template, artwork, product } = shop;
  const { id } = productType;
  const asset = await admin.client.createAsset({ id, body: { key: 'fit', value: 'wide', labelPt: 'Ampla' } });
  const variant = await admin.client.createProductVariant({ id, body: { ...COSTS, assetIds: [asset.id] } });
  await admin.client.updateProductVariants({ id, body: { variants: [{ id: variant.id, productionDays: 4 }] } });
  const option = await optionOf(shop);
  await admin.client.createOptionValue({ optionId: option.id, body: { value: 'black', labelPt: 'Preta' } });
  await newMask(shop);
  await importedTemplates(shop);
  await usePressProfile(admin.client, id);
  await admin.client.removePressProfile({ id });
  await showAgreedFee(shop);
  const draft = await draftOf(seller, productType, artwork, 'exemplary-shirt');
  const added = { productVariantId: variant.id, priceCents: 9_990, allowedOptions: {} };
  await seller.client.createSellerProductVariant({ id: draft.id, body: added });
  await admin.client.exchange('deactivateProductVariants', { id, body: { ids: [variant.id] } });

  const placement = centred(template, artwork);
  await previewPlacement(seller, template.id, artwork.id, placement);
  await showOwnWords(shop);
  await seller.client.createRender({ artworkId: artwork.id, body: { templateId: template.id, ...placement } });
  await seller.client.createRenders({ artworkId: artwork.id, body: { templateIds: [template.id] } });
  await admin.client.createSellerProductFor({
    body: {
      sellerProfileId: product.sellerProfileId,
      productTypeId: id,
      artworkId: artwork.id,
      title: 'Camiseta',
      variants: [{ productVariantId: productType.variants[0]!.id, priceCents: 8_990 }],
    },
  });
  await api.client.search({ q: 'test' });
  return newVersion(shop);
}

async function showOrders(shop: ReturnType<Ground>): Promise<Json> {
  const { admin, customer, line, product, api, sandboxUrl } = shop;
  await showCoupon(shop);
  await showFinance(shop);
  const { selectedOptions: _chosenLater, ...item } = line;
  await api.client.quoteShipping({ body: { cep: '20040-002', items: [item] } });
  const placed = await checkOut(customer, [line]);
  const { initPoint } = await customer.client.payOrder({ orderId: placed.id });
  await payOnHostedPage(initPoint, 'pix');
  await paidOrder(customer, placed.id);
  const labelled = await labelledOrder(customer, placed.id);
  await customer.client.listOwnOrders();
  // The poll, not a webhook that may come before it, finds the parcel delivered.
  const sandbox = sandboxOf(sandboxUrl);
  await sandbox.script({ account: 'melhorenvio', delivery: 'never', times: 100 });
  await moveParcel(admin, sandboxUrl, labelled, 'delivered');
  await sandbox.endScripts();
  await sandbox.deliverAll();
  const payOut = () => admin.client.createPayout({ body: { sellerProfileId: product.sellerProfileId } });
  const failed = await payOut();
  await admin.client.markPayoutFailed({ id: failed.id, body: { reason: 'The bank rejected the transfer' } });
  await showRuns(shop);
  const batch = await payOut();
  await admin.client.markPayoutPaid({ id: batch.id, body: { reference: 'transfer-1' } });
  await shop.seller.client.setPixKey({ body: { kind: 'email', key: KEY, currentPassword: PASSWORD } });
  await shop.seller.client.getPixKey();
  await shop.seller.client.deletePixKey({ body: { currentPassword: PASSWORD } });
  const lines = [{ type: 'item' as const, orderItemId: placed.items[0]!.id, amountCents: 500 }];
  await admin.client.refundOrder({ orderId: placed.id, body: { amountCents: 500, lines } });
  await showRefunds(shop);
  await showLedger(shop, placed.id);
  return admin.client.listRefunds({ orderId: placed.id });
}

/** A label that the carrier rejected, a payment that came too late, and webhooks, sent again as their providers sent them. */
async function showTrouble(shop: ReturnType<Ground>): Promise<Json> {
  const { admin, customer, line, asaasToken, api } = shop;
  const sandbox = sandboxOf(shop.sandboxUrl);
  const rejectsCarts = { method: 'POST', path: '/melhorenvio/api/v2/me/cart', fail: 422 };
  await sandbox.script(rejectsCarts);
  const { id: orderId, items } = await checkOut(customer, [line]);
  await customer.client.devPayOrder({ orderId });
  await eventually(() => admin.client.listPrintFiles({ itemId: items[0]!.id }));
  await eventually(async () => expect((await customer.client.getOrder({ orderId })).shipment?.error).toBeTruthy());
  await admin.client.retryLabel({ orderId });

  const payLate = async (method: 'pix' | 'boleto') => {
    const late = await checkOut(customer, [line]);
    const path = `/asaas/v3/payments/${late.payment!.providerPaymentId}`;
    await sandbox.script({ method: 'DELETE', path, fail: 503, times: 100 });
    await admin.client.cancelOrder({ orderId: late.id });
    await payOnHostedPage(late.initPoint, method);
  };
  // Its payer has to say where the money goes: until then it is neither an order's nor back.
  await payLate('boleto');
  await eventually(async () => expect((await admin.client.listUnmatchedMovements()).total).toBeGreaterThan(0));
  await payLate('pix');
  const listed = await eventually(async () => {
    const response = await admin.client.listLatePayments({ state: 'returned' });
    expect(response.total).toBe(1);
    return response;
  });
  await sandbox.endScripts();

  const latestOf = async (account: string) =>
    (await sandbox.call('GET', `/webhooks?account=${account}&status=delivered`)).deliveries.at(-1).body;
  const headers = { 'asaas-access-token': asaasToken };
  await api.send('POST', '/webhooks/payments/asaas', await latestOf('asaas'), headers);
  await api.send('POST', '/webhooks/shipping/melhorenvio', await latestOf('melhorenvio'));
  return listed;
}

const optionOf = async ({ admin, productType }: Shop): Promise<Json> =>
  (await admin.client.listOptions({ id: productType.id, limit: 1 })).options[0];

/** A Photoshop file on its way to a template. */
async function importedTemplates({ admin, productType }: Shop): Promise<void> {
  const { client } = admin;
  const file = photoshopFile();
  const presigned = await client.presignTemplateImport({ body: { sizeBytes: file.byteLength } });
  await client.upload(presigned, file);
  const wanted = { productTypeId: productType.id, key: presigned.key, displayName: 'Poster' };
  const { id } = await client.createTemplateImport({ body: wanted });
  await eventually(async () => expect((await client.getTemplateImport({ id })).state).toBe('completed'));
}

/** One layer of the template, replaced as several are. */
async function newMask({ admin, template: { id } }: Shop): Promise<void> {
  const bytes = await plainPng(600, 800, '#ffffff');
  const images = [{ kind: 'mask' as const, contentType: 'image/png' as const, sizeBytes: bytes.byteLength }];
  const { uploads } = await admin.client.presignTemplateImages({ id, body: { images } });
  await admin.client.upload(uploads[0]!, bytes);
  await admin.client.completeTemplateImages({ id, body: { kinds: ['mask'] } });
}

/** Uploads a second file of the same artwork, whose completion returns 200. */
async function newVersion({ seller, artwork }: Shop): Promise<Json> {
  const bytes = await plainPng(300, 400, '#3050c0');
  const presigned = await seller.client.presignArtwork({
    body: { contentType: 'image/png', sizeBytes: bytes.byteLength, artworkId: artwork.id },
  });
  await seller.client.upload(presigned, bytes);
  return seller.client.completeArtwork({ artworkId: artwork.id, body: { key: presigned.key, title: 'Test artwork' } });
}
