import type { Layer } from 'ag-psd';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawTemplate, readContents } from './import-psd.ts';
import { in16Bits, maskOf, plain, psdOf, QUAD, shirtPsd, SIZE, smartObject } from './psd-files.ts';

const drawn = async (children: Layer[], index = 0, options = {}) => {
  const { images, ...template } = await drawTemplate(psdOf(children, options), index);
  const pixels = Object.fromEntries(
    await Promise.all(images.map(async ({ kind, png }) => [kind, await sharp(png).ensureAlpha().raw().toBuffer()])),
  ) as Record<string, Buffer>;
  const at = (kind: string, x: number, y: number) => {
    const place = (y * SIZE.width + x) * 4;
    return Array.from(pixels[kind]!.subarray(place, place + 4));
  };
  return { ...template, kinds: images.map(({ kind }) => kind), at };
};
const PHOTO = plain('Photo', [100, 120, 140]);
const lostOf = (template: { warnings: { code: string; layer: string }[] }) =>
  template.warnings.map(({ code, layer }) => `${code} ${layer}`.trim());

describe('a file', () => {
  it.each([{}, { compress: true }])('becomes base, shadow and highlight around its print area %o', async (options) => {
    const bytes = shirtPsd(options);
    expect(readContents(Buffer.from(bytes))).toEqual({ printAreas: ['Your design'], warnings: [] });

    const { images, ...template } = await drawTemplate(bytes, 0);

    expect(template).toMatchObject({
      sourceImage: SIZE,
      printArea: { x: 4, y: 3, width: 16, height: 8 },
      warp: null,
      blend: 'normal',
      inkOpacity: 1,
      warnings: [],
    });
    expect(images.map(({ kind }) => kind)).toEqual(['base', 'shadow', 'highlight']);
    const base = await sharp(images[0]!.png).raw().toBuffer({ resolveWithObject: true });
    expect(base.info).toMatchObject({ ...SIZE, channels: 3 });
  });

  it('is drawn as the layers below the print look, and no other', async () => {
    const shirt = await drawTemplate(shirtPsd(), 0);
    const base = await sharp(shirt.images[0]!.png).raw().toBuffer();
    const shadow = await sharp(shirt.images[1]!.png).raw().toBuffer();

    expect(Array.from(base.subarray(0, 3))).toEqual([50, 60, 70]);
    expect(Array.from(base.subarray(12 * 3, 12 * 3 + 3))).toEqual([100, 120, 140]);
    expect(Array.from(shadow.subarray(0, 4))).toEqual([0, 0, 0, 127]);
    expect(shadow[12 * 4 + 3]).toBe(0);
  });

  it('of 16 bits is drawn as the same of 8', async () => {
    const [deep, usual] = [await drawTemplate(in16Bits(shirtPsd()), 0), await drawTemplate(shirtPsd(), 0)];

    expect(deep).toEqual(usual);
  });

  it('has a template for each smart object, from below, in groups too; hidden ones are none', async () => {
    const children = [
      PHOTO,
      smartObject('Front'),
      { name: 'Group', children: [smartObject('Back', { transform: QUAD.map((value) => value + 1) })] },
      smartObject('Unused', {}, { hidden: true }),
      { name: 'Old', hidden: true, children: [smartObject('In a hidden group')] },
    ];

    expect(readContents(psdOf(children)).printAreas).toEqual(['Front', 'Back']);
    const [front, back] = [await drawn(children), await drawn(children, 1)];
    expect([front.printArea.x, back.printArea.x]).toEqual([4, 5]);
    expect(front.at('base', 6, 5)).toEqual([100, 120, 140, 255]);
    expect(back.at('base', 6, 5)).toEqual([200, 0, 200, 255]);
    expect(lostOf(back)).toEqual(['other_smart_object Front']);
  });

  it('keeps perspective, and the warp of a smart object as a mesh', async () => {
    const transform = [4, 3, 20, 2, 21, 12, 3, 11];
    const meshPoints = Array.from({ length: 16 }, (_none, at) => {
      const [u, v] = [(at % 4) / 3, Math.floor(at / 4) / 3];
      return { x: u * 100, y: v * 50 + 12 * Math.sin(Math.PI * u) };
    });
    const units = (value: number) => ({ units: 'Pixels' as const, value });
    const bounds = { left: units(0), top: units(0), right: units(100), bottom: units(50) };
    const warp = { style: 'custom' as const, bounds, uOrder: 4, vOrder: 4, customEnvelopeWarp: { meshPoints } };

    expect((await drawn([PHOTO, smartObject('Tilted', { transform })])).warp).toEqual({
      kind: 'perspective',
      corners: [
        { x: 4, y: 3 },
        { x: 20, y: 2 },
        { x: 21, y: 12 },
        { x: 3, y: 11 },
      ],
    });
    const frame = [4, 3, 20, 3, 20, 3 + 8 * (1 + 12 / 50), 4, 3 + 8 * (1 + 12 / 50)];
    const bent = await drawn([PHOTO, smartObject('Bent', { warp, transform: frame })]);
    expect(bent.warp).toMatchObject({ kind: 'mesh', columns: 16, rows: 16 });
    expect(bent.warnings).toEqual([]);
  });

  it('keeps the mode, opacity and masks of the print', async () => {
    const levels = Array.from({ length: 16 * 24 }, (_none, at) => (at % 24 < 12 ? 255 : 0));
    const mask = maskOf(levels, SIZE.width, SIZE.height);
    const print = smartObject('Print', {}, { blendMode: 'multiply', opacity: 0.8, mask });
    const group = { name: 'Group', opacity: 0.5, children: [print] };
    const template = await drawn([PHOTO, group]);

    expect(template.blend).toBe('multiply');
    expect(template.inkOpacity).toBeCloseTo(0.4, 2);
    expect(template.kinds).toEqual(['base', 'mask']);
    expect([template.at('mask', 5, 5)[0], template.at('mask', 15, 5)[0]]).toEqual([255, 0]);
    expect(lostOf(template)).toEqual(['group_approximated Group']);
  });

  it('honours masks, clipping, groups and solid fills below', async () => {
    const mask = maskOf(
      Array.from({ length: 24 * 16 }, (_none, at) => (at % 24 < 12 ? 128 : 0)),
      24,
      16,
    );
    const children: Layer[] = [
      plain('', [0, 0, 0], { width: 0, height: 0, vectorFill: { type: 'color', color: { r: 10, g: 20, b: 30 } } }),
      plain('Masked', [255, 255, 255], { mask }),
      plain('Patch', [0, 0, 255], { left: 20, width: 4 }),
      plain('Clipped to it', [255, 0, 0], { clipping: true }),
      smartObject('Print'),
    ];
    const template = await drawn(children);

    expect(template.at('base', 1, 1)).toEqual([133, 138, 143, 255]);
    expect(template.at('base', 14, 1)).toEqual([10, 20, 30, 255]);
    expect(template.at('base', 21, 1)).toEqual([255, 0, 0, 255]);
    expect(template.warnings).toEqual([]);
  });

  it('keeps what covers the print, and grain that is clipped to it', async () => {
    const template = await drawn([
      PHOTO,
      smartObject('Print'),
      plain('Grain', [128, 128, 128], { clipping: true, blendMode: 'multiply' }),
      plain('Hand', [9, 9, 9], { width: 6 }),
      plain('Dusk', [128, 255, 255], { blendMode: 'multiply' }),
    ]);

    expect(template.kinds.toSorted()).toEqual(['base', 'outline', 'shadow', 'texture']);
    expect(template.at('outline', 2, 2)).toEqual([5, 9, 9, 255]);
    expect(template.at('outline', 10, 2)[3]).toBe(0);
    expect(template.at('texture', 10, 5).slice(0, 3)).toEqual([128, 128, 128]);
    expect(lostOf(template)).toEqual(['clipped_to_print Grain']);
  });

  it('names all that it cannot keep', async () => {
    const shadow = { enabled: true, size: { units: 'Pixels' as const, value: 5 } };
    const template = await drawn([
      plain('Photo', [1, 2, 3], { effects: { dropShadow: [shadow], innerShadow: [{ ...shadow, enabled: false }] } }),
      { name: 'Levels', adjustment: { type: 'invert' } },
      plain('Odd', [0, 0, 0], { blendMode: 'hue', width: 2 }),
      { name: 'Sky', vectorFill: { type: 'solid', name: '', colorStops: [], opacityStops: [] } },
      smartObject('Print', { warp: { style: 'arc', value: 20 } }, { blendMode: 'overlay' }),
      plain('Glow', [0, 0, 0], { blendMode: 'overlay', width: 2 }),
      plain('Burn', [0, 0, 0], { blendMode: 'linear burn', width: 2 }),
      plain('Other', [0, 0, 0], { blendMode: 'difference', width: 2 }),
    ]);

    expect(lostOf(template)).toEqual([
      'warp_style Print',
      'print_blend Print',
      'effect Photo',
      'adjustment_layer Levels',
      'blend_mode Odd',
      'fill_layer Sky',
      'blend_approximated Glow',
      'blend_approximated Burn',
      'blend_above Other',
    ]);
    expect(template.warnings.find(({ code }) => code === 'effect')!.message).toContain('drop shadow');
  });

  it.each<[string, Layer[]]>([
    ['no smart object', [PHOTO]],
    ['only a smart object of no area', [smartObject('Dot', { transform: [1, 1, 1, 1, 1, 1, 1, 1] })]],
    ['21 smart objects', Array.from({ length: 21 }, (_none, at) => smartObject(`Object ${at}`))],
  ])('with %s is rejected', (_name, children) => {
    expect(() => readContents(psdOf(children))).toThrow(expect.objectContaining({ reason: 'unsupported_psd' }));
  });

  it('says that its profile is another than sRGB', () => {
    const bytes = psdOf([PHOTO, smartObject('Print')]);
    const profile = Buffer.from('8BIM\x04\x0f\0\0\0\0\0\x0eAdobe RGB 1998', 'latin1');
    const at = 26 + 4;
    const resources = bytes.readUInt32BE(at);
    const changed = Buffer.concat([bytes.subarray(0, at + 4), profile, bytes.subarray(at + 4)]);
    changed.writeUInt32BE(resources + profile.length, at);

    expect(readContents(changed).warnings).toEqual([expect.objectContaining({ code: 'colour_profile' })]);
  });
});
