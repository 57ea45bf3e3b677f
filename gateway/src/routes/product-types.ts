import type { UpdateProductTypeRequest } from '@estampa/contracts/catalog/v1/product_type';
import type { AllFields } from '@estampa/kernel/all-fields';
import { maskedUpdate } from '@estampa/kit/rpc/update-mask';
import { z } from 'zod';
import { newPrintRules, printRules } from './print-rules-schemas.ts';
import { newProductSurfaces, productSurfaces } from './product-surface-schemas.ts';
import { route } from './route.ts';
import { booleanQuery, listOf, pageQuery, paragraphs, pathId, percent, percentToBasisPoints, text } from './schemas.ts';
import { ProductTypeJson, productTypeView } from '../views/product-type.ts';

const NAME_MAX_CHARACTERS = 150;
const DESCRIPTION_MAX_CHARACTERS = 5_000;

const slug = z
  .string()
  .regex(/^[a-z0-9-]{1,50}$/, 'takes 1-50 of a-z, 0-9 and -')
  .describe('In addresses and SKUs; no other type has it');
const name = text(1, NAME_MAX_CHARACTERS).describe('What visitors see');
const description = paragraphs(0, DESCRIPTION_MAX_CHARACTERS).nullish().describe('What visitors read');
const platformFeePercent = percent.describe('Share of the price that the platform keeps');
const artistRoyaltyPercent = percent.describe('Share of the profit that the artist earns');

const params = z.object({ id: pathId });

export const productTypeRoutes = [
  route({
    name: 'createProductType',
    method: 'post',
    path: '/products/types',
    auth: 'admin',
    summary: 'Create a product type',
    description: 'It is active at once.',
    body: z.object({
      slug,
      name,
      description,
      platformFeePercent,
      artistRoyaltyPercent,
      surfaces: newProductSurfaces.nullish(),
      printRules: newPrintRules.nullish().describe('Null: artworks are looked at for their resolution alone'),
    }),
    status: 201,
    errors: { 400: ['already_exists'] },
    response: ProductTypeJson,
    settles: ['storefront'],
    async handle({ body, clients }) {
      const { productType } = await clients.productTypes.createProductType({
        slug: body.slug,
        name: body.name,
        description: body.description ?? undefined,
        platformFeeBasisPoints: percentToBasisPoints(body.platformFeePercent),
        artistRoyaltyBasisPoints: percentToBasisPoints(body.artistRoyaltyPercent),
        surfaces: productSurfaces(body.surfaces),
        printRules: printRules(body.printRules) ?? undefined,
      });
      return productTypeView(productType!);
    },
  }),

  route({
    name: 'listProductTypes',
    method: 'get',
    path: '/products/types',
    auth: 'admin',
    summary: 'List product types, newest first',
    query: z.object({ ...pageQuery, includeInactive: booleanQuery.default(false) }),
    response: listOf('productTypes', ProductTypeJson),
    async handle({ query: { skip, limit, includeInactive }, clients }) {
      const { productTypes, total } = await clients.productTypes.listProductTypes({
        page: { skip, limit },
        includeInactive,
      });
      return { productTypes: productTypes.map(productTypeView), total, skip, limit };
    },
  }),

  route({
    name: 'getProductType',
    method: 'get',
    path: '/products/types/{id}',
    auth: 'admin',
    summary: 'One product type',
    params,
    response: ProductTypeJson,
    async handle({ params: { id }, clients }) {
      const { productType } = await clients.productTypes.getProductType({ id });
      return productTypeView(productType!);
    },
  }),

  route({
    name: 'updateProductType',
    method: 'patch',
    path: '/products/types/{id}',
    auth: 'admin',
    summary: 'Change a product type',
    description: 'SKUs keep the slug that they were made with, and prices stay when a surface costs more.',
    params,
    body: z.object({
      slug: slug.optional(),
      name: name.optional(),
      description,
      platformFeePercent: platformFeePercent.optional(),
      artistRoyaltyPercent: artistRoyaltyPercent.optional(),
      isActive: z.boolean().optional().describe('Whether sellers are offered it; what is on sale stays on sale'),
      surfaces: newProductSurfaces.optional(),
      printRules: newPrintRules
        .nullish()
        .describe('All of them; null: artworks are looked at for their resolution alone'),
    }),
    errors: { 400: ['already_exists'] },
    response: ProductTypeJson,
    settles: ['storefront'],
    async handle({ params: { id }, body, clients }) {
      const { platformFeePercent: fee, artistRoyaltyPercent: royalty, ...rest } = body;
      const { productType } = await clients.productTypes.updateProductType({
        id,
        ...maskedUpdate({
          slug: rest.slug,
          name: rest.name,
          description: rest.description,
          platformFeeBasisPoints: fee === undefined ? undefined : percentToBasisPoints(fee),
          artistRoyaltyBasisPoints: royalty === undefined ? undefined : percentToBasisPoints(royalty),
          isActive: rest.isActive,
          surfaces: productSurfaces(rest.surfaces),
          printRules: printRules(rest.printRules),
        }),
      } satisfies AllFields<UpdateProductTypeRequest>);
      return productTypeView(productType!);
    },
  }),

  route({
    name: 'deactivateProductType',
    method: 'delete',
    path: '/products/types/{id}',
    auth: 'admin',
    summary: 'Hide a product type from sellers',
    description: 'What is on sale stays on sale.',
    params,
    status: 204,
    settles: ['storefront'],
    handle: ({ params: { id }, clients }) => clients.productTypes.deactivateProductType({ id }),
  }),
];
