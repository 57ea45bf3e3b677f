import { randomUUID } from 'node:crypto';
import { eventually } from '@estampa/testing/eventually';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { ADMIN, aSeller, aTemplate, type Media, sampleImage, startSharedMedia } from './media.ts';
import { BASE, colours, far, PRINT_AREA, SIZE } from './shirt.ts';
import { aShirtOfTwoAreas, POINTS } from './shirt-with-sleeve.ts';

const GREY = { r: 90, g: 90, b: 90 };
/** What lossy compression may do to a plain area. */
const WEBP_LEVELS = 14;

let media: Media;
let templateId: string;
beforeAll(async () => {
  media = await startSharedMedia();
  const base = await sampleImage(SIZE, GREY).png().toBuffer();
  ({ id: templateId } = await aTemplate(media, { base }, { printArea: PRINT_AREA }));
});
afterAll(() => media.stop());

const render = (placement = {}, caller = ADMIN) => media.renders(caller).testRender({ templateId, ...placement });

async function pixels(imageKey: string, points: [number, number][]): Promise<number[][]> {
  return colours(await (await media.seePublicly(imageKey)).arrayBuffer(), points);
}

/** The middle of a square in the middle of each quarter: red, green, blue, yellow. */
const QUARTERS: [number, number][] = [
  [133, 183],
  [243, 183],
  [133, 315],
  [243, 315],
];
const brightest = ([r = 0, g = 0, b = 0]: number[]): string => {
  if (Math.min(r, g) > b + 40 && Math.abs(r - g) < 60) return 'yellow';
  return r > g && r > b ? 'red' : g > b ? 'green' : 'blue';
};

