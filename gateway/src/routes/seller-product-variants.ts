import type { UpdateSellerProductVariantRequest } from '@estampa/contracts/catalog/v1/seller_product';
import type { AllFields } from '@estampa/kernel/all-fields';
import { maskedUpdate } from '@estampa/kit/rpc/update-mask';
import { z } from 'zod';
import { route } from './route.ts';
import { pathId, percent, percentToBasisPoints } from './schemas.ts';
import { SellerProductVariantJson, sellerProductVariantView } from '../views/seller-product.ts';
import {
  allowedOptions,
  MANY_VARIANTS_DEADLINE_MS,
  NewSellerProductVariant,
  newVariant,
  priceCents,
  sku,
  stringLists,
} from './seller-product-bodies.ts';

const MARGIN_DEFAULT_PERCENT = 30;

const ofProduct = z.object({ id: pathId });
const ofVariant = ofProduct.extend({ variantId: pathId });

type Changes = {
  priceCents?: number | undefined;
  allowedOptions?: { values: ReturnType<typeof stringLists> };
  sku?: string | null | undefined;
  isActive?: boolean | undefined;
};

/** One operation with two addresses. */
const generateSkus = (name: string, path: '/generate-skus' | '/variants/generate-skus', deprecated?: string) =>
  route({
    name,
    method: 'post',
    path: `/seller-products/me/{id}${path}`,
    auth: 'seller',
    owner: 'seller',
    summary: 'Add a variant for every active catalog variant that the product never had',
    description: 'At one price or by a margin. What it has stays as it is.',
    ...(deprecated && { deprecated }),
    params: ofProduct,
    body: z
      .object({
        priceCents: priceCents.nullish(),
        marginPercent: percent
          .nullish()
          .describe(
            `Without a price: the least whole price whose profit is at least this much of it; ${MARGIN_DEFAULT_PERCENT} when left out`,
          ),
      })
      .meta({ id: 'GenerateSkusBody' }),
    errors: { 400: ['wrong_state', 'limit_reached', 'price_too_low'] },
    response: z
      .object({
        created: z.int().describe('How many were made now'),
        existing: z.int().describe('Active catalog variants that the product had before'),
        variants: z.array(SellerProductVariantJson).describe('All active ones'),
      })
      .meta({ id: 'GenerateSkusAnswer' }),
    settles: ['storefront'],
    async handle({ params, body, clients }) {
      const { created, existing, variants } = await clients.sellerProducts.generateSellerProductVariants(
        {
          sellerProductId: params.id,
          priceCents: body.priceCents ?? undefined,
          marginBasisPoints: percentToBasisPoints(body.marginPercent ?? MARGIN_DEFAULT_PERCENT),
        },
        { deadlineMs: MANY_VARIANTS_DEADLINE_MS },
      );
      return { created, existing, variants: variants.map(sellerProductVariantView) };
    },
  });

export const sellerProductVariantRoutes = [
  generateSkus('generateSkus', '/generate-skus'),
  generateSkus(
    'generateVariantSkus',
    '/variants/generate-skus',
    'POST /seller-products/me/{id}/generate-skus does the same',
  ),

  route({
    name: 'createSellerProductVariant',
    method: 'post',
    path: '/seller-products/me/{id}/variants',
    auth: 'seller',
    owner: 'seller',
    summary: 'Add a variant',
    description: 'One that was deactivated comes back under its id.',
    params: ofProduct,
    body: NewSellerProductVariant,
    status: 201,
    errors: { 400: ['unknown_reference', 'limit_reached', 'price_too_low'], 409: ['already_exists'] },
    response: SellerProductVariantJson,
    settles: ['storefront'],
    async handle({ params, body, clients }) {
      const request = { sellerProductId: params.id, variant: newVariant(body) };
      const { variant } = await clients.sellerProducts.createSellerProductVariant(request);
      return sellerProductVariantView(variant!);
    },
  }),

  route({
    name: 'updateSellerProductVariant',
    method: 'patch',
    path: '/seller-products/me/{id}/variants/{variantId}',
    auth: 'seller',
    owner: 'seller',
    summary: 'Change a variant',
    description: 'A price that is sent must pay at the present cost, and so must that of a variant that comes back.',
    params: ofVariant,
    body: z.object({
      priceCents: priceCents.optional(),
      allowedOptions,
      sku: sku.describe('null clears it'),
      isActive: z.boolean().optional().describe('Whether it can be bought'),
    }),
    errors: { 400: ['wrong_state', 'price_too_low'], 409: ['already_exists'] },
    response: SellerProductVariantJson,
    settles: ['storefront'],
    async handle({ params, body: { allowedOptions: allowed, ...body }, clients }) {
      const changes = allowed === undefined ? body : { ...body, allowedOptions: { values: stringLists(allowed) } };
      const { variant } = await clients.sellerProducts.updateSellerProductVariant({
        sellerProductId: params.id,
        id: params.variantId,
        ...maskedUpdate<Changes>(changes),
      } satisfies AllFields<UpdateSellerProductVariantRequest>);
      return sellerProductVariantView(variant!);
    },
  }),

  route({
    name: 'deactivateSellerProductVariant',
    method: 'delete',
    path: '/seller-products/me/{id}/variants/{variantId}',
    auth: 'seller',
    owner: 'seller',
    summary: 'Deactivate a variant',
    description: 'An active product keeps its last active one.',
    params: ofVariant,
    status: 204,
    errors: { 400: ['wrong_state'] },
    settles: ['storefront'],
    handle: ({ params, clients }) =>
      clients.sellerProducts.deactivateSellerProductVariant({ sellerProductId: params.id, id: params.variantId }),
  }),
];
