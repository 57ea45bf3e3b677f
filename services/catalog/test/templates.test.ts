import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '@estampa/testing/eventually';
import { admin, aSeller, openShopFloor, setUpType, type ShopFloor, type TypeOnSale } from './shop-floor.ts';

let floor: ShopFloor;
let type: TypeOnSale;
beforeAll(async () => {
  floor = await openShopFloor();
  type = await setUpType(floor);
});
afterAll(() => floor?.close());

const aTemplate = (given: object = {}) => ({
  productTypeId: type.productTypeId,
  displayName: 'Camiseta — Frente',
  assets: {},
  isActive: false,
  ...given,
});

describe('templates', () => {
  it('get an id from their name, numbered when it is taken', async () => {
    const { templates } = floor.as(admin);

    const [first, second, third] = await Promise.all(
      [1, 2, 3].map(() => templates.createTemplate(aTemplate({ displayName: 'Caneca Mágica' }))),
    );

    const ids = [first, second, third].map((response) => response!.template!.id);
    expect(ids.toSorted()).toEqual(['caneca-magica', 'caneca-magica-2', 'caneca-magica-3']);
    expect(first!.template).toMatchObject({ isActive: false, revision: 1, images: [], options: undefined });
  });

  it('have the id that was sent, unless it exists', async () => {
    const { templates } = floor.as(admin);

    const { template } = await templates.createTemplate(aTemplate({ id: 'my-own' }));

    expect(template!.id).toBe('my-own');
    await expect(templates.createTemplate(aTemplate({ id: 'my-own' }))).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('speak only of assets and options that exist, and print inside the source image', async () => {
    const wrong = aTemplate({
      assets: { size: 'XXL' },
      options: { values: { sleeve: 'long' } },
      printArea: { x: 10, y: 10, width: 100, height: 100 },
      sourceImage: { width: 100, height: 100 },
    });

    await expect(floor.as(admin).templates.createTemplate(wrong)).rejects.toMatchObject({
      kind: 'invalid',
      details: {
        fields: [
          expect.objectContaining({ path: 'assets.size' }),
          expect.objectContaining({ path: 'options.sleeve' }),
          expect.objectContaining({ path: 'config.printArea' }),
        ],
      },
    });
  });

  it('are listed by type, inactive ones on demand', async () => {
    const other = await setUpType(floor);
    const { templates } = floor.as(admin);
    const { productTypeId } = other;
    await templates.createTemplate({ ...aTemplate(), productTypeId });

    const active = await templates.listTemplates({ productTypeId, includeInactive: false });
    const all = await templates.listTemplates({ productTypeId, includeInactive: true });

    expect(active.templates.map(({ id }) => id)).toEqual([other.template.id]);
    expect(all).toMatchObject({
      total: 2,
      templates: [{ displayName: 'Camiseta — Frente' }, { id: other.template.id }],
    });
  });

  it('are listed over all types, newest first, inactive ones too', async () => {
    const other = await setUpType(floor);
    const { templates } = floor.as(admin);
    const { template: inactive } = await templates.createTemplate({
      ...aTemplate(),
      productTypeId: other.productTypeId,
    });

    const list = await templates.listTemplates({ includeInactive: true, page: { skip: 0, limit: 2 } });

    expect(list.templates.map(({ id }) => id)).toEqual([inactive!.id, other.template.id]);
    expect(list.total).toBeGreaterThan(2);
  });

  it('are at most 200 of one type, inactive ones among them', async () => {
    const { productTypeId } = await setUpType(floor);
    await floor.service.database.query(
      `insert into template (id, product_type_id, display_name, assets, images, is_active, revision, version, created_at,
         updated_at)
       select 'many-' || substr($1, 1, 8) || '-' || number, $2, 'Many', '{}', '[]', false, 1, 1, now(), now()
       from generate_series(1, 198) as number`,
      [productTypeId.replaceAll('-', '').slice(-8), productTypeId],
    );
    const { templates } = floor.as(admin);
    const create = () => templates.createTemplate({ ...aTemplate(), productTypeId });

    await create();

    await expect(create()).rejects.toMatchObject({ kind: 'invalid', reason: 'limit_reached' });
  });

  it('that do not exist are 404, and others than admins have no business here', async () => {
    const { templates } = floor.as(admin);
    const seller = floor.as(aSeller()).templates;
    const { id } = type.template;

    await expect(templates.getTemplate({ id: 'nope' })).rejects.toMatchObject({ kind: 'not_found' });
    await expect(templates.getTemplate({ id: 'a\u0000b' })).rejects.toMatchObject({ kind: 'not_found' });
    await expect(templates.updateTemplate(toChange('nope', { isActive: true }))).rejects.toMatchObject(NOT_FOUND);
    await expect(templates.deactivateTemplate({ id: 'nope' })).rejects.toMatchObject(NOT_FOUND);
    await expect(seller.getTemplate({ id })).rejects.toMatchObject(FORBIDDEN);
    await expect(seller.listTemplates({ includeInactive: true })).rejects.toMatchObject(FORBIDDEN);
    await expect(seller.createTemplate(aTemplate())).rejects.toMatchObject(FORBIDDEN);
    await expect(seller.updateTemplate(toChange(id, { displayName: 'Mine' }))).rejects.toMatchObject(FORBIDDEN);
    await expect(seller.deactivateTemplate({ id })).rejects.toMatchObject(FORBIDDEN);
  });
});

describe('a change of a template', () => {
  it('publishes it, leaves fields that are not sent, and increments the revision only when renders would differ', async () => {
    const { templates } = floor.as(admin);
    const { template: created } = await templates.createTemplate(
      aTemplate({ assets: { size: 'P' }, options: { values: { color: 'white' } }, ...SOURCE }),
    );
    const { id } = created!;

    const named = await templates.updateTemplate(toChange(id, { displayName: 'Costas', isActive: true }));
    const cleared = await templates.updateTemplate(toChange(id, { assets: {}, options: undefined }));
    const printArea = { x: 0, y: 0, width: 100, height: 100 };
    const moved = await templates.updateTemplate(toChange(id, { printArea }));

    expect(named.template).toMatchObject({ displayName: 'Costas', isActive: true, assets: { size: 'P' }, revision: 1 });
    expect(cleared.template).toMatchObject({ displayName: 'Costas', assets: {}, options: undefined, revision: 1 });
    expect(moved.template).toMatchObject({ ...SOURCE, printArea, revision: 2 });
    expect((await templates.getTemplate({ id })).template).toEqual(moved.template);
    await eventually(async () => expect(await published(id)).toEqual([1, 2, 3, 4]));
  });

  it('stores a bleed and safe line of up to 20 mm, and clears them to none', async () => {
    const { templates } = floor.as(admin);
    const { template } = await templates.createTemplate(aTemplate({ printWidthMm: 280, bleedMm: 3 }));
    const change = async (wanted: object) => (await templates.updateTemplate(toChange(template!.id, wanted))).template;

    expect(template).toMatchObject({ bleedMm: 3, safeMm: 0, revision: 1 });
    expect(await change({ bleedMm: 20, safeMm: 20 })).toMatchObject({ bleedMm: 20, safeMm: 20, revision: 2 });
    expect(await change({ bleedMm: undefined })).toMatchObject({ bleedMm: 0, safeMm: 20, revision: 3 });
  });

  it('publishes nothing when nothing changes', async () => {
    const { templates } = floor.as(admin);
    const { template } = await templates.createTemplate(aTemplate({ ...SOURCE, isActive: false }));
    const id = template!.id;

    const same = await templates.updateTemplate(
      toChange(id, { displayName: template!.displayName, assets: {}, ...SOURCE, isActive: false }),
    );
    await templates.deactivateTemplate({ id });
    await templates.updateTemplate(toChange(id, { displayName: 'Another' }));

    expect(same.template).toEqual(template);
    await eventually(async () => expect(await published(id)).toEqual([1, 2]));
  });

  it.each<[string, object, string[]]>([
    ['an unknown asset value', { assets: { size: 'XXL' } }, ['assets.size']],
    ['a print area outside', { printArea: { x: 1, y: 0, width: 800, height: 600 } }, ['config.printArea']],
    ['a source image that is too small', { sourceImage: { width: 10, height: 10 } }, ['config.printArea']],
    ['a bleed without a size on the product', { bleedMm: 3 }, ['config.bleedMm']],
    [
      'margins beyond their limit',
      { printWidthMm: 280, bleedMm: 20.1, safeMm: -1 },
      ['config.bleedMm', 'config.safeMm'],
    ],
    ['no name', { displayName: undefined }, ['displayName']],
    ['no activity', { isActive: undefined }, ['isActive']],
    [
      'all of these',
      { assets: { length: 'long' }, options: { values: { color: 'pink' } }, sourceImage: { width: 10, height: 10 } },
      ['assets.length', 'options.color', 'config.printArea'],
    ],
  ])('is rejected for %s', async (_name, wanted, paths) => {
    const { templates } = floor.as(admin);
    const { template } = await templates.createTemplate(aTemplate(SOURCE));

    await expect(templates.updateTemplate(toChange(template!.id, wanted))).rejects.toMatchObject({
      kind: 'invalid',
      details: { fields: paths.map((path) => expect.objectContaining({ path })) },
    });
    expect((await templates.getTemplate({ id: template!.id })).template).toEqual(template);
  });

  it('done twice with one key is done once', async () => {
    const { template } = await floor.as(admin).templates.createTemplate(aTemplate(SOURCE));
    const id = template!.id;
    const { templates } = floor.as(admin, { key: randomUUID(), scope: 'template', bodyDigest: 'digest' });
    const change = toChange(id, { printArea: { x: 0, y: 0, width: 1, height: 1 } });

    const [first, second] = await Promise.all([templates.updateTemplate(change), templates.updateTemplate(change)]);

    expect(second).toEqual(first);
    expect(first.template).toMatchObject({ revision: 2 });
    await eventually(async () => expect(await published(id)).toEqual([1, 2]));
  });
});

it('a deactivated template leaves the seller catalog until it is brought back', async () => {
  const own = await setUpType(floor);
  const { templates, types } = floor.as(admin);
  const { id } = own.template;
  const offered = async () => {
    const { entry } = await types.getCatalogEntry({ productTypeId: own.productTypeId });
    return entry!.templates.map((one) => one.id);
  };

  await templates.deactivateTemplate({ id });
  await templates.deactivateTemplate({ id });

  expect(await offered()).toEqual([]);
  await eventually(async () => expect(await published(id)).toEqual([1, 2]));
  await templates.updateTemplate(toChange(id, { isActive: true }));
  expect(await offered()).toEqual([id]);
});

const NOT_FOUND = { kind: 'not_found' };
const FORBIDDEN = { kind: 'forbidden' };
const SOURCE = { printArea: { x: 0, y: 0, width: 800, height: 600 }, sourceImage: { width: 800, height: 600 } };

/** What a client names is changed, also to nothing. */
function toChange(id: string, wanted: object) {
  const paths = Object.keys(wanted).map((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  return { id, updateMask: paths, assets: {}, ...wanted };
}

/** The versions of the published events. */
const published = async (id: string): Promise<number[]> =>
  (await floor.service.events('catalog.v1'))
    .filter(({ key }) => key === `template:${id}`)
    .map(({ value }) => (value as { version: number }).version);