describe('a test render', () => {
  it('frames the print area, shows which way is up and how far it bleeds, and leaves the rest as it is', async () => {
    const { imageKey, durationMs, ...size } = await render();

    expect(size).toEqual({ widthPx: SIZE.width, heightPx: SIZE.height });
    expect(durationMs).toBeGreaterThanOrEqual(0);
    const seen = await media.seePublicly(imageKey);
    expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(await sharp(await seen.arrayBuffer()).metadata()).toMatchObject({ width: SIZE.width, height: SIZE.height });
    expect((await pixels(imageKey, QUARTERS)).map(brightest)).toEqual(['red', 'green', 'blue', 'yellow']);
    const [beyond, aside, arrow] = await pixels(imageKey, [
      [200, 135],
      [85, 250],
      [200, 290],
    ]);
    const { r, g, b } = GREY;
    expect(
      far(
        [beyond!, aside!],
        [
          [r, g, b],
          [r, g, b],
        ],
      ),
    ).toBeLessThan(WEBP_LEVELS);
    expect(Math.max(...arrow!)).toBeLessThan(60);
    const bleed = await pixels(
      imageKey,
      Array.from({ length: 60 }, (_, y) => [95, 200 + y]),
    );
    expect(bleed.some(([red, green]) => red! > 180 && green! < 120)).toBe(true);
    expect(bleed.some(([, green]) => green! > 180)).toBe(true);
  });

  it('rotates the pattern as an artwork would be rotated', async () => {
    const { imageKey } = await render({ rotation: 180 });

    expect((await pixels(imageKey, QUARTERS)).map(brightest)).toEqual(['yellow', 'blue', 'green', 'red']);
  });

  it('puts it where it is requested, however far outside', async () => {
    const { imageKey } = await render({ x: 5_000, y: 5_000, scale: 20 });

    const { r, g, b } = GREY;
    expect(far(await pixels(imageKey, [[200, 250]]), [[r, g, b]])).toBeLessThan(WEBP_LEVELS);
  });

  it('stands for a day', async () => {
    const { imageKey } = await render();
    const query = (sql: string) => media.service.database.query<{ hours: string }>(sql, [imageKey]);
    const { rows } = await query(
      'select extract(epoch from due_at - now()) / 3600 as hours from discarded_object where key = $1',
    );
    expect(Math.round(Number(rows[0]!.hours))).toBe(24);

    await query('update discarded_object set due_at = now() where key = $1');

    await eventually(async () => expect((await media.seePublicly(imageKey)).status).toBe(404));
  });

  it('tries a print area and a surface, and leaves the template as it is', async () => {
    const corners = [
      { x: 40, y: 20 },
      { x: 360, y: 20 },
      { x: 360, y: 240 },
      { x: 40, y: 240 },
    ];
    const trial = {
      printArea: PRINT_AREA,
      warp: { perspective: { corners } },
      displacement: undefined,
      blend: 'normal',
      inkOpacity: 1,
    };
    const [before, tried, after] = [await render(), await render({ trial }), await render()];

    const UPPER: [number, number][] = [[100, 60]];
    const { r, g, b } = GREY;
    expect(far(await pixels(before.imageKey, UPPER), [[r, g, b]])).toBeLessThan(WEBP_LEVELS);
    expect((await pixels(tried.imageKey, UPPER)).map(brightest)).toEqual(['red']);
    expect(far(await pixels(after.imageKey, UPPER), [[r, g, b]])).toBeLessThan(WEBP_LEVELS);
  });

  it('lies on a further surface where one is named, within the mask of that', async () => {
    const [nowhere, everywhere] = await Promise.all(
      [0, 255].map((level) => sampleImage(SIZE, { r: level, g: level, b: level }).png().toBuffer()),
    );
    const { id } = await aShirtOfTwoAreas(media, randomUUID(), { mask: nowhere!, 'mask@sleeve': everywhere! });
    const onSurface = async (surface?: string) => {
      const { imageKey } = await media.renders(ADMIN).testRender({ templateId: id, surface });
      return pixels(imageKey, POINTS);
    };

    const [own, onSleeve] = [await onSurface(), await onSurface('sleeve')];

    const base = Object.values(BASE);
    expect(far(own, [base, base, base])).toBeLessThan(WEBP_LEVELS);
    expect(far([onSleeve[0]!, onSleeve[2]!], [base, base])).toBeLessThan(WEBP_LEVELS);
    expect(far([onSleeve[1]!], [base])).toBeGreaterThan(4 * WEBP_LEVELS);
    await expect(onSurface('hood')).rejects.toMatchObject({ reason: 'unknown_reference' });
  });

  it.each<[string, object, string]>([
    ['a print area outside', { printArea: { x: -1, y: 0, width: 10, height: 10 } }, 'config.printArea'],
    [
      'a surface that folds',
      { warp: { perspective: { corners: [0, 9, 0, 9].map((x, at) => ({ x, y: at * 9 })) } } },
      'config.warp',
    ],
    ['more ink than there is', { inkOpacity: 1.1 }, 'config.inkOpacity'],
  ])('is rejected for %s', async (_name, wrong, path) => {
    const flat = { printArea: PRINT_AREA, warp: undefined, displacement: undefined, blend: 'normal', inkOpacity: 1 };

    await expect(render({ trial: { ...flat, ...wrong } })).rejects.toMatchObject({
      kind: 'invalid',
      details: { fields: [expect.objectContaining({ path })] },
    });
  });

  it('is of an inactive template too, but not of one without a base, nor of none', async () => {
    const id = `template-${randomUUID()}`;
    const of = (one: string) => media.renders(ADMIN).testRender({ templateId: one });
    await media.emitTemplate({ id, productTypeId: randomUUID(), isActive: true, images: [], revision: 1 });
    await expect(of(id)).rejects.toMatchObject({ kind: 'wrong_state' });
    await expect(of('nope')).rejects.toMatchObject({ kind: 'not_found' });

    const { id: inactive, ...info } = await aTemplate(
      media,
      { base: await sampleImage(SIZE, GREY).png().toBuffer() },
      { printArea: PRINT_AREA },
    );
    await media.emitTemplate({ ...info, id: inactive, isActive: false }, 2);

    expect(await of(inactive)).toMatchObject({ widthPx: SIZE.width });
  });

  it.each([[{ scale: 0.009 }], [{ scale: 20.5 }], [{ rotation: Number.NaN }]])('is rejected for %j', async (wrong) => {
    await expect(render(wrong)).rejects.toMatchObject({ kind: 'invalid', reason: 'validation_failed' });
  });

  it('is for admins', async () => {
    await expect(render({}, aSeller())).rejects.toMatchObject({ kind: 'forbidden' });
  });
});
