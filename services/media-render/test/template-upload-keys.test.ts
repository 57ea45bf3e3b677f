import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ADMIN,
  anArtwork,
  aSeller,
  completeLayer,
  type Media,
  sampleImage,
  presignLayer,
  putLayer,
  startSharedMedia,
} from './media.ts';

let media: Media;
beforeAll(async () => {
  media = await startSharedMedia();
});
afterAll(() => media.stop());

const aTemplateId = () => `template-${randomUUID()}`;
const aPng = (width = 40, height = 30) => sampleImage({ width, height }, { r: 120, g: 120, b: 120 }).png().toBuffer();

const uploadOnly = async (templateId: string, kind: string, bytes?: Buffer) =>
  putLayer(media, templateId, kind, bytes ?? (await aPng()));

describe('a key', () => {
  it('that was not presigned for this template and kind opens nothing', async () => {
    const [templateId, other] = [aTemplateId(), aTemplateId()];
    const { key } = await uploadOnly(templateId, 'base');
    const artwork = await anArtwork(media, aSeller(), await aPng());
    const original = `private/sellers/${artwork.sellerProfileId}/artworks/${artwork.id}/original/v1.png`;

    for (const [ofTemplate, kind, requested] of [
      [templateId, 'mask', key],
      [other, 'base', key],
      [templateId, 'base', original],
      [templateId, 'base', key.replace('private', 'public')],
      [templateId, 'base', `${key}/../x.png`],
      [templateId, 'base', ''],
    ] as const) {
      await expect(completeLayer(media, ofTemplate, kind, requested)).rejects.toMatchObject({
        kind: 'invalid',
        reason: 'unknown_reference',
        details: { fields: [expect.objectContaining({ path: 'key' })] },
      });
    }
    expect(await completeLayer(media, templateId, 'base', key)).toMatchObject({ kind: 'base' });
  });

  it('at which nothing was put, or too much of its time has passed, is rejected', async () => {
    const templateId = aTemplateId();
    const { key } = await presignLayer(media, templateId, 'base', 10);
    await expect(completeLayer(media, templateId, 'base', key)).rejects.toMatchObject({ reason: 'file_not_found' });

    const late = await uploadOnly(templateId, 'mask');
    await media.service.database.query(`update upload set expires_at = now() - interval '13 hours' where key = $1`, [
      late.key,
    ]);

    await expect(completeLayer(media, templateId, 'mask', late.key)).rejects.toMatchObject({
      reason: 'upload_expired',
    });
  });
});

describe('a batch', () => {
  const complete = (templateId: string, kinds: string[]) =>
    media.templateImages(ADMIN).completeTemplateImages({ templateId, images: kinds.map((kind) => ({ kind })) });

  it('takes what was presigned last for each kind, and gives the same response again', async () => {
    const templateId = aTemplateId();
    await uploadOnly(templateId, 'mask', await aPng(1, 1));
    const [base, mask] = [await uploadOnly(templateId, 'base', await aPng(2, 2)), await uploadOnly(templateId, 'mask')];

    const { images } = await complete(templateId, ['mask', 'base']);

    expect(images.map(({ uploadKey, widthPx }) => [uploadKey, widthPx])).toEqual([
      [mask.key, 40],
      [base.key, 2],
    ]);
    expect((await complete(templateId, ['mask', 'base'])).images).toEqual(images);
  });

  it('is accepted completely or not at all, and the error says which image was wrong', async () => {
    const templateId = aTemplateId();
    const base = await uploadOnly(templateId, 'base');
    await uploadOnly(templateId, 'shadow', Buffer.from('no picture'));

    await expect(complete(templateId, ['base', 'shadow'])).rejects.toMatchObject({
      reason: 'not_an_image',
      details: { members: { kind: 'shadow' } },
    });
    await expect(complete(templateId, ['base', 'outline'])).rejects.toMatchObject({
      reason: 'unknown_reference',
      details: { fields: [expect.objectContaining({ path: 'kinds[1]' })] },
    });
    const { rows } = await media.service.database.query('select completed_at from upload where key = $1', [base.key]);
    expect(rows).toEqual([{ completed_at: null }]);
  });
});
