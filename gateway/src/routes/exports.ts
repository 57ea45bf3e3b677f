import type { Caller } from '@estampa/kit/rpc/call';
import type { StreamOptions } from '@estampa/kit/rpc/client';
import { z } from 'zod';
import { sellerProfileOf } from '../access/seller-profile-of.ts';
import { ORDER_COLUMNS, PAYOUT_ITEM_COLUMNS, SELLER_ORDER_COLUMNS } from '../views/export-columns.ts';
import { orderView } from '../views/order.ts';
import { PayoutItemStatus, payoutItemView } from '../views/payout.ts';
import { sellerOrderView } from '../views/seller-order.ts';
import { EXPORT, exportQuery, exportReply } from './export-reply.ts';
import { changesSince } from './order-period.ts';
import { adminFilters, filterOf } from './orders.ts';
import { route } from './route.ts';
import { id } from './schemas.ts';

const isAdmin = ({ roles }: Caller): boolean => roles.includes('admin');

export const exportRoutes = [
  route({
    ...EXPORT,
    name: 'exportOrders',
    method: 'get',
    path: '/orders/export',
    auth: 'seller',
    summary: 'All orders as a file, newest first: for admins those of all, for sellers those with own items',
    description:
      'With the filters of the list of all orders, of which `search`, `user_id` and `email` are for admins. A line of JSON is an order as the list shows it, ' +
      'for sellers as `/orders/seller/me` does; a row of CSV has its items in one text. For admins `updated_since` sorts the latest change last. ' +
      EXPORT.description,
    query: z.object({ ...adminFilters, ...exportQuery }),
    errors: { 400: ['seller_profile_required'] },
    async handle({ query, caller, clients, imageUrl, exports }) {
      const filter = {
        ...filterOf(query),
        userId: query.user_id,
        email: query.email || undefined,
        updatedSince: changesSince(query),
        after: query.after,
      };
      const sellerProfileId = isAdmin(caller) ? undefined : sellerProfileOf(caller);
      const exported = {
        name: 'orders',
        format: query.format,
        async *call(cursor: string | undefined, options: StreamOptions) {
          const parts = clients.orderExports.exportOrders({ ...filter, sellerProfileId, cursor }, options);
          for await (const part of parts) yield { rows: part.orders, cursor: part.cursor };
        },
      };
      return sellerProfileId === undefined
        ? exportReply(exports, caller, { ...exported, view: (row) => orderView(row, imageUrl), columns: ORDER_COLUMNS })
        : exportReply(exports, caller, {
            ...exported,
            view: (row) => sellerOrderView(row, imageUrl),
            columns: SELLER_ORDER_COLUMNS,
          });
    },
  }),

  route({
    ...EXPORT,
    name: 'exportPayoutItems',
    method: 'get',
    path: '/payouts/items/export',
    auth: 'seller',
    summary: 'What sold items earn, as a file, newest first: for admins of all sellers, for sellers own ones',
    description: `A line of JSON is an item as the list shows it. ${EXPORT.description}`,
    query: z.object({
      sellerProfileId: id.optional().describe('For admins, or one’s own'),
      status: PayoutItemStatus.optional(),
      orderId: id.optional(),
      ...exportQuery,
    }),
    errors: { 400: ['seller_profile_required'] },
    async handle({ query: { format, sellerProfileId, ...filter }, caller, clients, exports }) {
      const wanted = {
        ...filter,
        sellerProfileId: sellerProfileId ?? (isAdmin(caller) ? undefined : sellerProfileOf(caller)),
      };
      return exportReply(exports, caller, {
        name: 'payout-items',
        format,
        async *call(cursor: string | undefined, options: StreamOptions) {
          const parts = clients.payouts.exportPayoutItems({ ...wanted, cursor }, options);
          for await (const part of parts) yield { rows: part.payoutItems, cursor: part.cursor };
        },
        view: payoutItemView,
        columns: PAYOUT_ITEM_COLUMNS,
      });
    },
  }),
];
