import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '@estampa/stack/demo/api';
import { inviteSeller, signUpCustomer } from '@estampa/stack/demo/people';
import { checkOut, labelledOrder, moveParcel, paidOrder, payOnHostedPage } from '@estampa/stack/demo/purchase';
import { centred, previewPlacement, showStorePicture } from '@estampa/stack/demo/studio';
import { draftOf, PASSWORD, plainPng, type Shop } from './shop.ts';

type Ground = () => Shop & { sandboxUrl: string };

const DEADLINE_MS = 120_000;
const COSTS = { baseCostCents: 4_290, productionDays: 3, packagingDays: 1 };

/** What asking every route once does not bring about, done for its exchanges: examples of the OpenAPI document. */
export function describeExemplaryWalk(ground: Ground): void {
  describe('what is shown as an example', () => {
    let shop: Shop & { sandboxUrl: string };
    beforeAll(() => {
      shop = ground();
    });

    it(
      'comes from accounts',
      async () => {
        const { api, admin, seller } = shop;
        const person = { email: 'visitor@example.com', password: PASSWORD };
        const visitor = await signUpCustomer(api, { ...person, name: 'Visitor' });
        const { refreshToken } = await api.post('/auth/login', person);
        await api.post('/auth/refresh', { refreshToken });
        await visitor.post('/auth/change-password', { currentPassword: PASSWORD, newPassword: `${PASSWORD}-2` });
        const { id } = await visitor.get('/users/me');
        await admin.post(`/users/${id}/roles/seller`);
        await admin.send('DELETE', `/users/${id}/roles/seller`);
        await showStorePicture(seller, 'avatar', await plainPng(64, 64, '#3050c0'));
        const waiting = await inviteSeller(api, admin, { email: 'invited@example.com', name: 'Invited Artist' });
        expect(waiting.inviteToken).toBeTruthy();
      },
      DEADLINE_MS,
    );

    it(
      'comes from the catalog and the studio',
      async () => {
        const { admin, seller, api, productType, template, artwork, product } = shop;
        const { id } = productType;
        const asset = await admin.post(`/products/types/${id}/assets`, { key: 'fit', value: 'wide', labelPt: 'Ampla' });
        const variant = await admin.post(`/products/types/${id}/variants`, { ...COSTS, assetIds: [asset.id] });
        await admin.patch(`/products/types/${id}/variants/bulk`, { variants: [{ id: variant.id, productionDays: 4 }] });
        const draft = await draftOf(seller, productType, artwork, 'exemplary-shirt');
        const added = { productVariantId: variant.id, priceCents: 9_990, allowedOptions: {} };
        await seller.post(`/seller-products/me/${draft.id}/variants`, added);
        await admin.send('DELETE', `/products/types/${id}/variants/bulk`, { ids: [variant.id] });

        const placement = centred(template as never, artwork as never);
        await previewPlacement(seller, template.id, artwork.id, placement);
        await seller.post(`/artworks/${artwork.id}/renders`, { templateId: template.id, ...placement });
        await admin.post('/seller-products/admin', {
          sellerProfileId: product.sellerProfileId,
          productTypeId: id,
          artworkId: artwork.id,
          title: 'Camiseta',
          variants: [{ productVariantId: productType.variants[0].id, priceCents: 8_990 }],
        });
        expect((await api.get('/discovery/search?q=test')).total).toBeGreaterThan(0);
        await newVersion(shop);
      },
      DEADLINE_MS,
    );

    it(
      'comes from orders',
      async () => {
        const { admin, customer, line, product, api, sandboxUrl } = shop;
        const { selectedOptions: _chosenLater, ...item } = line;
        await api.post('/shipping/quotes', { cep: '20040-002', items: [item] });
        const placed = await checkOut(customer, [line]);
        const { initPoint } = await customer.post(`/orders/${placed.id}/pay`);
        await payOnHostedPage(initPoint, 'pix');
        await paidOrder(customer, placed.id);
        const labelled = await labelledOrder(customer, placed.id);
        await customer.get('/orders/me');
        await moveParcel(admin, sandboxUrl, labelled, 'delivered');
        const batch = await admin.post('/payouts', { sellerProfileId: product.sellerProfileId });
        await admin.patch(`/payouts/${batch.id}/mark-paid`, { reference: 'transfer-1' });
        const refund = await admin.post(`/orders/${placed.id}/refund`, { amountCents: 500 });
        expect(refund).toMatchObject({ status: 'partial_refund' });
      },
      DEADLINE_MS,
    );
  });
}

/** A second file of the same artwork, told as complete with 200. */
async function newVersion({ seller, artwork }: Shop): Promise<Json> {
  const bytes = await plainPng(300, 400, '#3050c0');
  const presigned = await seller.client.presignArtwork({
    body: { contentType: 'image/png', sizeBytes: bytes.byteLength, artworkId: artwork.id },
  });
  await seller.client.upload(presigned, bytes);
  return seller.client.completeArtwork({ artworkId: artwork.id, body: { key: presigned.key, title: 'Test artwork' } });
}
