import { randomUUID } from 'node:crypto';
import { InboxServiceClient } from '@estampa/contracts/common/v1/inbox';
import { eventually } from '@estampa/testing/eventually';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anArtwork, aSeller, type Media, sampleImage, startSharedMedia } from './media.ts';
import { aShirt, INK, PLACED } from './shirt.ts';

let media: Media;
beforeAll(async () => {
  media = await startSharedMedia();
});
afterAll(() => media.stop());

async function emitTemplate(id: string, value: object): Promise<void> {
  const eventId = await media.service.publish('catalog.v1', { type: 'changed', key: `template:${id}`, value });
  const events = [{ topic: 'catalog.v1', kind: 'template', id: eventId }];
  await eventually(() => media.service.client(InboxServiceClient).settled({ events }));
}

describe('a template', () => {
  it('is stored as published, with fields that this version does not know', async () => {
    const id = `template-${randomUUID()}`;
    const value = { version: 1, template: { id, productTypeId: randomUUID(), ofTheFuture: { width: 30 } } };

    await emitTemplate(id, value);

    const { rows } = await media.service.database.query('select fact from template where id = $1', [id]);
    expect(rows).toEqual([{ fact: value }]);
  });

  it('that is gone for good takes no more artwork', async () => {
    const seller = aSeller();
    const artwork = await anArtwork(
      media,
      seller,
      await sampleImage({ width: 100, height: 100 }, INK).png().toBuffer(),
    );
    const { id, productTypeId } = await aShirt(media);
    const preview = () => media.renders(seller).previewPlacement({ artworkId: artwork.id, templateId: id, ...PLACED });
    expect(await preview()).toMatchObject({ fits: true });

    await emitTemplate(id, { version: 2, template: { id, productTypeId }, deleted: true });

    await expect(preview()).rejects.toMatchObject({ kind: expect.stringMatching(/^(wrong_state|not_found|invalid)$/) });
  });
});
