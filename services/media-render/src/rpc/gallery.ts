import type { GalleryServiceService, UpdateProductImageRequest } from '@estampa/contracts/media/v1/gallery';
import { command, streamedCommand } from '@estampa/kit/rpc/command';
import type { Handlers } from '@estampa/kit/rpc/server';
import { changesIn, type UpdateFields } from '@estampa/kit/rpc/update-mask';
import type { Context } from '../context.ts';
import type { PhotoChange } from '../domain/gallery.ts';
import { galleryMessages, productImageMessage } from '../messages/gallery.ts';
import { listedRenderMessage, placementMessage } from '../messages/render.ts';
import { addProductImage } from '../usecases/gallery/add-product-image.ts';
import { deleteProductImage } from '../usecases/gallery/delete-product-image.ts';
import { listProductPictures } from '../usecases/gallery/list-product-images.ts';
import { receivePhoto } from '../usecases/gallery/receive-photo.ts';
import { reorderProductImages } from '../usecases/gallery/reorder-product-images.ts';
import { updateProductImage } from '../usecases/gallery/update-product-image.ts';

const AT_ONCE = { callsOthers: false };

export const gallery: Handlers<typeof GalleryServiceService, Context> = {
  addProductImage: streamedCommand(receivePhoto, addProductImage, ({ sellerProductId, photo, position }) => ({
    image: productImageMessage(sellerProductId, photo, position),
  })),

  updateProductImage: command(
    (context, request) => {
      const { sellerProductId, imageId } = request;
      const body = updateProductImage(context, { sellerProductId, imageId, wanted: changesIn(request, CHANGEABLE) });
      return async (tx) => {
        const images = galleryMessages(await body(tx));
        return images.find(({ id }) => id === imageId)!;
      };
    },
    (image) => ({ image }),
    AT_ONCE,
  ),

  deleteProductImage: command(deleteProductImage, () => ({}), AT_ONCE),

  reorderProductImages: command(reorderProductImages, (changed) => ({ images: galleryMessages(changed) }), AT_ONCE),

  async listProductPictures(context, request) {
    const { photos, renders, placements } = await listProductPictures(context, request);
    return {
      images: photos.map(({ sellerProductId, position, ...photo }) =>
        productImageMessage(sellerProductId, photo, position),
      ),
      renders: renders.map(listedRenderMessage),
      placements: placements.map(placementMessage),
    };
  },
};

const CHANGEABLE = {
  altText: 'clearable',
  isPrimary: 'required',
} as const satisfies UpdateFields<UpdateProductImageRequest, 'sellerProductId' | 'imageId', PhotoChange>;
