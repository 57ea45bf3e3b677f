import { describe, expect, it } from 'vitest';
import type { Api } from '@estampa/stack/demo/api';
import { signUpCustomer } from '@estampa/stack/demo/people';
import { checkOut } from '@estampa/stack/demo/purchase';
import { eventually } from '../src/eventually.ts';
import { reported } from './responses.ts';
import { customerOf, openShop, PASSWORD, type Shop } from './shop.ts';

const STORE_SLUG = 'closing-store';

/** Of an artist and a buyer with an order between them; the processes may be shared. */
export function describeAccountDeletion(gatewayUrl: () => string): void {
  const remove = (own: Api, currentPassword = PASSWORD) =>
    reported(own.client.exchange('deleteOwnUser', { body: { currentPassword } }));

  describe('an account', () => {
    it('is deleted when nothing is under way for it, with its store, and its e-mail can open another', async () => {
      const shop = await openShop(gatewayUrl(), STORE_SLUG);
      const { api, admin, seller, customer, product, line } = shop;
      const { id: orderId, items } = await checkOut(customer, [line]);

      await choosePixKey(seller);
      expect(await codesIn(remove(customer))).toEqual(['orders_unpaid']);
      expect(await codesIn(remove(seller))).toEqual(['sales_under_way']);
      await customer.client.devPayOrder({ orderId });
      expect(await codesIn(remove(customer))).toEqual(['orders_under_way']);
      await eventually(async () =>
        expect(await codesIn(remove(seller))).toEqual(['sales_under_way', 'earnings_unpaid']),
      );
      const body = { fulfillmentStatus: 'delivered' } as const;
      await admin.client.setItemFulfillment({ itemId: items[0]!.id, body });
      expect(await codesIn(remove(seller))).toEqual(['earnings_unpaid']);
      const payout = await admin.client.createPayout({ body: { sellerProfileId: product.sellerProfileId } });
      expect(await codesIn(remove(seller))).toEqual(['earnings_unpaid', 'payouts_pending']);
      await admin.client.markPayoutPaid({ id: payout.id, body: { reference: 'test' } });
      expect(await remove(seller, 'not-the-password')).toEqual([
        400,
        expect.objectContaining({ code: 'wrong_password' }),
      ]);

      expect([await remove(seller), await remove(customer)]).toEqual([
        [204, null],
        [204, null],
      ]);

      expect(await pagesOf(shop)).toEqual([404, 404]);
      expect(await reported(customer.client.exchange('getOwnUser'))).toEqual([401, expect.anything()]);
      const credentials = { email: customerOf(STORE_SLUG), password: PASSWORD };
      const again = await reported(api.as(null).client.exchange('logIn', { body: credentials }));
      expect(again).toEqual([401, expect.anything()]);
      await eventually(() => signUpCustomer(api, { ...credentials, name: 'Test Customer' }));
      const order = await eventually(async () => {
        const found = await admin.client.getOrder({ orderId });
        expect(found.fullName).toBe('Deleted user');
        return found;
      });
      expect(order).toMatchObject({ paymentStatus: 'approved', shippingStreet: '', shippingCity: 'São Paulo' });
      await eventually(async () =>
        expect(await admin.client.getSellerProduct({ id: product.id })).toMatchObject({ status: 'archived' }),
      );
    });
  });
}

/** Of the account's own, by its password alone. */
async function choosePixKey({ client }: Api): Promise<void> {
  const choose = (currentPassword: string) => {
    const body = { kind: 'email', key: 'Artist@Example.com', currentPassword } as const;
    return reported(client.exchange('setPixKey', { body }));
  };
  expect(await choose('not-the-password')).toEqual([400, expect.objectContaining({ code: 'wrong_password' })]);
  expect(await reported(client.exchange('getPixKey'))).toEqual([404, expect.anything()]);
  const chosen = { kind: 'email', maskedKey: 'a*****@example.com' };
  expect(await choose(PASSWORD)).toEqual([200, expect.objectContaining(chosen)]);
  expect(await client.getPixKey()).toMatchObject(chosen);
  expect((await client.exportOwnUser()).pixKey).toMatchObject(chosen);
}

/** What is in the way, as a rejection names it. */
async function codesIn(rejected: Promise<[number, unknown]>): Promise<string[]> {
  const [status, problem] = await rejected;
  expect([status, problem]).toEqual([409, expect.objectContaining({ code: 'account_in_use' })]);
  return (problem as { errors: { code: string }[] }).errors.map(({ code }) => code);
}

/** The store's page, and its product's. */
const pagesOf = async ({ api, storeSlug, product }: Shop): Promise<number[]> => [
  (await api.client.exchange('getStore', { store_slug: storeSlug })).status,
  (await api.client.exchange('getStoreProduct', { store_slug: storeSlug, product_slug: product.slug! })).status,
];
