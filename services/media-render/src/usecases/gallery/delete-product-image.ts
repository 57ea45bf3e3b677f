import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import type { Gallery } from '../../db/gallery-repository.ts';
import { withoutPhoto } from '../../domain/gallery.ts';
import { changeGallery } from './change-gallery.ts';

type Input = { sellerProductId: string; imageId: string };

/** The file itself goes a while later. */
export const deleteProductImage =
  (context: Context, { sellerProductId, imageId }: Input): TransactionBody<Gallery> =>
  (tx) =>
    changeGallery(context, tx, sellerProductId, (photos) => withoutPhoto(photos, imageId));
