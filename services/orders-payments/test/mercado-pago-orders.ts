import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { eventually } from '@estampa/testing/eventually';
import { aCheckout, type CheckoutWorld } from './checkout-world.ts';

/** Orders that are paid at pages of Mercado Pago, and what their provider has of them. */
export function mercadoPagoOrders(world: () => CheckoutWorld) {
  const preferencesOf = async (orderId: string) =>
    (await world().calls.call('GET', `/_control/preferences?referencePrefix=${orderId}:`)).preferences;
  const paymentsOf = async (orderId: string) =>
    (await world().calls.call('GET', `/_control/payments?referencePrefix=${orderId}:`)).payments;
  const move = async ({ id }: { id: string }, index: number, to: string): Promise<void> => {
    const payment = (await paymentsOf(id))[index];
    await world().calls.call('POST', `/_control/payments/${payment.id}/move`, { to });
  };

  async function anOrder(client = world().as) {
    const userId = randomUUID();
    const buyer = client(userId);
    const { order } = await buyer.placeOrder(aCheckout(userId));
    const id = order!.id;
    return {
      id,
      placed: order!,
      buyer,
      preferenceId: order!.payment!.providerPreferenceId!,
      read: async () => (await buyer.getOrder({ id })).order!,
      pay: (fields: Record<string, string> = { method: 'pix' }, preferenceId = order!.payment!.providerPreferenceId!) =>
        world().calls.submit(`/checkout/${preferenceId}/pay`, fields),
      begin: () => world().calls.submit(`/checkout/${order!.payment!.providerPreferenceId!}/begin`, { method: 'pix' }),
    };
  }
  const becomes = ({ read }: Pick<Awaited<ReturnType<typeof anOrder>>, 'read'>, expected: object) =>
    eventually(async () => expect(await read()).toMatchObject(expected));

  return { anOrder, becomes, move, paymentsOf, preferencesOf };
}

export const card = (cardNumber: string) => ({ method: 'card', cardNumber });
