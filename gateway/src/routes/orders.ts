import type { ListOrdersResponse } from '@estampa/contracts/orders/v1/order';
import { z } from 'zod';
import { CheckoutBody, checkoutRequest } from './checkout-body.ts';
import { countCouponCode, COUPON_CODES_PER_MINUTE, COUPON_REJECTIONS } from './coupons.ts';
import { changesQuery, changesSince, orderPeriod, periodQuery } from './order-period.ts';
import type { ImageUrl } from '../views/image-url.ts';
import { deepListOf, deepPageQuery, pageView, type Window } from './deep-lists.ts';
import { route } from './route.ts';
import { STAFF_SEARCH_MAX_CHARACTERS, id, pathId, text, url } from './schemas.ts';
import { FulfillmentStatus, OrderJson, orderView, PaymentStatus } from '../views/order.ts';

const EMAIL_MAX_CHARACTERS = 254;

const orderFilters = {
  payment_status: PaymentStatus.optional(),
  fulfillment_status: FulfillmentStatus.optional(),
  search: text(0, STAFF_SEARCH_MAX_CHARACTERS).optional().describe('Any part of order number, e-mail or full name'),
  ...periodQuery,
};
export const adminFilters = {
  ...orderFilters,
  ...changesQuery,
  user_id: id.optional(),
  email: text(0, EMAIL_MAX_CHARACTERS).optional(),
};
const OrderFilters = z.object(orderFilters);
const Filters = z.object({ ...orderFilters, ...deepPageQuery });
const AdminFilters = z.object({ ...adminFilters, ...deepPageQuery });
const Orders = deepListOf('orders', OrderJson);

export const orderRoutes = [
  route({
    name: 'placeOrder',
    method: 'post',
    path: '/orders',
    auth: 'user',
    summary: 'Check out',
    description: `Freezes prices, stores the order and starts its payment. With a couponCode at most ${COUPON_CODES_PER_MINUTE} times a minute.`,
    body: CheckoutBody,
    status: 201,
    errors: {
      400: [
        'unknown_reference',
        'document_required',
        'item_unavailable',
        'discount_not_allowed',
        ...COUPON_REJECTIONS,
        'invalid_shipping_method',
        'shipping_price_changed',
        'payment_refused',
      ],
      409: ['conflict'],
      503: ['payment_gateway_unavailable', 'shipping_quotes_unavailable', 'too_many_quotes'],
    },
    response: OrderJson,
    async handle({ body, caller, clients, imageUrl, countShared }) {
      if (body.couponCode) countCouponCode(countShared, caller);
      const { order } = await clients.orders.placeOrder(checkoutRequest(body, caller.userId));
      return orderView(order!, imageUrl);
    },
  }),

  route({
    name: 'payOrder',
    method: 'post',
    path: '/orders/{orderId}/pay',
    auth: 'user',
    owner: 'buyer',
    summary: 'A new payment for an order that is not paid yet',
    params: z.object({ orderId: pathId }),
    errors: {
      400: ['wrong_state', 'document_required', 'payment_refused'],
      409: ['conflict'],
      503: ['payment_gateway_unavailable'],
    },
    response: z
      .object({
        orderId: id.describe('The order to be paid'),
        initPoint: url.describe('Where the buyer pays'),
        sandboxInitPoint: url.nullable().describe('The same in the provider’s sandbox; null where it has none'),
        preferenceId: z.string().describe('The provider’s id of the page to pay at'),
      })
      .meta({ id: 'StartedPayment' }),
    async handle({ params, clients }) {
      const started = await clients.orders.payOrder(params);
      return {
        orderId: started.orderId,
        initPoint: started.initPoint,
        sandboxInitPoint: started.sandboxInitPoint ?? null,
        preferenceId: started.preferenceId,
      };
    },
  }),

  route({
    name: 'listOwnOrders',
    method: 'get',
    path: '/orders/me',
    auth: 'user',
    summary: 'Own orders, newest first',
    query: Filters,
    response: Orders,
    async handle({ query, caller, clients, imageUrl }) {
      const found = await clients.orders.listOrders({ ...filterOf(query), userId: caller.userId, page: pageOf(query) });
      return listView(found, query, imageUrl);
    },
  }),

  route({
    name: 'getOrder',
    method: 'get',
    path: '/orders/{orderId}',
    auth: 'user',
    owner: 'buyer',
    summary: 'One order, for its buyer or an admin',
    params: z.object({ orderId: pathId }),
    response: OrderJson,
    async handle({ params, clients, imageUrl }) {
      const { order } = await clients.orders.getOrder({ id: params.orderId });
      return orderView(order!, imageUrl);
    },
  }),

  route({
    name: 'listOrders',
    method: 'get',
    path: '/orders',
    auth: 'admin',
    summary: 'All orders, newest first, or what changed since',
    query: AdminFilters,
    response: Orders,
    async handle({ query, clients, imageUrl }) {
      const filter = {
        ...filterOf(query),
        userId: query.user_id,
        email: query.email || undefined,
        updatedSince: changesSince(query),
        page: pageOf(query),
      };
      return listView(await clients.orders.listOrders(filter), query, imageUrl);
    },
  }),
];

export const filterOf = (query: z.output<typeof OrderFilters>) => ({
  paymentStatus: query.payment_status,
  fulfillmentStatus: query.fulfillment_status,
  search: query.search || undefined,
  ...orderPeriod(query),
});

const pageOf = ({ skip, limit, cursor }: Window) => ({ skip, limit, cursor });

const listView = ({ orders, ...found }: ListOrdersResponse, window: Window, imageUrl: ImageUrl) => ({
  orders: orders.map((order) => orderView(order, imageUrl)),
  ...pageView(found, window),
});
