import type { Case, Ground, Prepared } from './case.ts';
import { listOf } from './lists.ts';

const CLIENTS = 4;
const DAY_MS = 86_400_000;

const dayBefore = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Every filter that the lists of orders have, each with values that leave something. */
const FILTERS: Readonly<Record<string, (ground: Ground) => string>> = {
  all: () => '',
  deep: () => 'skip=10000',
  middle: ({ world }) => `skip=${world.size.orders / 2}`,
  payment: () => 'payment_status=pending',
  fulfillment: () => 'fulfillment_status=delivered',
  search: () => 'search=cliente-12',
  number: () => 'search=1500',
  email: ({ world }) => `email=${encodeURIComponent(world.customerEmails[0]!)}`,
  day: () => `created_at=${dayBefore(100)}`,
  period: () => `created_from=${dayBefore(120)}&created_to=${dayBefore(90)}`,
  several: () => `payment_status=approved&fulfillment_status=delivered&created_from=${dayBefore(200)}`,
};

const PAYOUT_ITEMS: Readonly<Record<string, string>> = { all: '', status: 'status=held', deep: 'skip=20000' };

async function adminList(ground: Ground, query: string): Promise<Prepared> {
  return list(`/orders?limit=20&${query}`, await ground.logins.admin());
}

/** The page after the one in the middle of all orders. */
async function afterCursor(ground: Ground): Promise<Prepared> {
  const { client } = await ground.logins.adminApi();
  const { nextCursor } = await client.listOrders({ skip: ground.world.size.orders / 2, limit: 20 });
  return adminList(ground, `cursor=${nextCursor}`);
}

async function payoutItems({ logins }: Ground, query: string): Promise<Prepared> {
  return list(`/payouts/items?limit=20&${query}`, await logins.admin());
}

/** Of the store that sells most. */
async function ownPayoutItems({ world, logins }: Ground): Promise<Prepared> {
  return list('/payouts/me/items?limit=20', await logins.token(world.stores[0]!.email));
}

async function ownOrders({ world, logins }: Ground): Promise<Prepared> {
  return list('/orders/me?limit=20', await logins.token(world.customerEmails[0]!));
}

async function ofOneBuyer({ world, logins }: Ground): Promise<Prepared> {
  const email = world.customerEmails[0]!;
  const { id } = await (await logins.api(email)).client.getCurrentUser();
  return list(`/orders?limit=20&user_id=${id}`, await logins.admin());
}

const list = (path: string, token: string): Prepared => listOf(path, token, '"orderNumber":');

export const orderCases: readonly Case[] = [
  ...Object.entries(FILTERS).map(([name, query]) => ({
    name: `orders-${name}`,
    title: `orders of an admin, by ${name}`,
    clients: CLIENTS,
    prepare: (ground: Ground) => adminList(ground, query(ground)),
  })),
  { name: 'orders-cursor', title: 'orders of an admin, after a cursor', clients: CLIENTS, prepare: afterCursor },
  { name: 'orders-user', title: 'orders of an admin, by user', clients: CLIENTS, prepare: ofOneBuyer },
  { name: 'orders-me', title: 'own orders', clients: CLIENTS, prepare: ownOrders },
  ...Object.entries(PAYOUT_ITEMS).map(([name, query]) => ({
    name: `payout-items-${name}`,
    title: `payout items of an admin, by ${name}`,
    clients: CLIENTS,
    prepare: (ground: Ground) => payoutItems(ground, query),
  })),
  {
    name: 'payout-items-me',
    title: 'own payout items of the seller who has most',
    clients: CLIENTS,
    prepare: ownPayoutItems,
  },
];
