import { requestBytes } from '../load/connection.ts';
import type { Case, Ground, Prepared } from './case.ts';
import { expectResponse } from './expect.ts';

const CLIENTS = 4;

/** One list again and again, of which each page has something that is on no other. */
export function listOf(path: string, token: string, right: string): Prepared {
  const request = requestBytes({ path, token });
  const expected = Buffer.from(right);
  return { act: async (connection) => expectResponse(await connection.send(request), 200, expected) };
}

const EMAIL = '"email":';
/** Every filter of the list of users. */
const USERS: Readonly<Record<string, string>> = {
  all: '',
  deep: 'skip=1000',
  role: 'role=seller',
  status: 'status=active',
  search: 'search=cliente-12',
};

async function users({ logins }: Ground, query: string): Promise<Prepared> {
  return listOf(`/users?limit=20&${query}`, await logins.admin(), EMAIL);
}

/** The page after the one in the middle of all users. */
async function usersAfterCursor({ world, logins }: Ground): Promise<Prepared> {
  const { client } = await logins.adminApi();
  const { nextCursor } = await client.listUsers({ skip: world.size.customers / 2, limit: 20 });
  return listOf(`/users?limit=20&cursor=${nextCursor}`, await logins.admin(), EMAIL);
}

/** What the seller sees who sells most. */
const SELLERS: readonly { name: string; title: string; path: string; right: string }[] = [
  { name: 'orders-seller', title: 'orders', path: '/orders/seller/me', right: '"orderNumber":' },
  { name: 'items-seller', title: 'sold items', path: '/orders/seller/items', right: '"orderNumber":' },
  { name: 'products-seller', title: 'products', path: '/seller-products/me', right: '"sellerProfileId":' },
];

async function ofSeller({ world, logins }: Ground, { path, right }: (typeof SELLERS)[number]): Promise<Prepared> {
  return listOf(`${path}?limit=20`, await logins.token(world.stores[0]!.email), right);
}

/** The page after the one in the middle of all orders of the seller who has most. */
async function sellersAfterCursor({ world, logins }: Ground): Promise<Prepared> {
  const { email } = world.stores[0]!;
  const { client } = await logins.api(email);
  const { total } = await client.listSellerOrders({ limit: 1 });
  const { nextCursor } = await client.listSellerOrders({ skip: Math.floor(total / 2), limit: 20 });
  return listOf(`/orders/seller/me?limit=20&cursor=${nextCursor}`, await logins.token(email), '"orderNumber":');
}

export const listCases: readonly Case[] = [
  ...Object.entries(USERS).map(([name, query]) => ({
    name: `users-${name}`,
    title: `users, by ${name}`,
    clients: CLIENTS,
    prepare: (ground: Ground) => users(ground, query),
  })),
  { name: 'users-cursor', title: 'users, after a cursor', clients: CLIENTS, prepare: usersAfterCursor },
  ...SELLERS.map((one) => ({
    name: one.name,
    title: `${one.title} of the seller who has most`,
    clients: CLIENTS,
    prepare: (ground: Ground) => ofSeller(ground, one),
  })),
  {
    name: 'orders-seller-cursor',
    title: 'orders of the seller who has most, after a cursor',
    clients: CLIENTS,
    prepare: sellersAfterCursor,
  },
];
