import { createHash, randomUUID } from 'node:crypto';
import { ProductTypeChanged } from '@estampa/contracts/catalog/v1/events';
import { InboxServiceClient } from '@estampa/contracts/common/v1/inbox';
import { PrintFileServiceClient } from '@estampa/contracts/media/v1/print_file';
import { eventually } from '@estampa/testing/eventually';
import { currentTestRun } from '@estampa/testing/test-run';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { PRESS_PROFILE_BYTES_MAX } from '../src/domain/press-profile.ts';
import { ADMIN, anArtwork, aSeller, type Media, sampleImage, startSharedMedia } from './media.ts';
import { pressProfile } from './press-profiles.ts';
import { aShirt, colours, far } from './shirt.ts';
import { aShirtOfTwoAreas, ON_FRONT, ON_SLEEVE, POINTS } from './shirt-with-sleeve.ts';
import { sellOn } from './sold-prints.ts';
import { storedPressProfile, uploadedPressProfile } from './stored-press-profile.ts';
import { storageOf } from './stored-bytes.ts';

const PATIENTLY = { deadlineMs: 60_000 };
const TEST_DEADLINE_MS = 90_000;
const RED = { r: 200, g: 30, b: 60, alpha: 1 };

let media: Media;
beforeAll(async () => {
  media = await startSharedMedia();
});
afterAll(() => media.stop());

const client = () => media.templateImages(ADMIN);

const stored = (bytes: Buffer) => storedPressProfile(media, bytes);

/** A product type as the catalog publishes it. */
function aType() {
  const id = randomUUID();
  let newest = 0;
  const printedWith = async (profile: { key: string; digest: string } | null, version = newest + 1): Promise<void> => {
    newest = Math.max(newest, version);
    const productType = {
      id,
      slug: 'a-type',
      name: 'A type',
      pressProfile: profile ? { name: 'Press', ...profile } : undefined,
    };
    const value = ProductTypeChanged.toJSON(ProductTypeChanged.fromPartial({ productType, version }));
    const event = { type: 'product_type_updated', key: `product_type:${id}`, value };
    const eventId = await media.service.publish('catalog.v1', event);
    const events = [{ topic: 'catalog.v1', kind: 'product_type', id: eventId }];
    await media.service.client(InboxServiceClient).settled({ events });
  };
  return { id, printedWith };
}

async function tiffOf(orderItemId: string) {
  const prints = media.service.client(PrintFileServiceClient, { caller: ADMIN });
  const { readPath, contentHash } = await eventually(
    () => prints.getPrintFile({ orderItemId, format: 'tiff' }),
    PATIENTLY,
  );
  const response = await fetch(new URL(readPath, currentTestRun().infrastructure.objectStore.endpoint));
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(contentHash);
  return { bytes, contentHash, profile: (await sharp(bytes).metadata()).icc! };
}

const dueOf = async (key: string): Promise<unknown[]> => {
  const sql =
    'select round(extract(epoch from due_at - now()) / 86400)::int as days from discarded_object where key = $1';
  return (await media.service.database.query(sql, [key])).rows;
};

const isStored = async (key: string): Promise<boolean> => {
  using store = storageOf(media);
  return (await store.head(key)) !== null;
};
const pressOf = async (productTypeId: string): Promise<string | null> => {
  const sql = 'select key from press_profile where product_type_id = $1';
  return (await media.service.database.query(sql, [productTypeId])).rows[0].key;
};

describe('the profile of a press', () => {
  it('is stored by what it contains, in private, and goes after a month unless a product type names it', async () => {
    const bytes = pressProfile();
    const uploadKey = await uploadedPressProfile(media, bytes);
    const copy = await client().storePressProfile({ key: uploadKey });

    const digest = createHash('sha256').update(bytes).digest('hex');
    expect(copy).toEqual({
      digest,
      key: expect.stringMatching(`^private/press-profiles/[0-9a-f-]{36}/${digest}.icc$`),
    });
    expect(await client().storePressProfile({ key: uploadKey })).toEqual(copy);
    expect((await media.seePublicly(copy.key)).status).toBe(403);
    expect([await dueOf(uploadKey), await dueOf(copy.key)]).toEqual([[{ days: 1 }], [{ days: 30 }]]);
  });

  it.each([0, PRESS_PROFILE_BYTES_MAX + 1])('of %i bytes gets no address', async (sizeBytes) => {
    await expect(client().presignPressProfile({ sizeBytes })).rejects.toMatchObject({ reason: 'validation_failed' });
  });

  it('is not taken where nothing can be printed with it, from elsewhere, or from others than admins', async () => {
    const rejected = async (bytes: Buffer) => stored(bytes).catch(({ reason }) => reason as string);
    /** As the format wants it, but for curves that nothing can be sent through. */
    const hollow = Buffer.alloc(64);
    hollow.write('mBA ', 0, 'latin1');
    hollow.set([3, 4], 8);

    expect(await rejected(Buffer.from('no profile'))).toBe('not_a_profile');
    expect(await rejected(pressProfile({ colourSpace: 'RGB ' }))).toBe('unusable_profile');
    expect(await rejected(pressProfile({ tags: { B2A0: hollow } }))).toBe('unusable_profile');
    for (const key of ['private/template-imports/x.psd', `private/press-profiles/${randomUUID()}/a.icc`])
      await expect(client().storePressProfile({ key })).rejects.toMatchObject({ reason: 'unknown_reference' });
    const missing = { key: `private/press-profile-uploads/${randomUUID()}.icc` };
    await expect(client().storePressProfile(missing)).rejects.toMatchObject({ reason: 'file_not_found' });
    const seller = media.templateImages(aSeller());
    await expect(seller.presignPressProfile({ sizeBytes: 1 })).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(seller.storePressProfile(missing)).rejects.toMatchObject({ kind: 'forbidden' });
  });
});

