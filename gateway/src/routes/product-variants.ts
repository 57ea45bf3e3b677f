import { z } from 'zod';
import { route } from '../route.ts';
import { booleanQuery, cents, listOf, pageQuery, pathId } from '../schemas.ts';
import { VariantJson, variantView } from '../views/product-type.ts';

const UNIT_COST_MAX_CENTS = 10_000_000;
const DAYS_MAX = 365;
/** Thousands of variants at once take longer than other calls. */
const GENERATE_DEADLINE_MS = 20_000;

const days = z.int().min(0).max(DAYS_MAX);
const params = z.object({ id: pathId });

export const productVariantRoutes = [
  route({
    method: 'post',
    path: '/products/types/{id}/generate-variants',
    auth: 'admin',
    summary: 'Create the missing combinations of all active assets; those that exist, active or not, are kept',
    params,
    body: z.object({ baseCostCents: cents.max(UNIT_COST_MAX_CENTS), productionDays: days, packagingDays: days }),
    answer: z.object({
      created: z.int(),
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
    method: 'get',
    path: '/products/types/{id}/variants',
    auth: 'admin',
    summary: 'List the variants of a product type, newest first',
    params,
    query: z.object({ ...pageQuery, includeInactive: booleanQuery.default(false) }),
    answer: listOf('variants', VariantJson),
    async handle({ params: { id: productTypeId }, query: { skip, limit, includeInactive }, clients }) {
      const page = { skip, limit };
      const { variants, total } = await clients.productTypes.listVariants({ productTypeId, page, includeInactive });
      return { variants: variants.map(variantView), total, skip, limit };
    },
  }),
];
