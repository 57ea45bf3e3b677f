import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '@estampa/testing/eventually';
import { aSeller, type Media, sampleImage, startSharedMedia } from './media.ts';
import { originals } from './originals.ts';
import { aProduct } from './products.ts';
import { aShirt, BASE, colours, far, INK, PLACED, shaded } from './shirt.ts';

const PATIENT = { deadlineMs: 30_000 };

let media: Media;
let of: ReturnType<typeof originals>;
beforeAll(async () => {
  media = await startSharedMedia();
  of = originals(media);
});
afterAll(() => media.stop());

const seller = aSeller();
const square = (size: number) => sampleImage({ width: size, height: size }, INK).png().toBuffer();
const renders = async (artworkId: string) =>
  (await media.renders(seller).listRenders({ artworkIds: [artworkId], templateIds: [] })).renders;
const renderOn = async (artworkId: string, templateId: string, placement = PLACED) =>
  (await media.renders(seller).renderPlacement({ artworkId, templateId, ...placement })).render!;
const seen = async (imageKey: string, points: [number, number][]) =>
  colours(await (await media.seePublicly(imageKey)).arrayBuffer(), points);

async function anOriginal(bytes: Buffer, artworkId?: string): Promise<string> {
  const uploaded = await of.uploaded(seller, bytes, artworkId ? { artworkId } : {});
  await of.complete(seller, uploaded);
  return uploaded.artworkId;
}

describe('a render', () => {
  it('of an older version is reported as stale, and stays as it is where no product on sale shows it', async () => {
    const artworkId = await anOriginal(await square(100));
    const { id: templateId } = await aShirt(media);
    const before = await renderOn(artworkId, templateId);
    expect([before.isStale, (await renders(artworkId))[0]!.isStale]).toEqual([false, false]);

    await anOriginal(await square(200), artworkId);

    expect(await renders(artworkId)).toEqual([{ ...before, isStale: true }]);
    expect((await media.seePublicly(before.imageKey)).status).toBe(200);
    const { rows } = await of.query('select from render_task where artwork_id = $1', [artworkId]);
    expect(rows).toEqual([]);
  });

  it('of a product on sale is made of the new version, as large as it was, without touching the seller’s placement', async () => {
    const artworkId = await anOriginal(await square(100));
    const template = await aShirt(media, { productTypeId: randomUUID() });
    const before = await renderOn(artworkId, template.id, { ...PLACED, scale: 1, x: 150, y: 200 });
    const product = aProduct(media, { seller, artworkId, productTypeId: template.productTypeId });
    await product.emit('active');
    await media.artworks(seller).putPlacement({ artworkId, templateId: template.id, ...PLACED, scale: 0.5 });

    await anOriginal(await square(200), artworkId);

    const after = await eventually(async () => {
      const [render] = await renders(artworkId);
      expect(render).toMatchObject({ artworkVersion: 2, isStale: false });
      return render!;
    }, PATIENT);
    expect(after.placement).toMatchObject({ x: 150, y: 200, scale: 0.5 });
    expect(after.imageKey).toContain(`/renders/${template.id}/v2/`);
    const edges: [number, number][] = [
      [245, 250],
      [255, 250],
      [200, 250],
    ];
    expect(far(await seen(after.imageKey, edges), [shaded(INK), shaded(BASE), shaded(INK)])).toBeLessThanOrEqual(8);
    const { placements } = await media.artworks(seller).listPlacements({ artworkId });
    expect(placements).toMatchObject([{ scale: 0.25 }]);
    expect((await media.seePublicly(before.imageKey)).status).toBe(200);
    await eventually(async () => {
      expect((await of.query('select from render_task where artwork_id = $1', [artworkId])).rowCount).toBe(0);
    });
  });

  it('of another template revision is stale, and made anew once a product of it is on sale', async () => {
    const artworkId = await anOriginal(await square(100));
    const template = await aShirt(media, { productTypeId: randomUUID() });
    const before = await renderOn(artworkId, template.id);
    await media.emitTemplate({ ...template, revision: 2 }, 2);
    expect(await renders(artworkId)).toEqual([{ ...before, isStale: true }]);

    const product = aProduct(media, { seller, artworkId, productTypeId: template.productTypeId });
    await product.emit('active');
    await eventually(async () => expect(await renders(artworkId)).toMatchObject([{ isStale: false }]), PATIENT);
    await media.emitTemplate({ ...template, revision: 3 }, 3);
    const second = await eventually(async () => {
      const [render] = await renders(artworkId);
      const { rows } = await of.query('select template_revision from render where artwork_id = $1', [artworkId]);
      expect([rows, render!.isStale]).toEqual([[{ template_revision: 3 }], false]);
      return render!;
    }, PATIENT);
    expect(second.imageKey).not.toBe(before.imageKey);
    await eventually(async () => {
      expect((await of.query('select from template_refresh where template_id = $1', [template.id])).rowCount).toBe(0);
    });
  });

  it('that cannot be made of the new version stays, is reported as stale, and is not tried for ever', async () => {
    const artworkId = await anOriginal(await square(100));
    const template = await aShirt(media, { productTypeId: randomUUID() });
    const before = await renderOn(artworkId, template.id);
    await aProduct(media, { seller, artworkId, productTypeId: template.productTypeId }).emit('active');

    await anOriginal(await sampleImage({ width: 100, height: 300 }, INK).png().toBuffer(), artworkId);

    await eventually(async () => {
      const { rows } = await of.query('select from render_task where artwork_id = $1', [artworkId]);
      expect(rows).toEqual([]);
    }, PATIENT);
    expect(await renders(artworkId)).toEqual([{ ...before, isStale: true }]);
  });
});

