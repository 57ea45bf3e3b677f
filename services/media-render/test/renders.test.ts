import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Artwork } from '@estampa/contracts/media/v1/artwork';
import { RenderServiceClient } from '@estampa/contracts/media/v1/render';
import { eventually } from '@estampa/testing/eventually';
import { anArtwork, aSeller, type Media, sampleImage, startSharedMedia } from './media.ts';
import { aShirt, BASE, colours, far, INK, PLACED, shaded, SIZE } from './shirt.ts';

let media: Media;
let seller: ReturnType<typeof aSeller>;
let artwork: Artwork;
beforeAll(async () => {
  media = await startSharedMedia();
  seller = aSeller();
  artwork = await anArtwork(media, seller, await sampleImage({ width: 100, height: 100 }, INK).png().toBuffer());
});
afterAll(() => media.stop());

describe('a render', () => {
  it('is stored in public as WebP, listed and published', async () => {
    const { id: templateId } = await aShirt(media);

    const { render } = await media
      .renders(seller)
      .renderPlacement({ artworkId: artwork.id, templateId, ...PLACED, rotation: -270 });

    const key = `public/sellers/${seller.sellerProfileId}/artworks/${artwork.id}/renders/${templateId}/v1`;
    expect(render).toMatchObject({
      artworkId: artwork.id,
      artworkVersion: 1,
      templateId,
      status: 'rendered',
      options: { values: { color: 'white' } },
      placement: { ...PLACED, rotation: 90, artworkId: artwork.id, templateId },
      widthPx: SIZE.width,
      heightPx: SIZE.height,
    });
    expect(render!.imageKey).toMatch(new RegExp(`^${key}/[0-9a-f]{16}\\.webp\\?v=[0-9a-f]{16}$`));
    const response = await media.seePublicly(render!.imageKey);
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(response.headers.get('cache-control')).toContain('immutable');
    const seen = await colours(await response.arrayBuffer(), [
      [200, 250],
      [50, 50],
    ]);
    expect(far(seen, [shaded(INK), shaded(BASE)])).toBeLessThanOrEqual(4);
    const { renders } = await media
      .renders(seller)
      .listRenders({ artworkIds: [artwork.id], templateIds: [templateId] });
    expect(renders).toEqual([render]);
    await eventually(async () => {
      const events = await media.service.events('media.v1');
      expect(events.find((event) => event.key === `render:${artwork.id}/${templateId}`)).toMatchObject({
        type: 'render_rendered',
        value: { version: 1, render: { imageKey: render!.imageKey, status: 'rendered' } },
      });
    });
  });

  it('of the same input is made once, also for many concurrent requests', async () => {
    const { id: templateId } = await aShirt(media);
    const request = (by = {}) =>
      media.renders(seller).renderPlacement({ artworkId: artwork.id, templateId, ...PLACED, ...by });

    const responses = await Promise.all([request(), request(), request(), request(), request()]);
    const again = await request();

    expect(new Set([...responses, again].map(({ render }) => render!.imageKey)).size).toBe(1);
    const count = 'select version from render where artwork_id = $1 and template_id = $2';
    expect((await media.service.database.query(count, [artwork.id, templateId])).rows).toEqual([{ version: 1 }]);
    // Each response has an event to wait for: the image that stands may not show yet.
    const published = async () =>
      (await media.service.events('media.v1')).filter(({ key }) => key === `render:${artwork.id}/${templateId}`);
    await eventually(async () => expect(await published()).toHaveLength(responses.length + 1));
    expect((await published()).map(({ value }) => (value as { version: number }).version)).toEqual(Array(6).fill(1));
  });

  it('of another placement, artwork version or template revision is made anew', async () => {
    const template = await aShirt(media);
    const own = await anArtwork(media, seller, await sampleImage({ width: 90, height: 90 }, INK).png().toBuffer());
    const request = async (by = {}) => {
      const requested = { artworkId: own.id, templateId: template.id, ...PLACED, ...by };
      return (await media.renders(seller).renderPlacement(requested)).render!;
    };

    const first = await request();
    const moved = await request({ x: 110 });
    await media.emitTemplate({ ...template, revision: 2 }, 2);
    const revised = await request({ x: 110 });

    expect(new Set([first.imageKey, moved.imageKey, revised.imageKey]).size).toBe(3);
    expect(moved.id).toBe(first.id);
    expect(moved.placement!.x).toBe(110);
  });

  it('of different placements at once leaves record and image in agreement', async () => {
    const { id: templateId } = await aShirt(media);
    const scales = [0.5, 0.75, 1, 1.25, 1.5];

    await Promise.all(
      scales.map((scale) =>
        media.renders(seller).renderPlacement({ artworkId: artwork.id, templateId, ...PLACED, scale }),
      ),
    );

    const { renders } = await media
      .renders(seller)
      .listRenders({ artworkIds: [artwork.id], templateIds: [templateId] });
    const { placement, imageKey } = renders[0]!;
    const parts = 100 + 100 * placement!.scale;
    // Through the smallest of them too.
    const row = 175;
    const bytes = await (await media.seePublicly(imageKey)).arrayBuffer();
    const seen = await colours(bytes, [
      [parts - 6, row],
      [parts + 6, row],
    ]);
    expect(far(seen, [shaded(INK), shaded(BASE)])).toBeLessThanOrEqual(8);
  });

  it('without numbers takes the stored placement, else the artwork fitted and centred', async () => {
    const { id: templateId } = await aShirt(media);
    const request = async (placement = {}) =>
      (await media.renders(seller).renderPlacement({ artworkId: artwork.id, templateId, ...placement })).render!
        .placement;

    expect(await request()).toMatchObject({ x: 100, y: 150, scale: 2, rotation: 0 });
    expect(await request({ ...PLACED, scale: 1 })).toMatchObject({ scale: 1 });
    expect(await request()).toMatchObject({ scale: 1 });
    await expect(request({ x: 3 })).rejects.toMatchObject({ reason: 'validation_failed' });
  });

  it('that does not fit is rejected with the overflows, and leaves no placement behind', async () => {
    const { id: templateId } = await aShirt(media);
    const requested = { artworkId: artwork.id, templateId, ...PLACED, x: 89.5 };

    await expect(media.renders(seller).renderPlacement(requested)).rejects.toMatchObject({
      kind: 'invalid',
      reason: 'does_not_fit',
      details: { fields: expect.arrayContaining([expect.objectContaining({ path: 'overflow.left' })]) },
    });
    const { rows } = await media.service.database.query('select 1 from placement where template_id = $1', [templateId]);
    expect(rows).toEqual([]);
    expect((await media.renders(seller).previewPlacement(requested)).fits).toBe(false);
  });

  it('is for the artwork’s seller, on an active template of the product’s type', async () => {
    const template = await aShirt(media);
    const requested = { artworkId: artwork.id, templateId: template.id, ...PLACED };
    const unknown = { reason: 'unknown_reference' };

    await expect(media.renders(aSeller()).renderPlacement(requested)).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(
      media.renders(aSeller()).listRenders({ artworkIds: [artwork.id], templateIds: [] }),
    ).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(
      media.renders(seller).renderPlacement({ ...requested, artworkId: randomUUID() }),
    ).rejects.toMatchObject({
      kind: 'not_found',
    });
    await expect(media.renders(seller).renderPlacement({ ...requested, templateId: 'nothing' })).rejects.toMatchObject(
      unknown,
    );
    await expect(
      media.renders(seller).renderPlacement({ ...requested, productTypeId: randomUUID() }),
    ).rejects.toMatchObject(unknown);
    await media.emitTemplate({ ...template, isActive: false }, 2);
    await expect(media.renders(seller).renderPlacement(requested)).rejects.toMatchObject(unknown);
  });

  it('whose layers are missing fails, says so, and works when they are back', async () => {
    const template = await aShirt(media);
    const broken = {
      ...template,
      images: [{ kind: 'base', key: 'public/templates/none.png', url: '', widthPx: 400, heightPx: 500 }],
    };
    await media.emitTemplate({ ...broken, revision: 2 }, 2);
    const requested = { artworkId: artwork.id, templateId: template.id, ...PLACED };

    await expect(media.renders(seller).renderPlacement(requested)).rejects.toThrow('internal error');
    const { renders } = await media
      .renders(seller)
      .listRenders({ artworkIds: [artwork.id], templateIds: [template.id] });
    await media.emitTemplate({ ...template, revision: 3 }, 3);
    const { render } = await media.renders(seller).renderPlacement(requested);

    expect(renders).toMatchObject([{ status: 'failed', imageKey: '', error: expect.any(String) }]);
    expect(render).toMatchObject({ status: 'rendered', error: undefined });
  });

  it('is made once for one idempotency key', async () => {
    const { id: templateId } = await aShirt(media);
    const idempotency = { key: randomUUID(), scope: 'seller POST render', bodyDigest: 'x' };
    const client = () => media.service.client(RenderServiceClient, { caller: seller, idempotency });
    const replays: string[] = [];
    const request = (name: string) =>
      client().renderPlacement(
        { artworkId: artwork.id, templateId, ...PLACED },
        { withIdempotencyKey: true, onReplay: () => replays.push(name) },
      );

    const [first, second] = [await request('first'), await request('second')];

    expect(second).toEqual(first);
    expect(replays).toEqual(['second']);
  });
});
