import type { UpdateVariantRequest } from '@estampa/contracts/catalog/v1/variant';
import type { AllFields } from '@estampa/kernel/all-fields';
import { maskedUpdate } from '@estampa/kit/rpc/update-mask';
import { z } from 'zod';
import { baseCostCents, packagingDays, PARTS_AT_ONCE_MAX, productionDays, sku } from './part-schemas.ts';
import { route } from './route.ts';
import { booleanQuery, id, listOf, pageQuery, pathId } from './schemas.ts';
import { VariantJson, variantView } from '../views/product-type.ts';

/** Thousands of variants at once take longer than other calls. */
const GENERATE_DEADLINE_MS = 20_000;

const ofType = z.object({ id: pathId });
const params = z.object({ variantId: pathId });
const costs = { baseCostCents, productionDays, packagingDays };

export const productVariantRoutes = [
  route({
    name: 'generateProductVariants',
    method: 'post',
    path: '/products/types/{id}/generate-variants',
    auth: 'admin',
    summary: 'Create the missing combinations of all active assets',
    description: 'Those that exist, active or not, are kept.',
    params: ofType,
    body: z.object(costs),
    errors: { 400: ['limit_reached', 'no_assets', 'too_many_combinations'], 409: ['already_exists'] },
    response: z.object({
      created: z.int().describe('How many were made now'),
      existing: z.int().describe('Combinations that were there before, deactivated ones included'),
      variants: z.array(VariantJson).describe('All active variants'),
    }),
    settles: ['storefront'],
    async handle({ params: { id: productTypeId }, body, clients }) {
      const { created, existing, variants } = await clients.productTypes.generateVariants(
        { productTypeId, ...body },
        { deadlineMs: GENERATE_DEADLINE_MS },
      );
      return { created, existing, variants: variants.map(variantView) };
    },
  }),

  route({
    name: 'createProductVariant',
    method: 'post',
    path: '/products/types/{id}/variants',
    auth: 'admin',
    summary: 'Create one variant of chosen assets',
    description: 'It may leave out keys, and is then another than one that has them.',
    params: ofType,
    body: z.object({
      assetIds: z.array(id).min(1).max(PARTS_AT_ONCE_MAX).describe('What makes it, at most one asset of a key'),
      sku: sku.nullish().describe('Unique in the product type; made of type and values when left out'),
      ...costs,
    }),
    status: 201,
    errors: { 400: ['unknown_reference', 'limit_reached'], 409: ['already_exists'] },
    response: VariantJson,
    settles: ['storefront'],
    async handle({ params: { id: productTypeId }, body, clients }) {
      const { variant } = await clients.productTypes.createVariant({
        ...body,
        productTypeId,
        sku: body.sku ?? undefined,
      });
      return variantView(variant!);
    },
  }),

  route({
    name: 'listProductVariants',
    method: 'get',
    path: '/products/types/{id}/variants',
    auth: 'admin',
    summary: 'List the variants of a product type, newest first',
    params: ofType,
    query: z.object({ ...pageQuery, includeInactive: booleanQuery.default(false) }),
    response: listOf('variants', VariantJson),
    async handle({ params: { id: productTypeId }, query: { skip, limit, includeInactive }, clients }) {
      const page = { skip, limit };
      const { variants, total } = await clients.productTypes.listVariants({ productTypeId, page, includeInactive });
      return { variants: variants.map(variantView), total, skip, limit };
    },
  }),

  route({
    name: 'getProductVariant',
    method: 'get',
    path: '/products/variants/{variantId}',
    auth: 'admin',
    summary: 'One catalog variant',
    params,
    response: VariantJson,
    async handle({ params: { variantId }, clients }) {
      const { variant } = await clients.productTypes.getVariant({ id: variantId });
      return variantView(variant!);
    },
  }),

  route({
    name: 'updateProductVariant',
    method: 'patch',
    path: '/products/variants/{variantId}',
    auth: 'admin',
    summary: 'Change the cost, SKU or days of a catalog variant',
    description: 'Products on sale keep their prices.',
    params,
    body: z.object({
      baseCostCents: baseCostCents.optional(),
      sku: sku.optional().describe('Unique in the product type'),
      productionDays: productionDays.optional(),
      packagingDays: packagingDays.optional(),
    }),
    errors: { 409: ['already_exists'] },
    response: VariantJson,
    async handle({ params: { variantId }, body, clients }) {
      const { variant } = await clients.productTypes.updateVariant({
        id: variantId,
        ...maskedUpdate(body),
      } satisfies AllFields<UpdateVariantRequest>);
      return variantView(variant!);
    },
  }),

  route({
    name: 'deactivateProductVariant',
    method: 'delete',
    path: '/products/variants/{variantId}',
    auth: 'admin',
    summary: 'Deactivate a catalog variant',
    description: 'It cannot be bought any more.',
    params,
    status: 204,
    settles: ['storefront'],
    handle: ({ params: { variantId }, clients }) => clients.productTypes.deactivateVariant({ id: variantId }),
  }),
];
