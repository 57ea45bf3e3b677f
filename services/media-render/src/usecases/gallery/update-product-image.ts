import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import type { Gallery } from '../../db/gallery-repository.ts';
import { checkedAltText, type PhotoChange, withChange } from '../../domain/gallery.ts';
import { changeGallery } from './change-gallery.ts';

type Input = { sellerProductId: string; imageId: string; wanted: PhotoChange };

/** What is not named stays as it is; without a change no event is published. */
export function updateProductImage(
  context: Context,
  { sellerProductId, imageId, wanted }: Input,
): TransactionBody<Gallery> {
  const change = { ...wanted, ...(wanted.altText !== undefined && { altText: checkedAltText(wanted.altText) }) };
  return (tx) => changeGallery(context, tx, sellerProductId, (photos) => withChange(photos, imageId, change));
}
