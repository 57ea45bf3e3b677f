import { eventually } from '@estampa/testing/eventually';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADMIN, aSeller, type Media, startSharedMedia } from './media.ts';
import { addPhoto, galleryOf, photosOf, notifyOfProduct } from './photos.ts';

let media: Media;
beforeAll(async () => {
  media = await startSharedMedia();
});
afterAll(() => media.stop());

it('takes the photos of a product along when it goes for good, and none of another', async () => {
  const seller = aSeller();
  const { sellerProfileId } = seller;
  const [product, stored] = [
    await notifyOfProduct(media, sellerProfileId),
    await notifyOfProduct(media, sellerProfileId),
  ];
  const [photo, storedPhoto] = [await addPhoto(media, seller, product.id), await addPhoto(media, seller, stored.id)];

  await notifyOfProduct(media, sellerProfileId, { ...product, version: 2, deleted: true });

  expect(await photosOf(media, ADMIN, product.id)).toEqual([]);
  expect(await photosOf(media, seller, stored.id)).toEqual([storedPhoto]);
  const { rows } = await media.service.database.query('select key from discarded_object where key = any($1)', [
    [photo.imageKey, storedPhoto.imageKey],
  ]);
  expect(rows).toEqual([{ key: photo.imageKey }]);
  await expect(addPhoto(media, seller, product.id)).rejects.toMatchObject({ kind: 'not_found' });
  const reorder = galleryOf(media, seller).reorderProductImages({ sellerProductId: product.id, imageIds: [] });
  await expect(reorder).rejects.toMatchObject({ kind: 'not_found' });
  await eventually(async () => {
    const published = (await media.service.events('media.v1')).filter(({ key }) => key === `gallery:${product.id}`);
    expect(published.at(-1)!.value).toMatchObject({ deleted: true, version: 2 });
  });
});
