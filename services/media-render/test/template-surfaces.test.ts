import type { DeepPartial, Template } from '@estampa/contracts/catalog/v1/template';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Artwork } from '@estampa/contracts/media/v1/artwork';
import sharp from 'sharp';
import { ADMIN, anArtwork, aSeller, aTemplate, type Media, sampleImage, startSharedMedia } from './media.ts';
import { BASE, colours, far, INK, PLACED, PRINT_AREA, SIZE } from './shirt.ts';

/** Of channels, beside edges that are softened. */
const CLOSE = 3;
const DOT = { r: 250, g: 240, b: 60 };

let media: Media;
let seller: ReturnType<typeof aSeller>;
let artwork: Artwork;
beforeAll(async () => {
  media = await startSharedMedia();
  seller = aSeller();
  artwork = await anArtwork(media, seller, await dotted());
});
afterAll(() => media.stop());

/** A sheet of ink as large as the print area at twice its size, with a dot of 20 px around (75, 75): on the print (150, 150). */
async function dotted(): Promise<Buffer> {
  const dot = await sampleImage({ width: 20, height: 20 }, DOT).png().toBuffer();
  const sheet = sampleImage({ width: 100, height: 100 }, INK);
  return sheet
    .composite([{ input: dot, left: 65, top: 65 }])
    .png()
    .toBuffer();
}

const base = () => sampleImage(SIZE, BASE).png().toBuffer();
const bent = async (surface: DeepPartial<Template>, layers: Record<string, Buffer> = {}) =>
  aTemplate(media, { base: await base(), ...layers }, { ...surface, printArea: PRINT_AREA });
const preview = async (templateId: string) =>
  (await media.renders(seller).previewPlacement({ artworkId: artwork.id, templateId, ...PLACED })).png;
const rgb = ({ r, g, b }: typeof INK) => [r, g, b];

const corner = (x: number, y: number) => ({ x, y });
const axis = { from: corner(200, 150), to: corner(200, 350) };

