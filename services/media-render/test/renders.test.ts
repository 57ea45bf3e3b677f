import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Artwork } from '@estampa/contracts/media/v1/media';
import { eventually } from '@estampa/testing/eventually';
import sharp from 'sharp';
import { ADMIN, anArtwork, aSeller, aTemplate, type Media, picture, startMedia } from './media.ts';

const BASE = { r: 210, g: 205, b: 200 };
const INK = { r: 20, g: 90, b: 200 };
const SIZE = { width: 400, height: 500 };
const PRINT_AREA = { x: 100, y: 150, width: 200, height: 200 };
const PLACED = { x: 100, y: 150, scale: 2, rotation: 0 };

let media: Media;
let seller: ReturnType<typeof aSeller>;
let artwork: Artwork;
beforeAll(async () => {
  media = await startMedia();
  seller = aSeller();
  artwork = await anArtwork(media, seller, await picture({ width: 100, height: 100 }, INK).png().toBuffer());
});
afterAll(() => media.stop());

const aShirt = async (facts: { productTypeId?: string } = {}) =>
  aTemplate(
    media,
    {
      base: await picture(SIZE, BASE).png().toBuffer(),
      shadow: await picture(SIZE, { r: 128, g: 128, b: 128 }).png().toBuffer(),
    },
    { printArea: PRINT_AREA, ...facts },
  );

async function colours(bytes: Buffer | ArrayBuffer, points: [number, number][]): Promise<number[][]> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return points.map(([x, y]) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)]);
}

const shaded = ({ r, g, b }: typeof INK) => [r, g, b].map((channel) => (channel * 128) / 255);
const far = (seen: number[][], expected: number[][]) =>
  Math.max(...seen.flatMap((colour, at) => colour.map((channel, index) => Math.abs(channel - expected[at]![index]!))));

describe('a preview', () => {
  it('is the render’s composition as PNG, with the bounds of artwork and print area', async () => {
    const { id: templateId } = await aShirt();

    const preview = await media
      .renders(seller)
      .previewPlacement({ artworkId: artwork.id, templateId, ...PLACED, x: 90 });

    expect(preview).toMatchObject({
      fits: true,
      overflow: { top: 0, right: 0, bottom: 0, left: 10 },
      artworkBounds: { x: 90, y: 150, width: 200, height: 200 },
      printAreaBounds: PRINT_AREA,
    });
    expect(await sharp(preview.png).metadata()).toMatchObject({ format: 'png', ...SIZE });
    const seen = await colours(preview.png, [
      [200, 250],
      [95, 250],
      [85, 250],
      [295, 250],
    ]);
    expect(far(seen, [shaded(INK), shaded(INK), shaded(BASE), shaded(BASE)])).toBeLessThanOrEqual(1);
  });

  it('shows also what does not fit, clipped to print area and bleed, and keeps nothing', async () => {
    const { id: templateId } = await aShirt();
    const placement = { x: -800, y: -750, scale: 20, rotation: 33 };

    const preview = await media.renders(seller).previewPlacement({ artworkId: artwork.id, templateId, ...placement });

    expect(preview.fits).toBe(false);
    const seen = await colours(preview.png, [
      [200, 250],
      [92, 250],
      [87, 250],
    ]);
    expect(far(seen, [shaded(INK), shaded(INK), shaded(BASE)])).toBeLessThanOrEqual(1);
    expect(await media.renders(seller).listRenders({ artworkId: artwork.id, templateIds: [templateId] })).toEqual({
      renders: [],
    });
  });

  it('is at most 1,600 px, and a render at most 2,400', async () => {
    const base = await picture({ width: 3_000, height: 1_500 }, BASE).png().toBuffer();
    const { id: templateId } = await aTemplate(media, { base }, {});

    const { png } = await media.renders(seller).previewPlacement({ artworkId: artwork.id, templateId, ...PLACED });
    const { render } = await media.renders(seller).renderPlacement({ artworkId: artwork.id, templateId, ...PLACED });

    expect(await sharp(png).metadata()).toMatchObject({ width: 1_600, height: 800 });
    expect(render).toMatchObject({ widthPx: 2_400, heightPx: 1_200 });
  });

  it('takes only what one may use', async () => {
    const { id: templateId } = await aShirt();
    const inactive = { ...(await aShirt()), isActive: false };
    await media.publishTemplate(inactive, 2);
    const preview = (by: typeof seller, what: object) =>
      media.renders(by).previewPlacement({ artworkId: artwork.id, templateId, ...PLACED, ...what });

    await expect(preview(seller, { templateId: 'nothing' })).rejects.toMatchObject({ kind: 'not_found' });
    await expect(preview(seller, { templateId: inactive.id })).rejects.toMatchObject({ kind: 'not_found' });
    await expect(preview(seller, { artworkId: randomUUID() })).rejects.toMatchObject({ reason: 'unknown_reference' });
    await expect(preview(aSeller(), {})).rejects.toMatchObject({ reason: 'unknown_reference' });
    await expect(preview(seller, { scale: 21 })).rejects.toMatchObject({ reason: 'validation_failed' });
    expect(
      (await media.renders(ADMIN).previewPlacement({ artworkId: artwork.id, templateId: inactive.id, ...PLACED })).fits,
    ).toBe(true);
  });

  it('needs a template with a base', async () => {
    const { id: templateId } = await aTemplate(media, {}, { printArea: PRINT_AREA });
    await media.publishTemplate({ id: templateId, productTypeId: randomUUID(), isActive: true, revision: 1 }, 2);

    const preview = media.renders(seller).previewPlacement({ artworkId: artwork.id, templateId, ...PLACED });

    await expect(preview).rejects.toMatchObject({ kind: 'wrong_state' });
  });
});

