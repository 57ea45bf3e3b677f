import type { ChosenSurfaces } from '@estampa/contracts/catalog/v1/used_surface';
import type {
  SellerProductServiceService,
  UpdateSellerProductRequest,
} from '@estampa/contracts/catalog/v1/seller_product';
import { command } from '@estampa/kit/rpc/command';
import type { Handlers } from '@estampa/kit/rpc/server';
import { changesIn, type UpdateFields } from '@estampa/kit/rpc/update-mask';
import type { Context } from '../context.ts';
import type { ShownSellerProduct } from '../db/seller-product-parts.ts';
import { invalidFields } from '../domain/rejections.ts';
import type { WantedSurface } from '../domain/product-surfaces.ts';
import { isStatus, type SellerProductStatus } from '../domain/seller-product.ts';
import { sellerProductMessage } from '../messages/seller-product.ts';
import { textLayerOf } from '../messages/text-layer.ts';
import { createSellerProduct } from '../usecases/seller-products/create-seller-product.ts';
import { deleteSellerProduct } from '../usecases/seller-products/delete-seller-product.ts';
import { getSellerProduct } from '../usecases/seller-products/get-seller-product.ts';
import { listSellerProducts } from '../usecases/seller-products/list-seller-products.ts';
import { quoteItems } from '../usecases/seller-products/quote-items.ts';
import { updateSellerProduct, type WantedChange } from '../usecases/seller-products/update-seller-product.ts';
import { sellerVariants, wantedVariant } from './seller-variants.ts';

const FIELDS = {
  title: 'required',
  slug: 'clearable',
  description: 'clearable',
  status: 'required',
  surfaces: 'required',
} as const satisfies UpdateFields<UpdateSellerProductRequest, 'id', WantedChange>;

export const sellerProducts: Handlers<typeof SellerProductServiceService, Context> = {
  createSellerProduct: command(
    (context, request) =>
      createSellerProduct(context, {
        ...request,
        productTypeId: request.productTypeId.toLowerCase(),
        artworkId: request.artworkId.toLowerCase(),
        surfaces: request.surfaces && usedSurfaces(request.surfaces),
        slug: request.slug ?? null,
        description: request.description ?? null,
        variants: request.variants.map(wantedVariant),
      }),
    (product) => ({ sellerProduct: toMessage(product) }),
  ),

  getSellerProduct: async (context, { id }) => ({ sellerProduct: toMessage(await getSellerProduct(context, id)) }),

  async listSellerProducts(context, { status, ...request }) {
    const wanted = status === undefined ? undefined : statusOf(status);
    const { products, ...rest } = await listSellerProducts(context, { ...request, status: wanted });
    return { sellerProducts: products.map(toMessage), ...rest };
  },

  updateSellerProduct: command(
    (context, request) => {
      const { status, surfaces, ...words } = changesIn(request, FIELDS);
      const wanted = {
        ...words,
        ...(status !== undefined && { status: statusOf(status) }),
        ...(surfaces && { surfaces: usedSurfaces(surfaces) }),
      };
      return updateSellerProduct(context, { id: request.id, wanted });
    },
    (product) => ({ sellerProduct: toMessage(product) }),
    { callsOthers: ({ status, surfaces }) => status === 'active' || surfaces !== undefined },
  ),

  deleteSellerProduct: command(deleteSellerProduct, () => ({}), { callsOthers: false }),

  ...sellerVariants,

  quoteItems: async (context, request) => ({ items: await quoteItems(context, request) }),
};

const toMessage = (shown: ShownSellerProduct) => sellerProductMessage(shown, shown.templates, shown.printRules);

const usedSurfaces = ({ list }: ChosenSurfaces): WantedSurface[] =>
  list.map(({ surface, artworkId, textLayer, withoutText }) => ({
    surface,
    artworkId: artworkId.toLowerCase(),
    textLayer: withoutText ? null : textLayer && textLayerOf(textLayer),
  }));

function statusOf(text: string): SellerProductStatus {
  if (!isStatus(text)) throw invalidFields([{ path: 'status', code: 'unknown_status', message: 'is no known status' }]);
  return text;
}
