import { FLAT_SURFACE } from '@estampa/kernel/surface';
import { FURTHER_SURFACES_MAX, type SurfaceArea } from '@estampa/kernel/surface-areas';
import { describe, expect, it } from 'vitest';
import type { ProductSurface } from './product-surfaces.ts';
import { checkAreaNames, checkAreas } from './surface-areas.ts';
import { type ImageKind, imagesOn, withImages } from './template.ts';

const SOURCE = { width: 1_000, height: 800 };
const area = (change: Partial<SurfaceArea> = {}): SurfaceArea => ({
  ...FLAT_SURFACE,
  surface: 'sleeve',
  printArea: { x: 700, y: 100, width: 200, height: 200 },
  printWidthMm: null,
  bleedMm: 0,
  safeMm: 0,
  ...change,
});
const offered = ['front', 'back', 'sleeve'].map((key): ProductSurface => ({
  key,
  name: key,
  widthMm: null,
  heightMm: null,
  extraCostCents: 0,
  required: key === 'front',
}));
const corner = (x: number, y: number) => ({ x, y });
const crossed = {
  kind: 'perspective' as const,
  corners: [corner(700, 100), corner(900, 300), corner(900, 100), corner(700, 300)] as const,
};
const at = (path: string, code: string) => expect.objectContaining({ path: `config.surfaces[${path}`, code });

describe('where a template shows further surfaces', () => {
  it.each([
    ['inside the photo', {}, []],
    [
      'partly outside',
      { printArea: { x: 900, y: 0, width: 101, height: 10 } },
      [at('0].printArea', 'outside_source_image')],
    ],
    ['without an extent', { printArea: { x: 0, y: 0, width: 0, height: 10 } }, [at('0].printArea', 'out_of_range')]],
    ['with a bleed of unknown width', { bleedMm: 3 }, [at('0].bleedMm', 'print_width_required')]],
    ['that cross themselves', { warp: crossed as unknown as SurfaceArea['warp'] }, [at('0].warp', 'folded')]],
    ['with more ink than there is', { inkOpacity: 1.5 }, [at('0].inkOpacity', 'out_of_range')]],
    [
      'at points that are no numbers',
      { warp: { ...crossed, corners: crossed.corners.map(() => corner(NaN, 0)) } as unknown as SurfaceArea['warp'] },
      [at('0].warp.corners[0]', 'out_of_range')],
    ],
  ])('%s', (_, change, problems) => {
    expect(checkAreas([area(change)], SOURCE)).toEqual(problems);
  });

  it('is at most a few', () => {
    const many = Array.from({ length: FURTHER_SURFACES_MAX + 1 }, () => area());
    expect(checkAreas(many, SOURCE)).toEqual([expect.objectContaining({ code: 'wrong_count' })]);
  });
});

describe('which further surfaces a template shows', () => {
  it.each([
    ['another one', ['sleeve'], null, []],
    ['the first one, beside another', ['front'], 'back', []],
    ['the one of the template, by its name', ['back'], 'back', [at('0].surface', 'duplicate')]],
    ['the first one, which is the one of the template', ['front'], null, [at('0].surface', 'duplicate')]],
    ['one twice', ['sleeve', 'back', 'sleeve'], null, [at('2].surface', 'duplicate')]],
    ['one of no type', ['hood'], null, [at('0].surface', 'unknown_reference')]],
  ])('%s', (_, keys, shown, problems) => {
    const areas = keys.map((surface) => area({ surface }));
    expect(checkAreaNames(areas, shown, offered)).toEqual(problems);
  });
});

describe('the mask of a further surface', () => {
  const image = (kind: ImageKind) => ({ kind, key: `k/${kind}`, widthPx: 10, heightPx: 8 });
  const completed = (kind: ImageKind) => ({ kind, uploadKey: 'up', imageKey: 'new', widthPx: 10, heightPx: 8 });
  const images = [image('base'), image('mask'), image('mask@sleeve')];
  const template = { isActive: true, printArea: null, sourceImage: SOURCE, images, revision: 7, areas: [area()] };

  it('replaces the one before it alone, with a new revision', () => {
    expect(withImages(template, [completed('mask@sleeve')])).toMatchObject({
      images: [image('base'), image('mask'), { kind: 'mask@sleeve', key: 'new' }],
      revision: 8,
    });
    expect(withImages(template, [completed('mask')]).images.map(({ kind }) => kind)).toEqual([
      'base',
      'mask@sleeve',
      'mask',
    ]);
  });

  it('is rejected where the template does not show the surface, and goes with it', () => {
    const hood = expect.objectContaining({ kind: 'invalid', reason: 'unknown_reference' });
    expect(() => withImages(template, [completed('base'), completed('mask@hood')])).toThrow(hood);
    expect(imagesOn([area({ surface: 'hood' })], images)).toEqual(images.slice(0, 2));
    expect(imagesOn([area({ surface: 'hood' }), area()], images)).toEqual(images);
  });
});