describe('a product type with a profile', () => {
  it(
    'is printed by it from then on, and what was sold before keeps what it was sold with',
    async () => {
      const [dark, light] = [pressProfile({ strength: 1 }), pressProfile({ strength: 0.5 })];
      const [first, second] = [await stored(dark), await stored(light)];
      const type = aType();
      const { id: templateId } = await aShirt(media, { productTypeId: type.id });
      const { id: artworkId } = await anArtwork(
        media,
        aSeller(),
        await sampleImage({ width: 40, height: 20 }, RED).png().toBuffer(),
      );
      const sell = (press?: { key: string }, orderItemId: string = randomUUID()) =>
        sellOn(media, { artworkId, templateId, pressProfile: press?.key }, { orderItemId });

      const plain = await sell();
      await type.printedWith(first);
      const sold = await sell(first);
      const before = await tiffOf(sold);
      await type.printedWith(second);
      const newer = await sell(second);
      await sell(second, sold);

      expect(before.profile.equals(dark)).toBe(true);
      expect((await tiffOf(sold)).contentHash).toBe(before.contentHash);
      expect((await tiffOf(newer)).profile.equals(light)).toBe(true);
      const builtIn = await tiffOf(plain);
      expect(builtIn.profile.equals(dark) || builtIn.profile.equals(light)).toBe(false);
      await type.printedWith(null);
      expect(await tiffOf(await sell())).toEqual(builtIn);

      // Nothing is printed with the second any more but what was sold, nor with the first.
      const soldKeys = 'select key from sold_picture where key = any($1) order by key';
      const keys = [first.key, second.key].toSorted();
      await eventually(async () =>
        expect((await media.service.database.query(soldKeys, [keys])).rows).toEqual(keys.map((key) => ({ key }))),
      );
      // Made again after a while it is the same.
      await media.service.database.query(
        `update print_file set key = null, size_bytes = null, content_hash = null, due_at = now(), times_forgotten = 1
         where artwork_id = $1 and job ->> 'pressProfile' = $2`,
        [artworkId, first.key],
      );
      expect((await tiffOf(sold)).contentHash).toBe(before.contentHash);
    },
    TEST_DEADLINE_MS,
  );

  it('is kept for as long as the type names it, and an older event changes nothing', async () => {
    const [first, between, second] = [
      await stored(pressProfile()),
      await stored(pressProfile()),
      await stored(pressProfile()),
    ];
    const type = aType();
    await type.printedWith(first);
    const { database } = media.service;
    await database.query('update discarded_object set due_at = now() where key = $1', [first.key]);
    await eventually(async () => expect(await dueOf(first.key)).toEqual([]));

    await type.printedWith(second, 3);
    await eventually(async () => expect(await dueOf(first.key)).toEqual([{ days: 90 }]));
    await database.query('update discarded_object set due_at = now() where key = any($1)', [[first.key, second.key]]);
    await eventually(async () => expect(await dueOf(first.key)).toEqual([]));
    await eventually(async () => expect(await dueOf(second.key)).toEqual([]));
    await eventually(async () =>
      expect([await isStored(first.key), await isStored(second.key)]).toEqual([false, true]),
    );
    // An event of the first version that comes once more.
    await type.printedWith(first, 1);
    // One that was set aside: what was ordered meanwhile may be paid yet.
    await type.printedWith(between, 2);
    expect(await pressOf(type.id)).toBe(second.key);
    expect(await dueOf(between.key)).toEqual([{ days: 90 }]);
  });

  it('is shown in its inks by a soft proof, that of a type without one in the built-in ones', async () => {
    const seller = aSeller();
    const own = await anArtwork(media, seller, await sampleImage({ width: 100, height: 100 }, RED).png().toBuffer());
    const type = aType();
    const { id: templateId } = await aShirtOfTwoAreas(media, type.id);
    const others = { list: [{ surface: 'sleeve', artworkId: own.id, ...ON_SLEEVE }] };
    const proof = async () => {
      const requested = { artworkId: own.id, templateId, ...ON_FRONT, others, softProof: true };
      const { png } = await media.renders(seller).previewPlacement(requested);
      const [onFront, onSleeve] = await colours(png, POINTS);
      expect(far([onFront!], [onSleeve!])).toBeLessThanOrEqual(1);
      return onFront!;
    };

    const builtIn = await proof();
    await type.printedWith(await stored(pressProfile({ strength: 1 })));
    const dark = await proof();
    await type.printedWith(await stored(pressProfile({ strength: 0.5 })));
    const light = await proof();
    await type.printedWith(null);

    expect(far([builtIn], [dark])).toBeGreaterThan(5);
    expect(far([dark], [light])).toBeGreaterThan(15);
    expect(light[1]!).toBeGreaterThan(dark[1]!);
    expect(await proof()).toEqual(builtIn);
  });
});
