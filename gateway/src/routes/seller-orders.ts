import { z } from 'zod';
import { changesQuery, changesSince } from './order-period.ts';
import { route } from './route.ts';
import { listOf, pageQuery } from './schemas.ts';
import { sellerProfileOf } from '../access/seller-profile-of.ts';
import { SellerItemJson, sellerItemView, SellerOrderJson, sellerOrderView } from '../views/seller-order.ts';

const Page = z.object(pageQuery);

export const sellerOrderRoutes = [
  route({
    name: 'listSellerOrders',
    method: 'get',
    path: '/orders/seller/me',
    auth: 'seller',
    summary: 'Orders that own items are in, newest first or what changed since, with own items alone',
    query: z.object({ ...pageQuery, ...changesQuery }),
    errors: { 400: ['seller_profile_required'] },
    response: listOf('orders', SellerOrderJson),
    async handle({ query: { skip, limit, ...filter }, caller, clients, imageUrl }) {
      const page = { skip, limit };
      const own = { sellerProfileId: sellerProfileOf(caller), page, updatedSince: changesSince(filter) };
      const { orders, total } = await clients.orders.listSellerOrders(own);
      return { orders: orders.map((order) => sellerOrderView(order, imageUrl)), total, ...page };
    },
  }),

  route({
    name: 'listSellerOrderItems',
    method: 'get',
    path: '/orders/seller/items',
    auth: 'seller',
    summary: 'Own sold items, newest first',
    query: Page,
    errors: { 400: ['seller_profile_required'] },
    response: listOf('items', SellerItemJson),
    async handle({ query: page, caller, clients, imageUrl }) {
      const own = { sellerProfileId: sellerProfileOf(caller), page };
      const { items, total } = await clients.orders.listSellerItems(own);
      return { items: items.map((item) => sellerItemView(item, imageUrl)), total, ...page };
    },
  }),
];
