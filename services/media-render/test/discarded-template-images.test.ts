import { randomUUID } from 'node:crypto';
import { eventually } from '@estampa/testing/eventually';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completeLayer, type Media, sampleImage, putLayer, startSharedMedia, uploadLayer } from './media.ts';

let media: Media;
let bytes: Buffer;
beforeAll(async () => {
  media = await startSharedMedia();
  bytes = await sampleImage({ width: 8, height: 6 }, { r: 1, g: 2, b: 3 }).png().toBuffer();
});
afterAll(() => media.stop());

const database = () => media.service.database;
const aTemplateId = () => `template-${randomUUID()}`;
const statusOf = async (key: string) => (await media.seePublicly(key)).status;
const gone = (key: string) => eventually(async () => expect(await statusOf(key)).toBe(404));

const age = (key: string, column: 'expires_at' | 'completed_at', interval: string) =>
  database().query(`update upload set ${column} = now() - $2::interval where key = $1`, [key, interval]);

const isKnown = async (key: string) =>
  (await database().query('select from upload where key = $1', [key])).rowCount === 1;

const dueIn = async (key: string): Promise<number | undefined> => {
  const sql = 'select extract(epoch from due_at - now()) / 3600 as hours from discarded_object where key = $1';
  const { rows } = await database().query<{ hours: string }>(sql, [key]);
  return rows[0] && Math.round(Number(rows[0].hours));
};

const makeDue = (key: string) => database().query('update discarded_object set due_at = now() where key = $1', [key]);

const emit = (id: string, images: object[], version: number) =>
  media.emitTemplate({ id, productTypeId: randomUUID(), images, isActive: true, revision: version }, version);

describe('an upload of a template’s image', () => {
  it('that was never completed goes a day after its address expired', async () => {
    const templateId = aTemplateId();
    const [abandoned, waiting] = [
      await putLayer(media, templateId, 'base', bytes),
      await putLayer(media, templateId, 'mask', bytes),
    ];

    await age(waiting.key, 'expires_at', '11 hours');
    await age(abandoned.key, 'expires_at', '25 hours');

    await gone(abandoned.key);
    await eventually(async () => expect(await isKnown(abandoned.key)).toBe(false));
    await expect(completeLayer(media, templateId, 'base', abandoned.key)).rejects.toMatchObject({
      reason: 'unknown_reference',
    });
    expect(await completeLayer(media, templateId, 'mask', waiting.key)).toMatchObject({ widthPx: 8 });
  });

  it('that was completed goes once nothing more can be put at its address', async () => {
    const templateId = aTemplateId();
    const { key } = await putLayer(media, templateId, 'base', bytes);
    const image = await completeLayer(media, templateId, 'base', key);
    expect(await dueIn(key)).toBe(1);

    await makeDue(key);

    await gone(key);
    expect(await statusOf(image.key)).toBe(200);
    expect(await completeLayer(media, templateId, 'base', key)).toEqual(image);
  });

  it('is removed with all others, batch after batch, while one that is locked waits', async () => {
    const [locked, ...others] = Array.from({ length: 120 }, () => `private/templates/many/base/${randomUUID()}.png`);
    const blocker = await database().connect();
    try {
      await blocker.query('begin');
      await blocker.query(
        `insert into upload (key, format, size_bytes, expires_at, created_at, template_id, image_kind)
         select key, 'png', 1, now() + interval '1 hour', now(), 'many', 'base' from unnest($1::text[]) as key`,
        [[locked, ...others]],
      );
      await blocker.query('commit; begin');
      await blocker.query('select from upload where key = $1 for update', [locked]);
      await database().query(
        `update upload set expires_at = now() - interval '2 days' where key <> $1 and template_id = 'many'`,
        [locked],
      );
      await blocker.query(`update upload set expires_at = now() - interval '3 days' where key = $1`, [locked]);

      const left = async () => {
        const { rows } = await database().query<{ key: string }>(`select key from upload where template_id = 'many'`);
        return rows.map(({ key }) => key);
      };
      await eventually(async () => expect(await left()).toEqual([locked]));
      await blocker.query('commit');
      await eventually(async () => expect(await left()).toEqual([]));
    } finally {
      blocker.release();
    }
  });
});

describe('the public copy of a template’s image', () => {
  it('goes a day after another took its place, or none did, and by no older event', async () => {
    const id = aTemplateId();
    const [first, mask] = [await uploadLayer(media, id, 'base', bytes), await uploadLayer(media, id, 'mask', bytes)];
    const second = await uploadLayer(media, id, 'base', bytes);
    await emit(id, [first, mask], 1);
    expect(await dueIn(first.key)).toBeUndefined();

    await emit(id, [second, mask], 3);
    await emit(id, [first], 2);

    expect([await dueIn(first.key), await dueIn(second.key), await dueIn(mask.key)]).toEqual([
      24,
      undefined,
      undefined,
    ]);
    await makeDue(first.key);
    await gone(first.key);
    expect([await statusOf(second.key), await statusOf(mask.key)]).toEqual([200, 200]);

    await emit(id, [], 4);
    expect([await dueIn(second.key), await dueIn(mask.key)]).toEqual([24, 24]);
  });

  it('that no template came to name goes after 30 days, one that is named stays', async () => {
    const id = aTemplateId();
    const uploads = [await putLayer(media, id, 'base', bytes), await putLayer(media, id, 'mask', bytes)] as const;
    const [named, unnamed] = [
      await completeLayer(media, id, 'base', uploads[0].key),
      await completeLayer(media, id, 'mask', uploads[1].key),
    ];
    await emit(id, [named], 1);

    await age(uploads[0].key, 'completed_at', '31 days');
    await age(uploads[1].key, 'completed_at', '31 days');

    await gone(unnamed.key);
    await eventually(async () => expect(await isKnown(uploads[0].key)).toBe(false));
    expect(await statusOf(named.key)).toBe(200);
  });
});
