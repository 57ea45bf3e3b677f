import { z } from 'zod';
import type { ListPayoutItemsResponse } from '@estampa/contracts/payouts/v1/payouts';
import { JSON_TYPE } from '../http/caching.ts';
import { changesQuery, changesSince } from './order-period.ts';
import { deepListOf, deepPageQuery, pageView, type Window } from './deep-lists.ts';
import { payoutPage } from './payout-page.ts';
import { replyBytes, route } from './route.ts';
import { id, pathId, text } from './schemas.ts';
import { sellerProfileOf } from '../access/seller-profile-of.ts';
import { withoutNulls } from '../http/without-nulls.ts';
import {
  PayoutItemJson,
  PayoutItemStatus,
  payoutItemView,
  PayoutJson,
  PayoutStatus,
  payoutView,
  SummaryJson,
  summaryView,
} from '../views/payout.ts';
import { statementCsv, StatementFormat, StatementJson, statementPage, statementView } from '../views/statement.ts';

const PAYOUT_ITEMS_MAX = 500;
const REFERENCE_MAX_CHARACTERS = 200;
const REASON_MAX_CHARACTERS = 500;

const Payouts = deepListOf('payouts', PayoutJson);
const PayoutItems = deepListOf('payoutItems', PayoutItemJson);
const ById = z.object({ id: pathId });