describe('a print on a surface', () => {
  it.each([
    // The lower half of the photo: (x, y) of the print area, which is 200 wide and high, at (50 + x, 250 + y).
    [
      'corners',
      { perspective: { corners: [corner(50, 250), corner(250, 250), corner(250, 450), corner(50, 450)] } },
      [200, 400],
    ],
    [
      'a mesh',
      { mesh: { columns: 2, rows: 2, points: [corner(50, 250), corner(250, 250), corner(50, 450), corner(250, 450)] } },
      [200, 400],
    ],
    // A quarter of the print to the right of the middle: at the sine of 45 of 180 degrees.
    ['a cylinder', { cylinder: { axis, radiusPx: 90, angle: 180, rotation: 0, sagPx: 0 } }, [264, 300]],
  ] as const)('with %s shows each dot where the mapping says, in previews and renders', async (_name, warp, dot) => {
    const { id: templateId } = await bent({ warp: warp as unknown as Template['warp'] });
    const points: [number, number][] = [
      [dot[0], dot[1]],
      [130, 260],
      [105, 155],
    ];

    const seen = await colours(await preview(templateId), points);
    const { render } = await media.renders(seller).renderPlacement({ artworkId: artwork.id, templateId, ...PLACED });
    const stored = await (await media.seePublicly(render!.imageKey)).arrayBuffer();

    expect(far(seen, [rgb(DOT), rgb(INK), rgb(BASE)])).toBeLessThanOrEqual(CLOSE);
    expect(far(await colours(stored, points), seen)).toBeLessThanOrEqual(2 * CLOSE);
    const test = await media.renders(ADMIN).testRender({ templateId });
    expect(test).toMatchObject({ widthPx: SIZE.width, heightPx: SIZE.height });
  });

  it('moves as far as its displacement image says', async () => {
    const white = await sampleImage(SIZE, { r: 255, g: 255, b: 255 }).png().toBuffer();
    const displacement = { strengthPx: 40, blurPx: 0 };
    const { id } = await bent({ displacement }, { displacement: white });

    // What is seen lies 40 px further to the lower right on the print.
    const seen = await colours(await preview(id), [
      [210, 260],
      [250, 300],
      [75, 125],
    ]);

    expect(far(seen, [rgb(DOT), rgb(INK), rgb(INK)])).toBeLessThanOrEqual(CLOSE);
  });

  it('mixes with the product, in its share and in its grain', async () => {
    const texture = await sampleImage(SIZE, { r: 128, g: 255, b: 255, alpha: 1 }).png().toBuffer();
    const clear = await sampleImage(SIZE, { r: 0, g: 0, b: 0, alpha: 0 }).png().toBuffer();
    const at: [number, number][] = [[130, 200]];
    const shown = async (surface: object, layers: Record<string, Buffer> = {}) =>
      colours(await preview((await bent(surface, layers)).id), at);
    const mixed = (by: (ink: number, product: number, channel: number) => number) => [
      rgb(INK).map((ink, channel) => by(ink, rgb(BASE)[channel]!, channel)),
    ];

    const seen = [
      await shown({ blend: 'multiply' }),
      await shown({ blend: 'screen' }),
      await shown({ inkOpacity: 0.5 }),
      await shown({}, { texture }),
      await shown({}, { texture: clear }),
    ];

    expect(
      far(
        seen[0]!,
        mixed((ink, product) => (ink * product) / 255),
      ),
    ).toBeLessThanOrEqual(CLOSE);
    expect(
      far(
        seen[1]!,
        mixed((ink, product) => ink + product - (ink * product) / 255),
      ),
    ).toBeLessThanOrEqual(CLOSE);
    expect(
      far(
        seen[2]!,
        mixed((ink, product) => (ink + product) / 2),
      ),
    ).toBeLessThanOrEqual(CLOSE);
    expect(
      far(
        seen[3]!,
        mixed((ink, _product, channel) => (channel === 0 ? ink / 2 : ink)),
      ),
    ).toBeLessThanOrEqual(CLOSE);
    expect(
      far(
        seen[4]!,
        mixed((ink) => ink),
      ),
    ).toBeLessThanOrEqual(CLOSE);
  });

  it('keeps fit rule, bounds and resolution of the flat print area', async () => {
    const warp = { cylinder: { axis, radiusPx: 90, angle: 180, rotation: 0, sagPx: 0 } };
    const [round, flat] = await Promise.all([bent({ warp }), bent({})]);
    const request = (templateId: string) =>
      media.renders(seller).previewPlacement({ artworkId: artwork.id, templateId, ...PLACED, x: 80 });

    const [{ png: onMug, ...found }, { png: onPaper, ...expected }] = await Promise.all([
      request(round.id),
      request(flat.id),
    ]);

    expect(found).toEqual(expected);
    expect(Buffer.compare(Buffer.from(onMug), Buffer.from(onPaper))).not.toBe(0);
  });

  it('is flat, byte for byte, where nothing bends it', async () => {
    const same = [corner(100, 150), corner(300, 150), corner(300, 350), corner(100, 350)];
    const templates = await Promise.all([
      bent({}),
      bent({ warp: { perspective: { corners: same } }, blend: 'normal', inkOpacity: 1 }),
      bent({ displacement: { strengthPx: 9, blurPx: 1 } }),
    ]);

    const [flat, ...others] = await Promise.all(templates.map(({ id }) => preview(id)));

    for (const one of others) expect(Buffer.compare(Buffer.from(one), Buffer.from(flat!))).toBe(0);
    expect(await sharp(flat).metadata()).toMatchObject({ format: 'png', ...SIZE });
  });

  it('changes with a new revision of its template, and lies flat where that says so', async () => {
    const template = await bent({ warp: { cylinder: { axis, radiusPx: 60, angle: 150, rotation: 0, sagPx: 9 } } });
    const before = await preview(template.id);
    await media.emitTemplate({ ...template, warp: undefined, revision: 2 }, 2);
    const flat = await bent({});

    const after = await preview(template.id);

    expect(Buffer.compare(Buffer.from(after), Buffer.from(before))).not.toBe(0);
    expect(Buffer.compare(Buffer.from(after), Buffer.from(await preview(flat.id)))).toBe(0);
  });
});
