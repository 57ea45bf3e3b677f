import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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

    const ids = [first, second, third].map((answer) => answer!.template!.id);
    expect(ids.toSorted()).toEqual(['caneca-magica', 'caneca-magica-2', 'caneca-magica-3']);
    expect(first!.template).toMatchObject({ isActive: false, revision: 1, images: [], options: undefined });
  });

  it('keep an id that was sent, unless it exists', async () => {
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

  it('come to life with their base image', async () => {
    const { templates } = floor.as(admin);
    const { template: created } = await templates.createTemplate(
      aTemplate({ options: { values: { color: 'white' } }, printArea: { x: 0, y: 0, width: 800, height: 600 } }),
    );
    const templateId = created!.id;
    const presigned = await templates.presignTemplateImage({
      templateId,
      kind: 'base',
      contentType: 'image/png',
      sizeBytes: 1000,
    });
    expect(presigned).toMatchObject({ kind: 'base', headers: { 'Content-Type': 'image/png' } });

    const { image, template } = await templates.completeTemplateImage({ templateId, kind: 'base', key: presigned.key });

    const base = { kind: 'base', key: presigned.key, widthPx: 800, heightPx: 600 };
    expect(image).toEqual(base);
    const expected = { isActive: true, sourceImage: { width: 800, height: 600 }, images: [base], revision: 2 };
    expect(template).toMatchObject({ ...expected, options: { values: { color: 'white' } } });
    expect((await templates.getTemplate({ id: templateId })).template).toEqual(template);
    await eventually(async () =>
      expect((await floor.service.events('catalog.v1')).at(-1)).toMatchObject({
        type: 'template_image_completed',
        key: `template:${templateId}`,
        value: { version: 2, template: { id: templateId, ...expected } },
      }),
    );
  });

  it('refuse a base that the print area does not fit into', async () => {
    const { templates } = floor.as(admin);
    const { template } = await templates.createTemplate(
      aTemplate({ printArea: { x: 0, y: 0, width: 801, height: 600 } }),
    );

    const complete = templates.completeTemplateImage({ templateId: template!.id, kind: 'base', key: 'k' });

    await expect(complete).rejects.toMatchObject({ reason: 'outside_source_image' });
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

  it('that do not exist are 404, and others than admins have no business here', async () => {
    const { templates } = floor.as(admin);
    const image = { templateId: 'nope', kind: 'base' };

    await expect(templates.getTemplate({ id: 'nope' })).rejects.toMatchObject({ kind: 'not_found' });
    await expect(templates.completeTemplateImage({ ...image, key: 'k' })).rejects.toMatchObject({ kind: 'not_found' });
    await expect(
      templates.presignTemplateImage({ ...image, kind: 'hologram', contentType: 'image/png', sizeBytes: 1 }),
    ).rejects.toMatchObject({ kind: 'invalid' });
    await expect(floor.as(aSeller()).templates.getTemplate({ id: type.template.id })).rejects.toMatchObject({
      kind: 'forbidden',
    });
  });
});