export const payoutRoutes = [
  route({
    name: 'createPayout',
    method: 'post',
    path: '/payouts',
    auth: 'admin',
    summary: "Put a seller's releasable items, and what the seller owes back, into a new batch",
    description: 'It holds at most 500 items.',
    body: z.object({
      sellerProfileId: id.describe('The artist who is paid'),
      payoutItemIds: z
        .array(id)
        .min(1)
        .max(PAYOUT_ITEMS_MAX)
        .nullish()
        .describe('All that are releasable and in no other batch, when left out'),
    }),
    status: 201,
    errors: { 400: ['unknown_reference', 'wrong_state', 'limit_reached', 'nothing_to_pay'] },
    response: PayoutJson,
    async handle({ body, clients }) {
      const { sellerProfileId, payoutItemIds } = body;
      const wanted = { sellerProfileId, payoutItemIds: payoutItemIds ?? [] };
      return payoutView((await clients.payouts.createPayout(wanted)).payout!);
    },
  }),

  route({
    name: 'listPayouts',
    method: 'get',
    path: '/payouts',
    auth: 'admin',
    summary: 'All batches, newest first, or what changed since',
    query: z.object({
      sellerProfileId: id.optional(),
      status: PayoutStatus.optional(),
      ...deepPageQuery,
      ...changesQuery,
    }),
    response: Payouts,
    async handle({ query: { skip, limit, cursor, sellerProfileId, status, ...filter }, clients }) {
      const page = { skip, limit, cursor };
      const requested = { sellerProfileId, status, updatedSince: changesSince(filter), page, withSummary: false };
      return replyBytes(await payoutPage(clients, requested), JSON_TYPE);
    },
  }),

  route({
    name: 'listPayoutItems',
    method: 'get',
    path: '/payouts/items',
    auth: 'admin',
    summary: 'What all sold items earn their sellers, newest first',
    query: z.object({
      sellerProfileId: id.optional(),
      status: PayoutItemStatus.optional(),
      orderId: id.optional(),
      ...deepPageQuery,
    }),
    response: PayoutItems,
    async handle({ query, clients }) {
      const { skip, limit, cursor, ...filter } = query;
      return itemsView(await clients.payouts.listPayoutItems({ ...filter, page: { skip, limit, cursor } }), query);
    },
  }),

  route({
    name: 'listOwnPayouts',
    method: 'get',
    path: '/payouts/me',
    auth: 'seller',
    summary: 'Own batches, newest first or what changed since, with what is where',
    query: z.object({ status: PayoutStatus.optional(), ...deepPageQuery, ...changesQuery }),
    errors: { 400: ['seller_profile_required'] },
    response: z.object({
      ...Payouts.shape,
      summary: SummaryJson.describe('Of all that was ever earned, whatever the page shows'),
    }),
    async handle({ query: { skip, limit, cursor, status, ...filter }, caller, clients }) {
      const sellerProfileId = sellerProfileOf(caller);
      const page = { skip, limit, cursor };
      const own = { sellerProfileId, status, updatedSince: changesSince(filter), page, withSummary: true };
      return replyBytes(await payoutPage(clients, own), JSON_TYPE);
    },
  }),

  route({
    name: 'listOwnPayoutItems',
    method: 'get',
    path: '/payouts/me/items',
    auth: 'seller',
    summary: 'What own sold items earn, newest first, with what is where',
    query: z.object({ status: PayoutItemStatus.optional(), orderId: id.optional(), ...deepPageQuery }),
    errors: { 400: ['seller_profile_required'] },
    response: z.object({
      ...PayoutItems.shape,
      summary: SummaryJson.describe('Of all that was ever earned, whatever the page shows'),
    }),
    async handle({ query, caller, clients }) {
      const { skip, limit, cursor, ...filter } = query;
      const own = { ...filter, sellerProfileId: sellerProfileOf(caller), page: { skip, limit, cursor } };
      const listed = await clients.payouts.listPayoutItems(own);
      return { ...itemsView(listed, query), summary: summaryView(listed.summary!) };
    },
  }),

  route({
    name: 'getPayout',
    method: 'get',
    path: '/payouts/{id}',
    auth: 'admin',
    summary: 'One batch with its items',
    params: ById,
    response: PayoutJson,
    async handle({ params, clients }) {
      return payoutView((await clients.payouts.getPayout(params)).payout!);
    },
  }),

  route({
    name: 'getPayoutStatement',
    method: 'get',
    path: '/payouts/{id}/statement',
    auth: 'seller',
    owner: 'seller',
    summary: 'A batch as its seller files it',
    description: 'As JSON, as CSV, or as a page to be printed.',
    params: ById,
    query: z.object({ format: StatementFormat.default('json') }),
    response: StatementJson,
    produces: ['text/csv', 'text/html'],
    responseHeaders: { 'Content-Disposition': 'The name of the file; absent for JSON' },
    async handle({ params, query: { format }, clients }) {
      const payout = (await clients.payouts.getPayout(params)).payout!;
      if (format === 'json') return statementView(payout);
      const isPage = format === 'html';
      const body = isPage ? statementPage(payout) : statementCsv(payout);
      return replyBytes(Buffer.from(body), isPage ? 'text/html; charset=utf-8' : 'text/csv; charset=utf-8', {
        'Content-Disposition': `${isPage ? 'inline' : 'attachment'}; filename="payout-${payout.id}.${format}"`,
        'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      });
    },
  }),

  route({
    name: 'markPayoutPaid',
    method: 'patch',
    path: '/payouts/{id}/mark-paid',
    auth: 'admin',
    summary: 'The money of a pending batch has been sent',
    params: ById,
    body: z.object({
      reference: text(1, REFERENCE_MAX_CHARACTERS).nullish().describe('Of the transfer; the artist sees it'),
    }),
    errors: { 400: ['wrong_state', 'nothing_to_pay'] },
    response: PayoutJson,
    async handle({ params, body, clients }) {
      const paid = { ...params, ...withoutNulls(body) };
      return payoutView((await clients.payouts.markPayoutPaid(paid)).payout!);
    },
  }),

  route({
    name: 'markPayoutFailed',
    method: 'patch',
    path: '/payouts/{id}/mark-failed',
    auth: 'admin',
    summary: 'The money of a pending batch could not be sent',
    description: 'Its items are free for another one.',
    params: ById,
    body: z.object({
      reason: text(1, REASON_MAX_CHARACTERS).describe('Why the money could not be sent; the artist sees it'),
    }),
    errors: { 400: ['wrong_state'] },
    response: PayoutJson,
    async handle({ params, body, clients }) {
      const failed = { id: params.id, reason: body.reason };
      return payoutView((await clients.payouts.markPayoutFailed(failed)).payout!);
    },
  }),
];

const itemsView = ({ payoutItems, ...found }: ListPayoutItemsResponse, window: Window) => ({
  payoutItems: payoutItems.map(payoutItemView),
  ...pageView(found, window),
});
