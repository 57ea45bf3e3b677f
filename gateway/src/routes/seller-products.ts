import type { UpdateSellerProductRequest } from '@estampa/contracts/catalog/v1/seller_product';
import type { AllFields } from '@estampa/kernel/all-fields';
import { maskedUpdate } from '@estampa/kit/rpc/update-mask';
import { z } from 'zod';
import { JSON_TYPE } from '../http/caching.ts';
import { Holes } from '../pages/holes.ts';
import { changesQuery, changesSince } from './order-period.ts';
import { changedSurfaces, chosenSurfaces } from './product-surface-schemas.ts';
import { replyBytes, route } from './route.ts';
import { deepListOf, deepPageQuery, pageView } from './deep-lists.ts';
import { id, pathId, slug } from './schemas.ts';
import {
  sellerProductResponse,
  sellerProductResponses,
  fullSellerProductResponse,
  publishedProductResponse,
  whileSettling,
} from './seller-product-responses.ts';
import { sellerProfileOf } from '../access/seller-profile-of.ts';
import { SellerProductStatus, SellerProductJson } from '../views/seller-product.ts';
import { withoutNulls } from '../http/without-nulls.ts';
import {
  description,
  MANY_VARIANTS_DEADLINE_MS,
  newSellerProductFields,
  newVariant,
  title,
} from './seller-product-bodies.ts';
import { ProductPageJson } from './storefront.ts';

const ofProduct = z.object({ id: pathId });

/** Only a product on sale must have a slug. */
const ProductPreviewJson = ProductPageJson.extend({ slug: z.string().nullable() }).meta({ id: 'ProductPreview' });

export const sellerProductRoutes = [
  route({
    name: 'createSellerProduct',
    method: 'post',
    path: '/seller-products/me',
    auth: 'seller',
    summary: 'Create a product as a draft',
    description: 'Nothing is rendered yet.',
    body: z.object(newSellerProductFields),
    status: 201,
    errors: { 400: ['unknown_reference', 'seller_profile_required', 'price_too_low'], 409: ['already_exists'] },
    response: SellerProductJson,
    settles: ['media-render', 'storefront'],
    async handle({ body, caller, clients, imageUrl, settle }) {
      const { sellerProduct } = await clients.sellerProducts.createSellerProduct(
        {
          ...withoutNulls(body),
          sellerProfileId: sellerProfileOf(caller),
          surfaces: chosenSurfaces(body.surfaces),
          variants: body.variants.map(newVariant),
        },
        { deadlineMs: MANY_VARIANTS_DEADLINE_MS },
      );
      return whileSettling(settle, sellerProductResponse(clients, sellerProduct!, imageUrl));
    },
  }),

  route({
    name: 'listOwnSellerProducts',
    method: 'get',
    path: '/seller-products/me',
    auth: 'seller',
    summary: 'List own products, newest first, or what changed since',
    query: z.object({
      ...deepPageQuery,
      ...changesQuery,
      status: SellerProductStatus.optional(),
      sellerProfileId: id.optional().describe('For admins: the products of this seller'),
    }),
    errors: { 400: ['seller_profile_required'] },
    response: deepListOf('sellerProducts', SellerProductJson),
    async handle({ query: { skip, limit, cursor, ...filter }, caller, clients, imageUrl }) {
      const page = { skip, limit, cursor };
      const { sellerProducts, ...found } = await clients.sellerProducts.listSellerProducts({
        sellerProfileId: filter.sellerProfileId ?? sellerProfileOf(caller),
        page,
        status: filter.status,
        updatedSince: changesSince(filter),
      });
      const products = await sellerProductResponses(clients, sellerProducts, imageUrl);
      return { sellerProducts: products, ...pageView(found, page) };
    },
  }),

  route({
    name: 'getSellerProduct',
    method: 'get',
    path: '/seller-products/me/{id}',
    auth: 'seller',
    owner: 'seller',
    summary: 'One of the own products',
    params: ofProduct,
    response: SellerProductJson,
    async handle({ params, clients, imageUrl }) {
      const { sellerProduct } = await clients.sellerProducts.getSellerProduct(params);
      return fullSellerProductResponse(clients, sellerProduct!, imageUrl);
    },
  }),

  route({
    name: 'updateSellerProduct',
    method: 'patch',
    path: '/seller-products/me/{id}',
    auth: 'seller',
    owner: 'seller',
    summary: 'Change a product, its status included',
    description: 'To be active it needs a slug, a render and an active variant.',
    params: ofProduct,
    body: z.object({
      title: title.optional().describe('What visitors see'),
      slug: slug.nullish().describe('null clears it'),
      description: description.nullish().describe('null clears it'),
      status: SellerProductStatus.optional().describe(
        'draft to active, active to paused and back, all to archived, archived to draft',
      ),
      surfaces: changedSurfaces,
    }),
    errors: {
      400: ['wrong_state', 'cannot_publish', 'price_too_low', 'unknown_reference'],
      409: ['already_exists', 'conflict'],
    },
    response: SellerProductJson,
    settles: ['media-render', 'storefront'],
    // Images have to do with what is on sale, not with words.
    settlesFor: ({ status, surfaces }) =>
      status === undefined && surfaces === undefined ? ['storefront'] : ['media-render', 'storefront'],
    async handle({ params, body, clients, imageUrl, settle }) {
      const { sellerProduct } = await clients.sellerProducts.updateSellerProduct({
        ...params,
        ...maskedUpdate({ ...body, surfaces: chosenSurfaces(body.surfaces) }),
      } satisfies AllFields<UpdateSellerProductRequest>);
      const respond = body.status === 'active' ? publishedProductResponse : sellerProductResponse;
      return whileSettling(settle, respond(clients, sellerProduct!, imageUrl));
    },
  }),

  route({
    name: 'archiveSellerProduct',
    method: 'delete',
    path: '/seller-products/me/{id}',
    auth: 'seller',
    owner: 'seller',
    summary: 'Archive a product',
    description: 'Repeating it changes nothing.',
    params: ofProduct,
    status: 204,
    errors: { 400: ['wrong_state'], 409: ['conflict'] },
    settles: ['media-render', 'storefront'],
    handle: ({ params, clients }) =>
      clients.sellerProducts.updateSellerProduct({ ...params, ...maskedUpdate({ status: 'archived' }) }),
  }),

  route({
    name: 'previewSellerProduct',
    method: 'get',
    path: '/seller-products/me/{id}/preview',
    auth: 'seller',
    owner: 'seller',
    summary: 'The page of a product as visitors will see it, whatever its status',
    params: ofProduct,
    response: ProductPreviewJson,
    async handle({ params, clients }) {
      const { document, opinion } = await clients.storefront.getProductPreview({ sellerProductId: params.id });
      const { json, holes } = document!;
      return replyBytes(new Holes(holes, 0).fill(json, opinion!), JSON_TYPE);
    },
  }),
];
