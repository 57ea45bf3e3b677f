import { z } from 'zod';
import { changesQuery, changesSince } from './order-period.ts';
import { route } from './route.ts';
import { deepListOf, deepPageQuery, pageView } from './deep-lists.ts';
import { sellerProfileOf } from '../access/seller-profile-of.ts';
import { SellerItemJson, sellerItemView, SellerOrderJson, sellerOrderView } from '../views/seller-order.ts';

export const sellerOrderRoutes = [
  route({
    name: 'listSellerOrders',
    method: 'get',
    path: '/orders/seller/me',
    auth: 'seller',
    summary: 'Orders that own items are in, newest first or what changed since, with own items alone',
    query: z.object({ ...deepPageQuery, ...changesQuery }),
    errors: { 400: ['seller_profile_required'] },
    response: deepListOf('orders', SellerOrderJson),
    async handle({ query: { skip, limit, cursor, ...filter }, caller, clients, imageUrl }) {
      const page = { skip, limit, cursor };
      const own = { sellerProfileId: sellerProfileOf(caller), page, updatedSince: changesSince(filter) };
      const { orders, ...found } = await clients.orders.listSellerOrders(own);
      return { orders: orders.map((order) => sellerOrderView(order, imageUrl)), ...pageView(found, page) };
    },
  }),

  route({
    name: 'listSellerOrderItems',
    method: 'get',
    path: '/orders/seller/items',
    auth: 'seller',
    summary: 'Own sold items, newest first',
    query: z.object(deepPageQuery),
    errors: { 400: ['seller_profile_required'] },
    response: deepListOf('items', SellerItemJson),
    async handle({ query: page, caller, clients, imageUrl }) {
      const own = { sellerProfileId: sellerProfileOf(caller), page };
      const { items, ...found } = await clients.orders.listSellerItems(own);
      return { items: items.map((item) => sellerItemView(item, imageUrl)), ...pageView(found, page) };
    },
  }),
];
