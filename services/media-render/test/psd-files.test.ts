import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { shirtPsd } from '../src/adapters/psd/psd-files.ts';
import { PSD_BYTES_MAX } from '../src/domain/psd/psd-limits.ts';
import { ADMIN, aSeller, type Media, startSharedMedia } from './media.ts';

let media: Media;
beforeAll(async () => {
  media = await startSharedMedia();
});
afterAll(() => media.stop());

const client = () => media.templateImages(ADMIN);

async function uploaded(bytes: Buffer): Promise<string> {
  const { upload } = await client().presignPsd({ sizeBytes: bytes.byteLength });
  expect(await media.put(upload!, bytes)).toBe(200);
  return upload!.key;
}

describe('a Photoshop file', () => {
  it('is uploaded in private and goes after a day, whatever becomes of it', async () => {
    const key = await uploaded(shirtPsd());

    expect(key).toMatch(/^private\/template-imports\/[0-9a-f-]{36}\.psd$/);
    expect((await media.seePublicly(key)).status).toBe(403);
    const { rows } = await media.service.database.query(
      'select round(extract(epoch from due_at - now()) / 3600)::int as hours from discarded_object where key = $1',
      [key],
    );
    expect(rows).toEqual([{ hours: 24 }]);
  });

  it.each([0, PSD_BYTES_MAX + 1])('of %i bytes gets no address', async (sizeBytes) => {
    await expect(client().presignPsd({ sizeBytes })).rejects.toMatchObject({
      reason: 'validation_failed',
      details: { fields: [expect.objectContaining({ path: 'sizeBytes' })] },
    });
  });

  it('is read, and drawn into public images that go if no template names them', async () => {
    const key = await uploaded(shirtPsd());
    const templateId = `template-${randomUUID()}`;

    expect(await client().readPsd({ key })).toEqual({ printAreas: ['Your design'], warnings: [] });
    const drawn = await client().drawPsd({ key, printArea: 0, templateId });

    expect(drawn).toMatchObject({ widthPx: 24, heightPx: 16, blend: 'normal', inkOpacity: 1, warp: undefined });
    expect(drawn.images.map(({ kind }) => kind)).toEqual(['base', 'shadow', 'highlight']);
    for (const { kind, imageKey } of drawn.images) {
      expect(imageKey).toMatch(new RegExp(`^public/templates/${templateId}/${kind}/[0-9a-f-]{36}\\.png$`));
      const image = await media.seePublicly(imageKey);
      expect(await sharp(Buffer.from(await image.arrayBuffer())).metadata()).toMatchObject({ width: 24, height: 16 });
    }
    const { rows } = await media.service.database.query(
      'select image_kind as kind from upload where template_id = $1 and completed_at is not null order by image_kind',
      [templateId],
    );
    expect(rows).toEqual([{ kind: 'base' }, { kind: 'highlight' }, { kind: 'shadow' }]);
  });

  it.each<[string, Buffer, string]>([
    ['another format', Buffer.from('no Photoshop file, but long enough'), 'damaged_psd'],
    ['a file that ends early', shirtPsd().subarray(0, 900), 'damaged_psd'],
  ])('that is %s is rejected', async (_name, bytes, reason) => {
    await expect(client().readPsd({ key: await uploaded(bytes) })).rejects.toMatchObject({ kind: 'invalid', reason });
  });

  it('is for admins, at the address that they were given', async () => {
    const { upload } = await client().presignPsd({ sizeBytes: 100 });
    const key = upload!.key;

    await expect(media.templateImages(aSeller()).presignPsd({ sizeBytes: 1 })).rejects.toMatchObject({
      kind: 'forbidden',
    });
    await expect(media.templateImages(aSeller()).readPsd({ key })).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(client().readPsd({ key })).rejects.toMatchObject({ reason: 'file_not_found' });
    await expect(client().readPsd({ key: 'private/sellers/x.psd' })).rejects.toMatchObject({
      reason: 'unknown_reference',
    });
  });
});