describe('a render', () => {
  it('is stored in public as WebP, listed and announced', async () => {
    const { id: templateId } = await aShirt();

    const { render } = await media
      .renders(seller)
      .renderPlacement({ artworkId: artwork.id, templateId, ...PLACED, rotation: -270 });

    const key = `public/sellers/${seller.sellerProfileId}/artworks/${artwork.id}/renders/${templateId}/v1/render.webp`;
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
    expect(render!.url).toMatch(new RegExp(`^http://cdn.test/${key}\\?v=[0-9a-f]{16}$`));
    const answer = await media.seePublicly(render!.url);
    expect(answer.headers.get('content-type')).toBe('image/webp');
    expect(answer.headers.get('cache-control')).toContain('immutable');
    const seen = await colours(await answer.arrayBuffer(), [
      [200, 250],
      [50, 50],
    ]);
    expect(far(seen, [shaded(INK), shaded(BASE)])).toBeLessThanOrEqual(4);
    const { renders } = await media.renders(seller).listRenders({ artworkId: artwork.id, templateIds: [templateId] });
    expect(renders).toEqual([render]);
    await eventually(async () => {
      const events = await media.service.events('media.v1');
      expect(events.find((event) => event.key === `render:${artwork.id}/${templateId}`)).toMatchObject({
        type: 'render_rendered',
        value: { version: 1, render: { url: render!.url, status: 'rendered' } },
      });
    });
  });

  it('of the same input is made once, also when it is asked for many times at once', async () => {
    const { id: templateId } = await aShirt();
    const ask = (by = {}) =>
      media.renders(seller).renderPlacement({ artworkId: artwork.id, templateId, ...PLACED, ...by });

    const answers = await Promise.all([ask(), ask(), ask(), ask(), ask()]);
    const again = await ask();

    expect(new Set([...answers, again].map(({ render }) => render!.url)).size).toBe(1);
    const count = 'select version from render where artwork_id = $1 and template_id = $2';
    expect((await media.service.database.query(count, [artwork.id, templateId])).rows).toEqual([{ version: 1 }]);
  });

  it('of another placement, artwork version or template revision is made anew', async () => {
    const template = await aShirt();
    const own = await anArtwork(media, seller, await picture({ width: 90, height: 90 }, INK).png().toBuffer());
    const ask = async (by = {}) => {
      const asked = { artworkId: own.id, templateId: template.id, ...PLACED, ...by };
      return (await media.renders(seller).renderPlacement(asked)).render!;
    };

    const first = await ask();
    const moved = await ask({ x: 110 });
    await media.publishTemplate({ ...template, revision: 2 }, 2);
    const revised = await ask({ x: 110 });

    expect(new Set([first.url, moved.url, revised.url]).size).toBe(3);
    expect(moved.id).toBe(first.id);
    expect(moved.placement!.x).toBe(110);
  });

  it('of different placements at once leaves record and picture in agreement', async () => {
    const { id: templateId } = await aShirt();
    const scales = [0.5, 0.75, 1, 1.25, 1.5];

    await Promise.all(
      scales.map((scale) =>
        media.renders(seller).renderPlacement({ artworkId: artwork.id, templateId, ...PLACED, scale }),
      ),
    );

    const { renders } = await media.renders(seller).listRenders({ artworkId: artwork.id, templateIds: [templateId] });
    const { placement, url } = renders[0]!;
    const edge = 100 + 100 * placement!.scale;
    const bytes = await (await media.seePublicly(url)).arrayBuffer();
    const seen = await colours(bytes, [
      [edge - 6, 200],
      [edge + 6, 200],
    ]);
    expect(far(seen, [shaded(INK), shaded(BASE)])).toBeLessThanOrEqual(8);
  });

  it('without numbers takes the stored placement, else the artwork fitted and centred', async () => {
    const { id: templateId } = await aShirt();
    const ask = async (placement = {}) =>
      (await media.renders(seller).renderPlacement({ artworkId: artwork.id, templateId, ...placement })).render!
        .placement;

    expect(await ask()).toMatchObject({ x: 100, y: 150, scale: 2, rotation: 0 });
    expect(await ask({ ...PLACED, scale: 1 })).toMatchObject({ scale: 1 });
    expect(await ask()).toMatchObject({ scale: 1 });
    await expect(ask({ x: 3 })).rejects.toMatchObject({ reason: 'validation_failed' });
  });

  it('that does not fit is refused with the overflows, and leaves no placement behind', async () => {
    const { id: templateId } = await aShirt();
    const asked = { artworkId: artwork.id, templateId, ...PLACED, x: 89.5 };

    await expect(media.renders(seller).renderPlacement(asked)).rejects.toMatchObject({
      kind: 'invalid',
      reason: 'does_not_fit',
      details: { fields: expect.arrayContaining([expect.objectContaining({ path: 'overflow.left' })]) },
    });
    const { rows } = await media.service.database.query('select 1 from placement where template_id = $1', [templateId]);
    expect(rows).toEqual([]);
    expect((await media.renders(seller).previewPlacement(asked)).fits).toBe(false);
  });

  it('is for the artwork’s seller, on an active template of the product’s type', async () => {
    const template = await aShirt();
    const asked = { artworkId: artwork.id, templateId: template.id, ...PLACED };
    const unknown = { reason: 'unknown_reference' };

    await expect(media.renders(aSeller()).renderPlacement(asked)).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(
      media.renders(aSeller()).listRenders({ artworkId: artwork.id, templateIds: [] }),
    ).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(media.renders(seller).renderPlacement({ ...asked, artworkId: randomUUID() })).rejects.toMatchObject({
      kind: 'not_found',
    });
    await expect(media.renders(seller).renderPlacement({ ...asked, templateId: 'nothing' })).rejects.toMatchObject(
      unknown,
    );
    await expect(
      media.renders(seller).renderPlacement({ ...asked, productTypeId: randomUUID() }),
    ).rejects.toMatchObject(unknown);
    await media.publishTemplate({ ...template, isActive: false }, 2);
    await expect(media.renders(seller).renderPlacement(asked)).rejects.toMatchObject(unknown);
  });

  it('whose layers are missing fails, says so, and works when they are back', async () => {
    const template = await aShirt();
    const broken = {
      ...template,
      images: [{ kind: 'base', key: 'public/templates/none.png', url: '', widthPx: 400, heightPx: 500 }],
    };
    await media.publishTemplate({ ...broken, revision: 2 }, 2);
    const asked = { artworkId: artwork.id, templateId: template.id, ...PLACED };

    await expect(media.renders(seller).renderPlacement(asked)).rejects.toThrow('internal error');
    const { renders } = await media.renders(seller).listRenders({ artworkId: artwork.id, templateIds: [template.id] });
    await media.publishTemplate({ ...template, revision: 3 }, 3);
    const { render } = await media.renders(seller).renderPlacement(asked);

    expect(renders).toMatchObject([{ status: 'failed', url: '', error: expect.any(String) }]);
    expect(render).toMatchObject({ status: 'rendered', error: undefined });
  });

  it('is answered once for one idempotency key', async () => {
    const { id: templateId } = await aShirt();
    const idempotency = { key: randomUUID(), scope: 'seller POST render', bodyDigest: 'x' };
    const { RenderServiceClient } = await import('@estampa/contracts/media/v1/media');
    const client = () => media.service.client(RenderServiceClient, { caller: seller, idempotency });
    const replays: string[] = [];
    const ask = (name: string) =>
      client().renderPlacement(
        { artworkId: artwork.id, templateId, ...PLACED },
        { withIdempotencyKey: true, onReplay: () => replays.push(name) },
      );

    const [first, second] = [await ask('first'), await ask('second')];

    expect(second).toEqual(first);
    expect(replays).toEqual(['second']);
  });
});

it('a large artwork is composed from its working copy, and zoomed into from its original', async () => {
  const stripes = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="6000" height="6000"><rect width="6000" height="6000" fill="#fff"/>
     <rect x="3000" width="1" height="6000" fill="#000"/></svg>`,
  );
  const large = await anArtwork(media, seller, await sharp(stripes).png().toBuffer());
  const base = await picture(SIZE, BASE).png().toBuffer();
  const { id: templateId } = await aTemplate(media, { base }, { printArea: PRINT_AREA });
  const zoomed = { x: 200 - 3_000.5 * 20, y: 250 - 3_000 * 20, scale: 20, rotation: 0 };

  const { render } = await media.renders(seller).renderPlacement({ artworkId: large.id, templateId });
  const preview = await media.renders(seller).previewPlacement({ artworkId: large.id, templateId, ...zoomed });

  expect(render!.placement!.scale).toBeCloseTo(200 / 6_000, 9);
  const seen = await colours(preview.png, [
    [200, 250],
    [170, 250],
    [230, 250],
  ]);
  expect(
    far(seen, [
      [0, 0, 0],
      [255, 255, 255],
      [255, 255, 255],
    ]),
  ).toBeLessThanOrEqual(30);
});
