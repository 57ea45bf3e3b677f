import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Artwork } from '@estampa/contracts/media/v1/artwork';
import type { PresignedUpload } from '@estampa/contracts/media/v1/presigned_upload';
import { eventually } from '@estampa/testing/eventually';
import sharp from 'sharp';
import { expectPageRule } from '@estampa/testing/page-rule';
import { ADMIN, anArtwork, aSeller, type Media, sampleImage, startSharedMedia } from './media.ts';

const ORANGE = { r: 240, g: 120, b: 30 };

let media: Media;
beforeAll(async () => {
  media = await startSharedMedia();
});
afterAll(() => media.stop());

const png = (size = { width: 1_500, height: 900 }) => sampleImage(size, ORANGE).png().toBuffer();

describe('an upload', () => {
  const seller = aSeller();

  async function presigned(
    bytes: Buffer,
    contentType = 'image/png',
  ): Promise<{ artworkId: string; upload: PresignedUpload }> {
    const { artworkId, upload } = await media.artworks(seller).presignArtwork({
      sellerProfileId: seller.sellerProfileId,
      contentType,
      sizeBytes: bytes.byteLength,
    });
    return { artworkId, upload: upload! };
  }
  const complete = (artworkId: string, key: string, by = seller) =>
    media.artworks(by).completeArtwork({ artworkId, key, title: 'Pôr do sol' }, { deadlineMs: 30_000 });

  it('becomes an artwork with everything known about its file', async () => {
    const bytes = await png();
    const { artworkId, upload } = await presigned(bytes);
    expect(upload.key).toBe(`private/sellers/${seller.sellerProfileId}/artworks/${artworkId}/original/v1.png`);
    expect(upload.headers).toEqual({ 'Content-Type': 'image/png' });
    expect(upload.expiresAt!.getTime() - Date.now()).toBeGreaterThan(14 * 60_000);
    expect(await media.put(upload, bytes)).toBe(200);

    const { artwork, created } = await complete(artworkId, upload.key);

    expect(created).toBe(true);
    expect(artwork).toMatchObject({
      id: artworkId,
      sellerProfileId: seller.sellerProfileId,
      title: 'Pôr do sol',
      slug: 'por-do-sol',
      status: 'active',
      version: 1,
      widthPx: 1_500,
      heightPx: 900,
      format: 'png',
      sizeBytes: bytes.byteLength,
      contentHash: createHash('sha256').update(bytes).digest('hex'),
      dominantColor: '#F0781E',
      tags: [],
    });
    await expectPreview(artwork!, { width: 1_200, height: 720 });
    await eventually(async () => {
      const event = (await media.service.events('media.v1')).find(({ key }) => key === `artwork:${artworkId}`);
      expect(event).toMatchObject({ type: 'artwork_created', value: { version: 1, artwork: { id: artworkId } } });
    });
  });

  async function expectPreview({ previewKey }: Artwork, size: { width: number; height: number }) {
    const response = await media.seePublicly(previewKey);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({ format: 'webp', ...size });
  }

  it('is private, and rejected by storage with another content type or size', async () => {
    const bytes = await png();
    const { upload } = await presigned(bytes);

    expect(await media.put({ ...upload, headers: { 'Content-Type': 'image/jpeg' } }, bytes)).toBe(403);
    expect(await media.put(upload, bytes.subarray(1))).toBe(403);
    expect(await media.put(upload, bytes)).toBe(200);
    expect((await fetch(upload.uploadUrl.split('?')[0]!)).status).toBe(403);
  });

  it('completed twice, also at once, is one artwork', async () => {
    const bytes = await png({ width: 40, height: 30 });
    const { artworkId, upload } = await presigned(bytes);
    await media.put(upload, bytes);

    const responses = await Promise.all([complete(artworkId, upload.key), complete(artworkId, upload.key)]);
    const again = await complete(artworkId, upload.key);

    expect(responses.filter(({ created }) => created)).toHaveLength(1);
    expect(again).toEqual({ artwork: responses[0].artwork, created: false });
  });

  it('that never arrived is not found', async () => {
    const { artworkId, upload } = await presigned(await png());

    await expect(complete(artworkId, upload.key)).rejects.toMatchObject({ kind: 'invalid', reason: 'file_not_found' });
  });

  it.each([
    ['of another format than announced', 'image/jpeg', 'format_mismatch', () => png()],
    ['of text', 'image/png', 'not_an_image', () => Promise.resolve(Buffer.from('not a picture at all'))],
    [
      'of SVG',
      'image/png',
      'not_an_image',
      () => Promise.resolve(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')),
    ],
    ['cut short', 'image/png', 'not_an_image', async () => (await noise()).subarray(0, 5_000)],
    ['over 12,000 px wide', 'image/png', 'image_too_large', () => png({ width: 12_001, height: 10 })],
  ] as const)('%s is rejected', async (_, contentType, reason, make) => {
    const bytes = await make();
    const { artworkId, upload } = await presigned(bytes, contentType);
    await media.put(upload, bytes);

    await expect(complete(artworkId, upload.key)).rejects.toMatchObject({ kind: 'invalid', reason });
    await expect(media.artworks(seller).getArtwork({ id: artworkId })).rejects.toMatchObject({ kind: 'not_found' });
  });

  const noise = () =>
    sharp({
      create: {
        width: 200,
        height: 200,
        channels: 3,
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
        background: '#000',
      },
    })
      .png()
      .toBuffer();

  it.each([
    ['another type', { contentType: 'image/svg+xml' }, 'contentType'],
    ['nothing', { sizeBytes: 0 }, 'sizeBytes'],
    ['over 100 MB', { sizeBytes: 100 * 1024 * 1024 + 1 }, 'sizeBytes'],
  ])('of %s is not presigned', async (_, wrong, path) => {
    const { sellerProfileId } = seller;
    const requested = media
      .artworks(seller)
      .presignArtwork({ sellerProfileId, contentType: 'image/png', sizeBytes: 9, ...wrong });

    await expect(requested).rejects.toMatchObject({
      reason: 'validation_failed',
      details: { fields: [expect.objectContaining({ path })] },
    });
  });

  it('belongs to its seller, and admins may act for them', async () => {
    const bytes = await png({ width: 20, height: 20 });
    const { artworkId, upload } = await presigned(bytes);
    await media.put(upload, bytes);

    await expect(complete(artworkId, upload.key, aSeller())).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(complete(artworkId, 'private/other.png')).rejects.toMatchObject({ reason: 'unknown_reference' });
    await expect(complete('not-an-id', upload.key)).rejects.toMatchObject({ kind: 'not_found' });
    const { artwork } = await media
      .artworks(ADMIN)
      .completeArtwork({ artworkId, key: upload.key, title: 'By an admin' });
    expect(artwork!.sellerProfileId).toBe(seller.sellerProfileId);
    await expect(media.artworks(aSeller()).getArtwork({ id: artworkId })).rejects.toMatchObject({ kind: 'forbidden' });
  });
});

describe('a new version', () => {
  it('takes the next number, and only the first of two becomes it', async () => {
    const seller = aSeller();
    const first = await anArtwork(media, seller, await png({ width: 50, height: 50 }));
    const asNext = async (contentType: string, bytes: Buffer) => {
      const { sellerProfileId } = seller;
      const file = { sellerProfileId, contentType, sizeBytes: bytes.byteLength, artworkId: first.id };
      const { upload } = await media.artworks(seller).presignArtwork(file);
      await media.put(upload!, bytes);
      return { artworkId: first.id, key: upload!.key, title: 'Second' };
    };
    const one = await asNext('image/png', await png({ width: 60, height: 50 }));
    const other = await asNext('image/jpeg', await sampleImage({ width: 70, height: 50 }, ORANGE).jpeg().toBuffer());

    const { artwork, created } = await media.artworks(seller).completeArtwork(one);

    expect(one.key).toMatch(/original\/v2\.png$/);
    expect(created).toBe(false);
    expect(artwork).toMatchObject({ id: first.id, version: 2, widthPx: 60, title: 'Second', slug: first.slug });
    expect(artwork!.previewKey).toMatch(/preview\/v2\.webp$/);
    await expect(media.artworks(seller).completeArtwork(other)).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('of what is not one’s own artwork is rejected', async () => {
    const { id } = await anArtwork(media, aSeller(), await png({ width: 50, height: 50 }));
    const seller = aSeller();
    const presign = media.artworks(seller).presignArtwork({
      sellerProfileId: seller.sellerProfileId,
      contentType: 'image/png',
      sizeBytes: 9,
      artworkId: id,
    });

    await expect(presign).rejects.toMatchObject({ reason: 'unknown_reference' });
  });
});

describe('artworks', () => {
  it('are listed newest first, each seller’s own, with slugs of their own', async () => {
    const seller = aSeller();
    const bytes = await png({ width: 30, height: 30 });
    const made = [
      await anArtwork(media, seller, bytes),
      await anArtwork(media, seller, bytes),
      await anArtwork(media, seller, bytes),
    ];

    const { sellerProfileId } = seller;
    const { artworks, total } = await media
      .artworks(seller)
      .listArtworks({ sellerProfileId, page: { skip: 1, limit: 2 } });

    expect(made.map(({ slug }) => slug)).toEqual(['a-demo-artwork', 'a-demo-artwork-2', 'a-demo-artwork-3']);
    expect(total).toBe(3);
    expect(artworks.map(({ id }) => id)).toEqual([made[1]!.id, made[0]!.id]);
    await expectPageRule((page) => media.artworks(seller).listArtworks({ sellerProfileId, page }));
    const changed = await media.artworks(seller).listArtworks({ sellerProfileId, updatedSince: made[1]!.updatedAt });
    expect(changed).toMatchObject({ total: 2, artworks: [{ id: made[1]!.id }, { id: made[2]!.id }] });
    await expect(media.artworks(aSeller()).listArtworks({ sellerProfileId })).rejects.toMatchObject({
      kind: 'forbidden',
    });
  });

  it('lie as their camera says, with their transparency left out of the colour', async () => {
    const seller = aSeller();
    const dot = await sampleImage({ width: 20, height: 20 }, { r: 10, g: 200, b: 60 }).png().toBuffer();
    const bytes = await sampleImage({ width: 200, height: 100 }, { r: 0, g: 0, b: 0, alpha: 0 })
      .composite([{ input: dot }])
      .png()
      .withMetadata({ orientation: 6 })
      .toBuffer();

    expect(await anArtwork(media, seller, bytes)).toMatchObject({
      widthPx: 100,
      heightPx: 200,
      dominantColor: '#0AC83C',
    });
  });
});
