import type { UpdateFeeOverrideRequest } from '@estampa/contracts/catalog/v1/fee_override';
import type { AllFields } from '@estampa/kernel/all-fields';
import { maskedUpdate } from '@estampa/kit/rpc/update-mask';
import { z } from 'zod';
import { sellerProfileOf } from '../access/seller-profile-of.ts';
import { FeeOverrideJson, feeOverrideView } from '../views/fee-override.ts';
import { route } from './route.ts';
import { id, listOf, pageQuery, pathId, percent, percentToBasisPoints } from './schemas.ts';

const params = z.object({ id: pathId });
const instant = z.iso.datetime();
const platformFeePercent = percent.describe('Share of the price that the platform keeps instead of the type’s');
const endsAt = instant.nullish().describe('Orders from then on have it no more; null: it holds for good');

const dateOf = (written: string | null | undefined) => (written ? new Date(written) : undefined);

export const feeOverrideRoutes = [
  route({
    name: 'createFeeOverride',
    method: 'post',
    path: '/fees/overrides',
    auth: 'admin',
    summary: 'Agree on another platform fee with a seller',
    description:
      'Orders placed from then on have it, and prices are measured against it; none changes. One for a product type comes before one for all. Prices on sale that no longer cover their cost stay, with priceBelowCost.',
    body: z.object({
      sellerProfileId: id.describe('The artist'),
      productTypeId: id.nullish().describe('What it holds for; null: all product types that have none of their own'),
      platformFeePercent,
      startsAt: instant.nullish().describe('Orders from then on have it, never earlier ones; null: at once'),
      endsAt,
    }),
    status: 201,
    errors: { 400: ['unknown_reference'], 409: ['already_exists'] },
    response: FeeOverrideJson,
    async handle({ body, clients }) {
      const { feeOverride } = await clients.feeOverrides.createFeeOverride({
        sellerProfileId: body.sellerProfileId,
        productTypeId: body.productTypeId ?? undefined,
        platformFeeBasisPoints: percentToBasisPoints(body.platformFeePercent),
        startsAt: dateOf(body.startsAt),
        endsAt: dateOf(body.endsAt),
      });
      return feeOverrideView(feeOverride!);
    },
  }),

  route({
    name: 'listFeeOverrides',
    method: 'get',
    path: '/fees/overrides',
    auth: 'admin',
    summary: 'Platform fees that were agreed with sellers, newest first, also those that have ended',
    query: z.object({ ...pageQuery, sellerProfileId: id.optional(), productTypeId: id.optional() }),
    response: listOf('feeOverrides', FeeOverrideJson),
    async handle({ query: { skip, limit, ...filter }, clients }) {
      const { feeOverrides, total } = await clients.feeOverrides.listFeeOverrides({ ...filter, page: { skip, limit } });
      return { feeOverrides: feeOverrides.map(feeOverrideView), total, skip, limit };
    },
  }),

  route({
    name: 'listOwnFeeOverrides',
    method: 'get',
    path: '/fees/overrides/me',
    auth: 'seller',
    summary: 'Platform fees that were agreed with oneself, newest first, also those that have ended',
    query: z.object(pageQuery),
    errors: { 400: ['seller_profile_required'] },
    response: listOf('feeOverrides', FeeOverrideJson),
    async handle({ query: page, caller, clients }) {
      const own = { sellerProfileId: sellerProfileOf(caller), page };
      const { feeOverrides, total } = await clients.feeOverrides.listFeeOverrides(own);
      return { feeOverrides: feeOverrides.map(feeOverrideView), total, ...page };
    },
  }),

  route({
    name: 'getFeeOverride',
    method: 'get',
    path: '/fees/overrides/{id}',
    auth: 'admin',
    summary: 'One platform fee that was agreed with a seller',
    params,
    response: FeeOverrideJson,
    async handle({ params: { id: overrideId }, clients }) {
      const { feeOverride } = await clients.feeOverrides.getFeeOverride({ id: overrideId });
      return feeOverrideView(feeOverride!);
    },
  }),

  route({
    name: 'updateFeeOverride',
    method: 'patch',
    path: '/fees/overrides/{id}',
    auth: 'admin',
    summary: 'Change a platform fee that was agreed with a seller',
    description: 'Before it begins all of this; once it is in force, only when it ends: not in the past.',
    params,
    body: z.object({
      platformFeePercent: platformFeePercent.optional(),
      startsAt: instant.optional().describe('Orders from then on have it, never earlier ones'),
      endsAt,
    }),
    errors: { 400: ['wrong_state'], 409: ['already_exists'] },
    response: FeeOverrideJson,
    async handle({ params: { id: overrideId }, body, clients }) {
      const fee = body.platformFeePercent;
      const { feeOverride } = await clients.feeOverrides.updateFeeOverride({
        id: overrideId,
        ...maskedUpdate({
          platformFeeBasisPoints: fee === undefined ? undefined : percentToBasisPoints(fee),
          startsAt: dateOf(body.startsAt),
          endsAt: body.endsAt === null ? null : dateOf(body.endsAt),
        }),
      } satisfies AllFields<UpdateFeeOverrideRequest>);
      return feeOverrideView(feeOverride!);
    },
  }),

  route({
    name: 'endFeeOverride',
    method: 'delete',
    path: '/fees/overrides/{id}',
    auth: 'admin',
    summary: 'End a platform fee that was agreed with a seller',
    description:
      'Now, where it is in force; it stays listed. One that has not begun is removed, and one that has ended stays as it is.',
    params,
    status: 204,
    handle: ({ params: { id: overrideId }, clients }) => clients.feeOverrides.endFeeOverride({ id: overrideId }),
  }),
];
