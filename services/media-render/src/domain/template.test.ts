import { FLAT_SURFACE } from '@estampa/kernel/surface';
import { describe, expect, it } from 'vitest';
import { checkedKind, colourOf, IMAGE_KINDS, mustBeFew, readyTemplate, type Template } from './template.ts';

const image = (kind: string) => ({ kind, key: `public/templates/t/${kind}/1.png`, widthPx: 9, heightPx: 9 });
const aTemplate = (template: Partial<Template>): Template => ({
  id: 't',
  isActive: true,
  printArea: { x: 1, y: 2, width: 3, height: 4 },
  sourceImage: { width: 10, height: 20 },
  printWidthMm: 30,
  bleedMm: 3,
  safeMm: 5,
  surface: null,
  colours: null,
  areas: null,
  images: [image('base'), image('shadow'), image('preview')],
  revision: 7,
  ...template,
});

describe('readyTemplate', () => {
  it('has the layers by kind, without the thumbnail', () => {
    expect(readyTemplate(aTemplate({}))).toEqual({
      id: 't',
      revision: 7,
      printArea: { x: 1, y: 2, width: 3, height: 4 },
      printWidthMm: 30,
      bleedMm: 3,
      safeMm: 5,
      surface: FLAT_SURFACE,
      areas: [],
      colours: null,
      sourceImage: { width: 10, height: 20 },
      layers: { base: 'public/templates/t/base/1.png', shadow: 'public/templates/t/shadow/1.png' },
      layerPixels: 2 * 81,
      largestLayerPixels: 81,
    });
  });

  it('has a surface without what changes nothing', () => {
    const displacement = { strengthPx: 4, blurPx: 1 };
    const [left, right, top, bottom] = [1, 4, 2, 6];
    const corners = [
      { x: left, y: top },
      { x: right, y: top },
      { x: right, y: bottom },
      { x: left, y: bottom },
    ] as const;
    const surface = { ...FLAT_SURFACE, warp: { kind: 'perspective' as const, corners }, displacement };
    const images = [image('base'), image('displacement')];
    const bent = { ...surface, warp: { ...surface.warp, corners: [{ x: 0, y: 2 }, ...corners.slice(1)] as never } };

    expect(readyTemplate(aTemplate({ surface })).surface).toEqual(FLAT_SURFACE);
    expect(readyTemplate(aTemplate({ surface, images })).surface).toEqual({ ...FLAT_SURFACE, displacement });
    expect(readyTemplate(aTemplate({ surface: bent, images })).surface).toEqual(bent);
  });

  it('is coloured where it has both colours and an image of where they are', () => {
    const colours = { option: 'color', values: [{ value: 'navy', hexColor: '#1f2a44' }] };
    const images = [image('base'), image('colourMask')];
    const ready = readyTemplate(aTemplate({ colours, images }));

    expect(ready).toMatchObject({ colours, layerPixels: 2 * 81 });
    expect([colourOf(ready, null), colourOf(ready, 'navy')]).toEqual(['#1f2a44', '#1f2a44']);
    expect(() => colourOf(ready, 'red')).toThrow(expect.objectContaining({ kind: 'invalid' }));
    for (const plain of [{ colours }, { images }, { colours: { ...colours, values: [] }, images }]) {
      const photo = readyTemplate(aTemplate(plain));
      expect(photo.colours).toBeNull();
      expect(photo.layers).not.toHaveProperty('colourMask');
      expect(colourOf(photo, null)).toBeNull();
      expect(() => colourOf(photo, 'navy')).toThrow(expect.objectContaining({ kind: 'invalid' }));
    }
  });

  it('has the masks of further surfaces with these, and none of a surface that it does not show', () => {
    const area = {
      ...FLAT_SURFACE,
      printArea: { x: 0, y: 0, width: 1, height: 1 },
      printWidthMm: null,
      bleedMm: 0,
      safeMm: 0,
    };
    const areas = ['sleeve', 'back'].map((surface) => ({ ...area, surface }));
    const images = ['base', 'mask', 'mask@sleeve', 'mask@hood'].map(image);
    const ready = readyTemplate(aTemplate({ areas, images }));

    expect(ready.areas.map(({ key, mask }) => [key, mask])).toEqual([
      ['sleeve', 'public/templates/t/mask@sleeve/1.png'],
      ['back', null],
    ]);
    expect(Object.keys(ready.layers)).toEqual(['base', 'mask']);
    expect(ready.layerPixels).toBe(3 * 81);
  });

  it('without a print area may be covered completely', () => {
    expect(readyTemplate(aTemplate({ printArea: null })).printArea).toEqual({ x: 0, y: 0, width: 10, height: 20 });
  });

  it.each([{ images: [image('shadow')] }, { sourceImage: null }])('rejects %j', (missing) => {
    expect(() => readyTemplate(aTemplate(missing))).toThrow(expect.objectContaining({ kind: 'wrong_state' }));
  });
});

it.each<[string[], string | null]>([
  [['base'], null],
  [['base', 'mask', 'preview'], null],
  [[], 'images'],
  [['base', 'mask', 'base', 'mask'], 'images[2].kind'],
])('a template may have the images %j, or is rejected at %s', (kinds, path) => {
  const check = () => mustBeFew(kinds.map((kind) => ({ kind })));

  if (path === null) expect(check).not.toThrow();
  else {
    const field = { path, code: 'invalid', message: 'names each kind once' };
    expect(check).toThrow(
      expect.objectContaining({
        kind: 'invalid',
        reason: 'validation_failed',
        message: `${path} names each kind once`,
        details: { fields: [field] },
      }),
    );
  }
});

it('an image of a template is of a known kind', () => {
  const known = [...IMAGE_KINDS, 'mask@sleeve', 'mask@left-sleeve-2'];
  expect(known.map(checkedKind)).toEqual(known);
  const field = { path: 'kind', code: 'unknown_kind', message: `must be one of ${IMAGE_KINDS.join(', ')}` };
  for (const unknown of ['sound', 'mask@', 'mask@../base', 'shadow@sleeve', `mask@${'s'.repeat(31)}`]) {
    expect(() => checkedKind(unknown)).toThrow(
      expect.objectContaining({ kind: 'invalid', reason: 'validation_failed', details: { fields: [field] } }),
    );
  }
});
