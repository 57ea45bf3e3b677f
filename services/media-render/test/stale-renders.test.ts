import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@estampa/testing/eventually';
import { aSeller, type Media, picture, startMedia } from './media.ts';
import { originals, png, RED } from './originals.ts';
import { aProduct } from './products.ts';
import { aShirt, BASE, colours, far, INK, PLACED, PRINT_AREA, shaded } from './shirt.ts';

const RESTART_MS = 60_000;
const PATIENT = { deadlineMs: 30_000 };

let media: Media;
let of: ReturnType<typeof originals>;
beforeAll(async () => {
  media = await startMedia();
  of = originals(media);
});
afterAll(() => media.stop());

const seller = aSeller();
const square = (size: number) => picture({ width: size, height: size }, INK).png().toBuffer();
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
  it('of an older version is told as stale, and stays as it is where no product on sale shows it', async () => {
    const artworkId = await anOriginal(await square(100));
    const { id: templateId } = await aShirt(media);
    const before = await renderOn(artworkId, templateId);
    expect([before.isStale, (await renders(artworkId))[0]!.isStale]).toEqual([false, false]);

    await anOriginal(await square(200), artworkId);

    expect(await renders(artworkId)).toEqual([{ ...before, isStale: true }]);
    expect((await media.seePublicly(before.imageKey)).status).toBe(200);
    const { rows } = await of.query('select from render_refresh where artwork_id = $1', [artworkId]);
    expect(rows).toEqual([]);
  });

  it('of a product on sale is made of the new version, as large as it was, without touching the seller’s placement', async () => {
    const artworkId = await anOriginal(await square(100));
    const template = await aShirt(media, { productTypeId: randomUUID() });
    const before = await renderOn(artworkId, template.id, { ...PLACED, scale: 1, x: 150, y: 200 });
    const product = aProduct(media, { seller, artworkId, productTypeId: template.productTypeId });
    await product.tell('active');
    await media.artworks(seller).putPlacement({ artworkId, templateId: template.id, ...PLACED, scale: 0.5 });

    await anOriginal(await square(200), artworkId);

    const after = await eventually(async () => {
      const [render] = await renders(artworkId);
      expect(render).toMatchObject({ artworkVersion: 2, isStale: false });
      return render!;
    }, PATIENT);
    expect(after.placement).toMatchObject({ x: 150, y: 200, scale: 0.5 });
    expect(after.imageKey).toContain(`/renders/${template.id}/v2/render.webp?v=`);
    const edges: [number, number][] = [
      [245, 250],
      [255, 250],
      [200, 250],
    ];
    expect(far(await seen(after.imageKey, edges), [shaded(INK), shaded(BASE), shaded(INK)])).toBeLessThanOrEqual(8);
    const { placements } = await media.artworks(seller).listPlacements({ artworkId });
    expect(placements).toMatchObject([{ scale: 0.25 }]);
    expect((await media.seePublicly(before.imageKey)).status).toBe(200);
    await eventually(async () => expect((await of.query('select from render_refresh')).rowCount).toBe(0));
  });

  it('of another template revision is stale, and made anew once a product of it is on sale', async () => {
    const artworkId = await anOriginal(await square(100));
    const template = await aShirt(media, { productTypeId: randomUUID() });
    const before = await renderOn(artworkId, template.id);
    await media.publishTemplate({ ...template, revision: 2 }, 2);
    expect(await renders(artworkId)).toEqual([{ ...before, isStale: true }]);

    const product = aProduct(media, { seller, artworkId, productTypeId: template.productTypeId });
    await product.tell('active');
    await eventually(async () => expect(await renders(artworkId)).toMatchObject([{ isStale: false }]), PATIENT);
    await media.publishTemplate({ ...template, revision: 3 }, 3);
    const second = await eventually(async () => {
      const [render] = await renders(artworkId);
      const { rows } = await of.query('select template_revision from render where artwork_id = $1', [artworkId]);
      expect([rows, render!.isStale]).toEqual([[{ template_revision: 3 }], false]);
      return render!;
    }, PATIENT);
    expect(second.imageKey).not.toBe(before.imageKey);
    expect((await of.query('select from template_refresh')).rowCount).toBe(0);
  });

  it('that cannot be made of the new version stays, is told as stale, and is not tried for ever', async () => {
    const artworkId = await anOriginal(await square(100));
    const template = await aShirt(media, { productTypeId: randomUUID() });
    const before = await renderOn(artworkId, template.id);
    await aProduct(media, { seller, artworkId, productTypeId: template.productTypeId }).tell('active');

    await anOriginal(await picture({ width: 100, height: 300 }, INK).png().toBuffer(), artworkId);

    await eventually(async () => {
      const { rows } = await of.query('select from render_refresh where artwork_id = $1', [artworkId]);
      expect(rows).toEqual([]);
    }, PATIENT);
    expect(await renders(artworkId)).toEqual([{ ...before, isStale: true }]);
  });
});

