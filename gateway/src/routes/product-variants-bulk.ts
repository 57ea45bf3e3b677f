import { z } from 'zod';
import {
  baseCostCents,
  packagingDays,
  partKey,
  PARTS_AT_ONCE_MAX,
  productionDays,
  VARIANTS_AT_ONCE_MAX,
} from './part-schemas.ts';
import { route } from './route.ts';
import { failing, id, pathId } from './schemas.ts';
import { VariantJson, variantView } from '../views/product-type.ts';

const BULK_DEADLINE_MS = 20_000;

const params = z.object({ id: pathId });

const VariantChange = z.object({
  id: id.describe('Of the variant to change'),
  baseCostCents: baseCostCents.optional(),
  productionDays: productionDays.optional(),
  packagingDays: packagingDays.optional(),
});

const ByIds = z.object({ ids: z.array(id).min(1).max(VARIANTS_AT_ONCE_MAX) });
const ByKeys = z.object({ keysOtherThan: z.array(partKey).min(1).max(PARTS_AT_ONCE_MAX) });

const isOneOf = ({ ids, keysOtherThan }: { ids?: unknown; keysOtherThan?: unknown }): boolean =>
  (ids == null) !== (keysOtherThan == null);

const Which = z
  .object({
    ids: ByIds.shape.ids.nullish().describe('Deactivates these'),
    keysOtherThan: ByKeys.shape.keysOtherThan
      .nullish()
      .describe('Deactivates what has other asset keys than exactly these'),
  })
  .refine(isOneOf, failing('required', 'needs either ids or keysOtherThan'))
  .meta({ oneOf: [{ required: ['ids'] }, { required: ['keysOtherThan'] }] });

export const productVariantsBulkRoutes = [
  route({
    name: 'updateProductVariants',
    method: 'patch',
    path: '/products/types/{id}/variants/bulk',
    auth: 'admin',
    summary: 'Change costs and days of several catalog variants, all or none',
    params,
    body: z.object({ variants: z.array(VariantChange).min(1).max(VARIANTS_AT_ONCE_MAX) }),
    errors: { 400: ['unknown_reference'] },
    response: z.object({ variants: z.array(VariantJson).describe('Those named, in their order') }),
    async handle({ params: { id: productTypeId }, body, clients }) {
      const { variants } = await clients.productTypes.updateVariants(
        { productTypeId, variants: body.variants },
        { deadlineMs: BULK_DEADLINE_MS },
      );
      return { variants: variants.map(variantView) };
    },
  }),

  route({
    name: 'deactivateProductVariants',
    method: 'delete',
    path: '/products/types/{id}/variants/bulk',
    auth: 'admin',
    summary: 'Deactivate several catalog variants, all or none',
    description: 'Those named, or those without exactly some asset keys.',
    params,
    body: Which,
    errors: { 400: ['unknown_reference'] },
    response: z.object({ deactivated: z.int().describe('How many of them were active') }),
    settles: ['storefront'],
    async handle({ params: { id: productTypeId }, body: { ids, keysOtherThan }, clients }) {
      return clients.productTypes.deactivateVariants(
        {
          productTypeId,
          ids: ids ? { ids } : undefined,
          keysOtherThan: keysOtherThan ? { keys: keysOtherThan } : undefined,
        },
        { deadlineMs: BULK_DEADLINE_MS },
      );
    },
  }),
];