describe('one that cannot be made now', () => {
  it('is not forgotten for a request for another placement that fails', async () => {
    const artworkId = await anOriginal(await square(100));
    const template = await aShirt(media, { productTypeId: randomUUID() });
    await renderOn(artworkId, template.id);
    await aProduct(media, { seller, artworkId, productTypeId: template.productTypeId }).emit('active');
    const images = [{ kind: 'base', key: 'public/templates/none.png', widthPx: 400, heightPx: 500 }];
    await media.emitTemplate({ ...template, images, revision: 2 }, 2);
    const task = () =>
      of.query('select reason, placement from render_task where artwork_id = $1 and template_id = $2', [
        artworkId,
        template.id,
      ]);
    await eventually(async () => expect((await task()).rows).toMatchObject([{ reason: 'outdated' }]));

    await expect(renderOn(artworkId, template.id, { ...PLACED, scale: 0.5 })).rejects.toThrow('internal error');

    expect((await task()).rows).toMatchObject([{ reason: 'requested', placement: { scale: 0.5 } }]);
  });

  it('is tried for ever, and does not delay others of the artwork', async () => {
    const artworkId = await anOriginal(await square(100));
    const productTypeId = randomUUID();
    const [broken, sound] = [await aShirt(media, { productTypeId }), await aShirt(media, { productTypeId })];
    for (const { id } of [broken, sound]) await renderOn(artworkId, id);
    await aProduct(media, { seller, artworkId, productTypeId }).emit('active');
    const images = [{ kind: 'base', key: 'public/templates/none.png', widthPx: 400, heightPx: 500 }];
    await media.emitTemplate({ ...broken, images, revision: 2 }, 2);

    await anOriginal(await square(200), artworkId);

    const staleness = async () =>
      Object.fromEntries((await renders(artworkId)).map(({ templateId, isStale }) => [templateId, isStale]));
    await eventually(async () => expect(await staleness()).toEqual({ [broken.id]: true, [sound.id]: false }), PATIENT);
    await eventually(async () => {
      // Again, as a try that was under way counts from the tries that it found.
      const often = 'update render_task set tries = 40, free_at = now() where artwork_id = $1 and tries < 40';
      await of.query(often, [artworkId]);
      const { rows } = await of.query(
        `select template_id, tries, due_at > now() + interval '50 minutes' as rests from render_task where artwork_id = $1`,
        [artworkId],
      );
      expect(rows).toEqual([{ template_id: broken.id, tries: 41, rests: true }]);
    }, PATIENT);
  });
});

describe('an image beside a new version', () => {
  it('that was recorded after it is out of date, and made anew', async () => {
    const artworkId = await anOriginal(await square(100));
    const { id: templateId, productTypeId } = await aShirt(media, { productTypeId: randomUUID() });
    await aProduct(media, { seller, artworkId, productTypeId }).emit('active');
    // Composing reads the template, recording locks it.
    await using template = await of.lock(`begin; select from template where id = '${templateId}' for update`);
    const made = renderOn(artworkId, templateId, { ...PLACED, scale: 1.2 });
    await template.awaited();
    await anOriginal(await square(200), artworkId);
    await template.release();

    expect(await made).toMatchObject({ artworkVersion: 1, placement: { scale: 1.2 } });
    await eventually(
      async () =>
        expect(await renders(artworkId)).toMatchObject([
          { artworkVersion: 2, isStale: false, placement: { scale: 0.6 } },
        ]),
      PATIENT,
    );
  });

  it('is composed from where that was taken in, until its files have their place', async () => {
    const artworkId = await anOriginal(await square(100));
    const { id: templateId } = await aShirt(media);
    await anOriginal(await square(200), artworkId);
    const { rows } = await of.query(
      `select key from discarded_object where key like '%' || $1 || '/uploads/%/original.png' order by due_at desc limit 1`,
      [artworkId],
    );
    const place = `update artwork_file set taken_key = $2, place_after = now() + interval '1 hour'
      where artwork_id = $1 and file_version = 2`;
    await of.query(place, [artworkId, rows[0].key]);
    const working = (await of.storedUnder(artworkId)).find((key) => key.endsWith('/working/v2.png'))!;
    await of.store.delete(working);

    const preview = await media.renders(seller).previewPlacement({ artworkId, templateId, ...PLACED, scale: 0.5 });

    expect(far(await colours(Buffer.from(preview.png), [[150, 200]]), [shaded(INK)])).toBeLessThanOrEqual(8);
  });
});

it('a render that a process had begun when it ended is shown as failed when it cannot be made any more', async () => {
  const artworkId = await anOriginal(await square(100));
  const template = await aShirt(media, { productTypeId: randomUUID() });
  await renderOn(artworkId, template.id);
  await media.emitTemplate({ ...template, isActive: false, revision: 2 }, 2);
  await of.query(
    `with begun as (
       update render set status = 'rendering', key = null, lease_id = gen_random_uuid(), lease_until = now() - interval '1 second'
       where artwork_id = $1 returning artwork_id, template_id, placement
     ) insert into render_task (artwork_id, template_id, id, seller_profile_id, reason, placement, artwork_version, due_at, free_at, tries)
     select artwork_id, template_id, gen_random_uuid(), $2, 'requested', placement, 1, now(), '-infinity', 0 from begun`,
    [artworkId, seller.sellerProfileId],
  );

  const shown = { status: 'failed', error: 'The template is not used any more' };
  await eventually(async () => expect(await renders(artworkId)).toMatchObject([shown]));
});
