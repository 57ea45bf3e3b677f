import { z } from 'zod';
import { chosenSurfaces } from './product-surface-schemas.ts';
import { route } from './route.ts';
import { id, pathId } from './schemas.ts';
import { sellerProductResponse, whileSettling } from './seller-product-responses.ts';
import { SellerProductJson } from '../views/seller-product.ts';
import { withoutNulls } from '../http/without-nulls.ts';
import { MANY_VARIANTS_DEADLINE_MS, newSellerProductFields, newVariant } from './seller-product-bodies.ts';

export const adminSellerProductRoutes = [
  route({
    name: 'createSellerProductFor',
    method: 'post',
    path: '/seller-products/admin',
    auth: 'admin',
    summary: 'Create a product for a seller, as a draft, by the rules that hold for the seller',
    body: z.object({ sellerProfileId: id.describe('Who sells it'), ...newSellerProductFields }),
    status: 201,
    errors: { 400: ['unknown_reference', 'price_too_low'], 409: ['already_exists'] },
    response: SellerProductJson,
    settles: ['media-render', 'storefront'],
    async handle({ body, clients, imageUrl, settle }) {
      const { sellerProduct } = await clients.sellerProducts.createSellerProduct(
        { ...withoutNulls(body), surfaces: chosenSurfaces(body.surfaces), variants: body.variants.map(newVariant) },
        { deadlineMs: MANY_VARIANTS_DEADLINE_MS },
      );
      return whileSettling(settle, sellerProductResponse(clients, sellerProduct!, imageUrl));
    },
  }),

  route({
    name: 'deleteSellerProduct',
    method: 'delete',
    path: '/seller-products/admin/{productId}',
    auth: 'admin',
    summary: 'Remove a product for good',
    description:
      'With its variants, photos, placements and renders, also where other products of the artwork show them. Orders keep what they froze.',
    params: z.object({ productId: pathId }),
    status: 204,
    settles: ['media-render', 'storefront'],
    handle: ({ params, clients }) => clients.sellerProducts.deleteSellerProduct({ id: params.productId }),
  }),
];
