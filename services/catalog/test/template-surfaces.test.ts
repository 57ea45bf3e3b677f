import { eventually } from '@estampa/testing/eventually';
import { COORDINATE_MAX_PX, DISPLACEMENT_MAX_PX } from '@estampa/kernel/surface';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admin, openShopFloor, setUpType, type ShopFloor, type TypeOnSale } from './shop-floor.ts';

let floor: ShopFloor;
let type: TypeOnSale;
beforeAll(async () => {
  floor = await openShopFloor();
  type = await setUpType(floor);
});
afterAll(() => floor?.close());

const SOURCE = { printArea: { x: 100, y: 100, width: 200, height: 300 }, sourceImage: { width: 400, height: 500 } };
const CYLINDER = {
  axis: { from: { x: 200, y: 110 }, to: { x: 200, y: 390 } },
  radiusPx: 120,
  angle: 120,
  rotation: -5.5,
  sagPx: 12,
};
const corner = (x: number, y: number) => ({ x, y });
const CORNERS = [corner(90, 110), corner(310, 100), corner(300, 410), corner(95, 380)];
const grid = (columns: number, rows: number) => ({
  columns,
  rows,
  points: Array.from({ length: columns * rows }, (_, at) =>
    corner(100 + (at % columns) * 14, 100 + Math.floor(at / columns) * 18),
  ),
});

const create = async (given: object) => {
  const { productTypeId } = type;
  const wanted = { productTypeId, displayName: 'Caneca', assets: {}, isActive: false, ...SOURCE, ...given };
  return (await floor.as(admin).templates.createTemplate(wanted)).template!;
};

const change = async (id: string, wanted: object) => {
  const updateMask = Object.keys(wanted).map((name) => name.replaceAll(/[A-Z]/g, (one) => `_${one.toLowerCase()}`));
  return (await floor.as(admin).templates.updateTemplate({ id, updateMask, assets: {}, ...wanted })).template!;
};

describe('the surface of a template', () => {
  it('is flat unless it is described', async () => {
    expect(await create({})).toMatchObject({
      warp: undefined,
      displacement: undefined,
      blend: 'normal',
      inkOpacity: 1,
    });
  });

  it.each([
    ['corners', { perspective: { corners: CORNERS } }],
    ['a cylinder', { cylinder: CYLINDER }],
    ['a mesh', { mesh: grid(16, 16) }],
  ])('with %s is stored and published as it is sent', async (_name, warp) => {
    const surface = { warp, displacement: { strengthPx: -8.5, blurPx: 2 }, blend: 'multiply', inkOpacity: 0.9 };

    const created = await create(surface);

    expect(created).toMatchObject({ ...surface, revision: 1 });
    expect((await floor.as(admin).templates.getTemplate({ id: created.id })).template).toEqual(created);
    await eventually(async () => {
      const events = await floor.service.events('catalog.v1');
      const published = events.find(({ key }) => key === `template:${created.id}`);
      expect(published?.value).toMatchObject({ template: surface });
    });
  });

  it('is changed field by field, and each can be cleared', async () => {
    const { id } = await create({});

    const bent = await change(id, { warp: { cylinder: CYLINDER } });
    const moved = await change(id, { displacement: { strengthPx: 8, blurPx: 0 }, blend: 'screen', inkOpacity: 0.5 });
    const same = await change(id, { warp: { cylinder: CYLINDER }, blend: 'screen' });
    const flat = await change(id, {
      warp: undefined,
      displacement: undefined,
      blend: undefined,
      inkOpacity: undefined,
    });

    expect(bent).toMatchObject({ warp: { cylinder: CYLINDER }, blend: 'normal', revision: 2 });
    expect(moved).toMatchObject({ warp: { cylinder: CYLINDER }, blend: 'screen', inkOpacity: 0.5, revision: 3 });
    expect(same).toEqual(moved);
    expect(flat).toMatchObject({
      warp: undefined,
      displacement: undefined,
      blend: 'normal',
      inkOpacity: 1,
      revision: 4,
    });
  });

  const folded = [CORNERS[1]!, CORNERS[0]!, CORNERS[2]!, CORNERS[3]!];
  it.each<[string, object, string[]]>([
    ['corners that cross', { warp: { perspective: { corners: folded } } }, ['config.warp']],
    ['three corners', { warp: { perspective: { corners: CORNERS.slice(1) } } }, ['config.warp.corners']],
    ['no area', { warp: { perspective: { corners: CORNERS.map(() => corner(5, 5)) } } }, ['config.warp']],
    [
      'a corner far away',
      { warp: { perspective: { corners: [corner(-COORDINATE_MAX_PX - 1, 0), ...CORNERS.slice(1)] } } },
      ['config.warp.corners[0]'],
    ],
    [
      'no numbers',
      { warp: { cylinder: { ...CYLINDER, radiusPx: Number.NaN } }, inkOpacity: Number.NaN },
      ['config.warp.radiusPx', 'config.inkOpacity'],
    ],
    ['an axis that is nowhere', { warp: { cylinder: { ...CYLINDER, axis: undefined } } }, ['config.warp']],
    ['the back of a cylinder', { warp: { cylinder: { ...CYLINDER, rotation: 180 } } }, ['config.warp']],
    ['too many points', { warp: { mesh: grid(17, 2) } }, ['config.warp.columns']],
    ['a point too few', { warp: { mesh: { ...grid(4, 4), columns: 5 } } }, ['config.warp.points']],
    [
      'a strength beyond its limit',
      { displacement: { strengthPx: DISPLACEMENT_MAX_PX + 0.1, blurPx: -1 } },
      ['config.displacement.strengthPx', 'config.displacement.blurPx'],
    ],
    ['an unknown blend', { blend: 'burn' }, ['config.blend']],
    ['more ink than there is', { inkOpacity: 1.1 }, ['config.inkOpacity']],
    ['a warp of nothing', { warp: { cylinder: CYLINDER }, printArea: undefined }, ['config.warp']],
  ])('is rejected for %s', async (_name, wanted, paths) => {
    const { id } = await create({});
    const rejected = {
      kind: 'invalid',
      details: { fields: paths.map((path) => expect.objectContaining({ path })) },
    };

    await expect(create(wanted)).rejects.toMatchObject(rejected);
    await expect(change(id, wanted)).rejects.toMatchObject(rejected);
  });

  it('keeps its print area as long as a warp needs it', async () => {
    const { id } = await create({ warp: { cylinder: CYLINDER } });

    await expect(change(id, { printArea: undefined })).rejects.toMatchObject({ kind: 'invalid' });
    expect(await change(id, { printArea: undefined, warp: undefined })).toMatchObject({ revision: 2 });
  });
});
