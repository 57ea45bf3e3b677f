import { requestBytes } from '../load/connection.ts';
import { randomNumbers } from '@estampa/stack/random';
import type { Case, Ground, Prepared } from './case.ts';
import { expectResponse } from './expect.ts';

const BUYERS = 64;
const SHIPPING = {
  cep: '01310-100',
  street: 'Avenida Paulista',
  number: '1578',
  neighborhood: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
};

/** An order of one line of a random product; its payment is created at the provider but never paid. */
async function checkOut({ world, logins }: Ground): Promise<Prepared> {
  const tokens = await logins.tokens(world.customerEmails.slice(0, BUYERS));
  const random = randomNumbers(Date.now());
  const any = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
  return {
    async act(connection, iteration) {
      const product = any(any(world.stores).products);
      const item = {
        sellerProductId: product.id,
        variantId: any(product.variantIds),
        quantity: 1,
        selectedOptions: { color: 'white' },
      };
      const body = { shipping: SHIPPING, items: [item], shippingCents: 1_890 };
      const request = requestBytes({ method: 'POST', path: '/orders', token: tokens[iteration % BUYERS], body });
      expectResponse(await connection.send(request), 201, '"initPoint":"http');
    },
  };
}

export const checkoutCases: readonly Case[] = [1, 8, 32].map((clients) => ({
  name: `checkout-${clients}`,
  title: 'checkout of one line',
  clients,
  prepare: checkOut,
}));
