import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import type { Gallery } from '../../db/gallery-repository.ts';
import { inOrder } from '../../domain/gallery.ts';
import { changeGallery } from './change-gallery.ts';

type Input = { sellerProductId: string; imageIds: readonly string[] };

export const reorderProductImages =
  (context: Context, { sellerProductId, imageIds }: Input): TransactionBody<Gallery> =>
  (tx) =>
    changeGallery(context, tx, sellerProductId, (photos) => inOrder(photos, imageIds));
