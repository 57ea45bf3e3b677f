import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Artwork } from '@estampa/contracts/media/v1/artwork';
import { eventually } from '@estampa/testing/eventually';
import { svgImage } from '@estampa/testing/svg-image';
import sharp from 'sharp';
import { ADMIN, anArtwork, aSeller, aTemplate, type Media, sampleImage, startSharedMedia } from './media.ts';
import { aShirt, BASE, colours, far, INK, PLACED, PRINT_AREA, shaded, SIZE } from './shirt.ts';

/** Takes several times as long as two previews. */
const BATCH = 30;

/** As the gateway waits. */
const RENDER_DEADLINE_MS = 30_000;

let media: Media;
let seller: ReturnType<typeof aSeller>;
let artwork: Artwork;
beforeAll(async () => {
  media = await startSharedMedia();
  seller = aSeller();
  artwork = await anArtwork(media, seller, await sampleImage({ width: 100, height: 100 }, INK).png().toBuffer());
});
afterAll(() => media.stop());

describe('a preview', () => {
  it('is the render’s composition as PNG, with the bounds of artwork and print area', async () => {
    const { id: templateId } = await aShirt(media);

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

  it('shows on request the colours that a press prints, which has no bright green', async () => {
    const { id: templateId } = await aShirt(media);
    const green = { r: 0, g: 255, b: 0, alpha: 1 };
    const own = await anArtwork(media, seller, await sampleImage({ width: 100, height: 100 }, green).png().toBuffer());
    const shown = async (softProof: boolean) => {
      const requested = { artworkId: own.id, templateId, ...PLACED, softProof };
      const { png } = await media.renders(seller).previewPlacement(requested);
      return (await colours(png, [[200, 250]]))[0]!;
    };
    const [plain, proof, again] = [await shown(false), await shown(true), await shown(false)];
    expect(again).toEqual(plain);
    expect(proof[1]!).toBeLessThan(plain[1]! - 15);
  });

  it('shows also what does not fit, clipped to print area and bleed, and stores nothing', async () => {
    const { id: templateId } = await aShirt(media);
    const placement = { x: -800, y: -750, scale: 20, rotation: 33 };

    const preview = await media.renders(seller).previewPlacement({ artworkId: artwork.id, templateId, ...placement });

    expect(preview.fits).toBe(false);
    const seen = await colours(preview.png, [
      [200, 250],
      [92, 250],
      [87, 250],
    ]);
    expect(far(seen, [shaded(INK), shaded(INK), shaded(BASE)])).toBeLessThanOrEqual(1);
    expect(await media.renders(seller).listRenders({ artworkIds: [artwork.id], templateIds: [templateId] })).toEqual({
      renders: [],
    });
  });

  it('shows ink where it is printed, with the bleed that its template declares, and warns of what lies beyond the safe line', async () => {
    const shirt = await aShirt(media);
    // 2 px a millimetre: print area and mockup end 4 px further, where without a bleed of its own 10 px would show.
    const bled = { ...shirt, revision: 2, printWidthMm: 100, bleedMm: 2, safeMm: 5 };
    await media.emitTemplate(bled, 2);
    const at = { artworkId: artwork.id, templateId: shirt.id };
    const over = await media.renders(seller).previewPlacement({ ...at, ...PLACED, x: 90 });
    const safe = await media.renders(seller).previewPlacement({ ...at, ...PLACED, x: 110, y: 160, scale: 1.8 });

    expect([over.fits, over.warnings, safe.warnings]).toEqual([true, ['outside_safe_area'], []]);
    expect(over.printAreaBounds).toEqual(PRINT_AREA);
    const seen = await colours(over.png, [
      [97, 250],
      [94, 250],
    ]);
    expect(far(seen, [shaded(INK), shaded(BASE)])).toBeLessThanOrEqual(1);
    const { render } = await media.renders(seller).renderPlacement({ ...at, ...PLACED });
    expect(render!.printArea).toEqual({ bounds: { x: 96, y: 146, width: 208, height: 208 }, widthMm: 104, bleedMm: 2 });
  });

  it('is at most 1,600 px, and a render at most 2,400', async () => {
    const base = await sampleImage({ width: 3_000, height: 1_500 }, BASE).png().toBuffer();
    const { id: templateId } = await aTemplate(media, { base }, {});

    const { png } = await media.renders(seller).previewPlacement({ artworkId: artwork.id, templateId, ...PLACED });
    const requested = { artworkId: artwork.id, templateId, ...PLACED };
    const { render } = await media.renders(seller).renderPlacement(requested, { deadlineMs: RENDER_DEADLINE_MS });

    expect(await sharp(png).metadata()).toMatchObject({ width: 1_600, height: 800 });
    expect(render).toMatchObject({ widthPx: 2_400, heightPx: 1_200 });
  });

  it('takes only what one may use', async () => {
    const { id: templateId } = await aShirt(media);
    const inactive = { ...(await aShirt(media)), isActive: false };
    await media.emitTemplate(inactive, 2);
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
    await media.emitTemplate({ id: templateId, productTypeId: randomUUID(), isActive: true, revision: 1 }, 2);

    const preview = media.renders(seller).previewPlacement({ artworkId: artwork.id, templateId, ...PLACED });

    await expect(preview).rejects.toMatchObject({ kind: 'wrong_state' });
  });
});

it('a preview is not made to wait for a batch, not even for one of the same seller', async () => {
  const other = aSeller();
  const theirs = await anArtwork(media, other, await sampleImage({ width: 90, height: 90 }, INK).png().toBuffer());
  const shirt = await aShirt(media);
  const templateIds = Array.from({ length: BATCH }, () => `template-${randomUUID().slice(0, 8)}`);
  await Promise.all(templateIds.map((id) => media.emitTemplate({ ...shirt, id })));
  const left = async () =>
    (await media.service.database.query('select 1 from render_task where template_id = any($1)', [templateIds]))
      .rowCount!;
  const renders = templateIds.map((templateId) => ({ templateId }));
  const made = media.renders(seller).renderPlacements({ artworkId: artwork.id, renders }, { deadlineMs: 30_000 });
  await eventually(async () => expect(await left()).toBeGreaterThan(0));

  for (const [by, { id: artworkId }] of [
    [seller, artwork],
    [other, theirs],
  ] as const) {
    await media.renders(by).previewPlacement({ artworkId, templateId: shirt.id, ...PLACED });
  }

  expect(await left()).toBeGreaterThan(0);
  expect((await made).failed).toEqual([]);
});

it('a large artwork is composed from its working copy, also where a preview zooms in further than a render can', async () => {
  const stripes = svgImage(
    `<svg xmlns="http://www.w3.org/2000/svg" width="6000" height="6000"><rect width="6000" height="6000" fill="#fff"/>
     <rect x="2998" width="5" height="6000" fill="#000"/></svg>`,
  );
  const large = await anArtwork(media, seller, await stripes.png().toBuffer());
  const base = await sampleImage(SIZE, BASE).png().toBuffer();
  const { id: templateId } = await aTemplate(media, { base }, { printArea: PRINT_AREA });
  const zoomed = { x: 200 - 3_000.5 * 20, y: 250 - 3_000 * 20, scale: 20, rotation: 0 };

  const { render } = await media.renders(seller).renderPlacement({ artworkId: large.id, templateId });
  const preview = await media.renders(seller).previewPlacement({ artworkId: large.id, templateId, ...zoomed });

  expect(render!.placement!.scale).toBeCloseTo(200 / 6_000, 9);
  expect(preview.fits).toBe(false);
  const seen = await colours(preview.png, [
    [200, 250],
    [110, 250],
    [290, 250],
  ]);
  expect(
    far(seen, [
      [0, 0, 0],
      [255, 255, 255],
      [255, 255, 255],
    ]),
  ).toBeLessThanOrEqual(60);
});