/** Runs, once, into a wall between the picture in storage and its record. */
const HOLD_RECORD = `
  create or replace function hold_record() returns trigger language plpgsql as
  $$ begin perform pg_advisory_xact_lock(816); return new; end $$;
  create or replace trigger hold_record before update on render for each row
  when (old.pending_hash is not null and new.pending_hash is null) execute function hold_record();`;

describe('a crash between a picture and its record', () => {
  it(
    'leaves nobody with the wrong picture: it is made anew, as the record says',
    async () => {
      const artworkId = await anOriginal(await square(100));
      const { id: templateId } = await aShirt(media);
      const small = { ...PLACED, scale: 0.5 };
      const first = await renderOn(artworkId, templateId, small);
      await of.query(HOLD_RECORD);
      await using record = await of.held('select pg_advisory_lock(816)');
      const lost = renderOn(artworkId, templateId, { ...PLACED, scale: 2 }).catch(() => 'lost');
      await record.awaited();
      await media.service.process.kill('SIGKILL');
      expect(await lost).toBe('lost');
      await of.query('drop trigger hold_record on render');
      await record.release();
      const outside: [number, number][] = [[PRINT_AREA.x + 60, PRINT_AREA.y + 60]];
      expect(far(await seen(first.imageKey, outside), [shaded(INK)])).toBeLessThanOrEqual(8);

      await of.query('update render set lease_until = now() where artwork_id = $1', [artworkId]);
      await media.service.process.restart();

      await eventually(async () => {
        const { rows } = await of.query(
          'select pending_hash as pending, input_hash as hash from render where artwork_id = $1',
          [artworkId],
        );
        expect(rows).toEqual([{ pending: null, hash: first.imageKey.split('=')[1] }]);
      }, PATIENT);
      expect(far(await seen(first.imageKey, outside), [shaded(BASE)])).toBeLessThanOrEqual(8);
    },
    RESTART_MS,
  );
});

describe('who was overtaken while composing', () => {
  it('stores nothing', async () => {
    const artworkId = await anOriginal(await png(RED, { width: 100, height: 100 }));
    const { id: templateId } = await aShirt(media);
    const first = await renderOn(artworkId, templateId, { ...PLACED, scale: 0.5 });
    const bytes = Buffer.from(await (await media.seePublicly(first.imageKey)).arrayBuffer());
    await of.query(`
      create function overtake() returns trigger language plpgsql as $$ begin return null; end $$;
      create trigger overtake before update on render for each row
      when (old.pending_hash is null and new.pending_hash is not null) execute function overtake();`);

    await expect(renderOn(artworkId, templateId)).rejects.toMatchObject({ kind: 'busy' });
    await of.query('drop trigger overtake on render');

    expect(Buffer.from(await (await media.seePublicly(first.imageKey)).arrayBuffer())).toEqual(bytes);
    expect((await renders(artworkId))[0]).toMatchObject({ imageKey: first.imageKey });
  });
});
