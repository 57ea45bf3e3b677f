import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf } from '@estampa/testing/audit';
import { eventually } from '@estampa/testing/eventually';
import { untilWaiting } from '@estampa/testing/lock-waiters';
import { front, sleeve } from './printed-on-front.ts';
import { admin, aSeller, openShopFloor, setUpType, type ShopFloor, type TypeOnSale } from './shop-floor.ts';

let floor: ShopFloor;
let type: TypeOnSale;
beforeAll(async () => {
  floor = await openShopFloor();
  type = await setUpType(floor);
});
afterAll(() => floor?.close());

async function aTemplate(given: object = {}): Promise<string> {
  const { productTypeId } = type;
  const requested = { productTypeId, displayName: 'Frente', assets: {}, isActive: false, ...given };
  return (await floor.as(admin).templates.createTemplate(requested)).template!.id;
}

async function anUpload(templateId: string, kind: string): Promise<{ kind: string; key: string }> {
  const images = [{ kind, contentType: 'image/png', sizeBytes: 1000 }];
  const { uploads } = await floor.as(admin).templates.presignTemplateImages({ templateId, images });
  return { kind, key: uploads[0]!.key };
}

const complete = (templateId: string, images: { kind: string; key?: string }[]) =>
  floor.as(admin).templates.completeTemplateImages({ templateId, images });

const published = async (id: string): Promise<object[]> =>
  (await floor.service.events('catalog.v1')).filter(({ key }) => key === `template:${id}`).map(({ value }) => value);

const publicKey = (key: string) => key.replace('private', 'public');

describe('images of a template', () => {
  it('are presigned in one request, in its order', async () => {
    const templateId = await aTemplate();
    const images = ['mask', 'base'].map((kind) => ({ kind, contentType: 'image/webp', sizeBytes: 9 }));

    const { uploads } = await floor.as(admin).templates.presignTemplateImages({ templateId, images });

    expect(uploads).toMatchObject(
      images.map(({ kind }) => ({ kind, headers: { 'Content-Type': 'image/webp' }, uploadUrl: 'http://upload' })),
    );
  });

  it('bring the template to life with its base', async () => {
    const options = { values: { color: 'white' } };
    const templateId = await aTemplate({ options, printArea: { x: 0, y: 0, width: 800, height: 600 } });
    const upload = await anUpload(templateId, 'base');

    const { images, template } = await complete(templateId, [upload]);

    const { key } = upload;
    const size = { widthPx: 800, heightPx: 600 };
    expect(images).toEqual([{ kind: 'base', uploadKey: key, imageKey: publicKey(key), ...size }]);
    const expected = {
      isActive: true,
      sourceImage: { width: 800, height: 600 },
      images: [{ kind: 'base', key: publicKey(key), ...size }],
      revision: 2,
    };
    expect(template).toMatchObject({ ...expected, options });
    expect((await floor.as(admin).templates.getTemplate({ id: templateId })).template).toEqual(template);
    await eventually(async () =>
      expect((await published(templateId)).at(-1)).toMatchObject({
        version: 2,
        template: { id: templateId, ...expected },
      }),
    );
  });

  it('of several kinds are one change, and a thumbnail is none of what is rendered', async () => {
    const templateId = await aTemplate();
    const kinds = ['base', 'mask', 'shadow', 'highlight', 'outline', 'displacement', 'texture', 'preview'];

    const { images, template } = await complete(
      templateId,
      kinds.map((kind) => ({ kind })),
    );
    const thumbnail = await complete(templateId, [await anUpload(templateId, 'preview')]);

    expect(images.map(({ kind }) => kind)).toEqual(kinds);
    expect(template).toMatchObject({ revision: 2 });
    expect(thumbnail.template).toMatchObject({ revision: 2 });
    await eventually(async () => expect(await published(templateId)).toHaveLength(3));
  });

  it('completed again change nothing, not even after they were replaced', async () => {
    const templateId = await aTemplate();
    const [first, second] = [await anUpload(templateId, 'base'), await anUpload(templateId, 'base')];
    const once = await complete(templateId, [first]);
    const replaced = await complete(templateId, [second]);
    const { neighbours } = floor;
    const checksBefore = neighbours.checks.length;

    const again = await complete(templateId, [first]);

    expect(again.images).toEqual(once.images);
    expect(again.template).toEqual(replaced.template);
    expect(again.template!.images).toMatchObject([{ key: publicKey(second.key) }]);
    expect(neighbours.checks).toHaveLength(checksBefore);
    await eventually(async () => expect(await published(templateId)).toHaveLength(3));
  });

  it('completed twice at the same instant are one change', async () => {
    const templateId = await aTemplate();
    const upload = await anUpload(templateId, 'base');
    const row = await floor.service.database.connect();
    try {
      await row.query('begin');
      await row.query('select from template where id = $1 for update', [templateId]);
      const both = Promise.all([complete(templateId, [upload]), complete(templateId, [upload])]);
      await untilWaiting(floor.service.database, row, 2);
      await row.query('commit');

      const [one, other] = await both;
      expect(one.template).toEqual(other.template);
      expect(one.template).toMatchObject({ revision: 2 });
    } finally {
      row.release();
    }
    await eventually(async () => expect(await published(templateId)).toHaveLength(2));
  });

  it('may be a mask of a further surface, which goes with the surface', async () => {
    const { types, templates } = floor.as(admin);
    const { productTypeId } = type;
    const surfaces = { list: [front, sleeve] };
    await types.updateProductType({ id: productTypeId, updateMask: ['surfaces'], surfaces });
    const printArea = { x: 0, y: 0, width: 10, height: 10 };
    const area = { surface: 'sleeve', printArea, bleedMm: 0, safeMm: 0, blend: 'normal', inkOpacity: 1 };
    const id = await aTemplate({ areas: { list: [{ ...area, underbase: false }] } });
    const upload = await anUpload(id, 'mask@sleeve');

    const { template } = await complete(id, [upload, { kind: 'base' }, { kind: 'mask' }]);
    const bare = await templates.updateTemplate({ id, updateMask: ['areas'], assets: {}, areas: { list: [] } });

    expect(template).toMatchObject({ revision: 2 });
    expect(template!.images.map(({ kind }) => kind)).toEqual(['mask@sleeve', 'base', 'mask']);
    expect(bare.template).toMatchObject({ revision: 3, images: template!.images.slice(1) });
    expect((await complete(id, [upload])).template).toEqual(bare.template);
    const rejected = { kind: 'invalid', reason: 'unknown_reference' };
    await expect(anUpload(id, 'mask@sleeve')).rejects.toMatchObject(rejected);
    await expect(complete(id, [{ kind: 'mask@sleeve' }])).rejects.toMatchObject(rejected);
    const [, completed, updated, ...others] = await auditOf(floor.service, `template:${id}`);
    const images = ['mask@sleeve', 'base', 'mask'].map((kind) => ['images', kind]);
    expect(completed).toEqual(['template_image_completed', 'admin', ...images]);
    const changes = [['areas', expect.anything(), []], ['revision', 2, 3], images[0]];
    expect(updated).toEqual(['template_updated', 'admin', ...changes]);
    expect(others).toEqual([]);
  });

  it('are removed one by one, but for the base', async () => {
    const id = await aTemplate();
    const { template: before } = await complete(
      id,
      ['base', 'mask', 'preview'].map((kind) => ({ kind })),
    );
    const { templates } = floor.as(admin);
    const remove = async (kind: string) => {
      await templates.removeTemplateImage({ templateId: id, kind });
      const { template } = await templates.getTemplate({ id });
      return [template!.revision, template!.images.map((image) => image.kind)];
    };

    expect(before).toMatchObject({ revision: 2 });
    expect(await remove('shadow')).toEqual([2, ['base', 'mask', 'preview']]);
    expect(await remove('preview')).toEqual([2, ['base', 'mask']]);
    expect(await remove('mask')).toEqual([3, ['base']]);
    expect(await remove('mask')).toEqual([3, ['base']]);
    await eventually(async () => expect(await published(id)).toHaveLength(4));
    await expect(remove('base')).rejects.toMatchObject({ kind: 'wrong_state' });
    await expect(remove('hologram')).rejects.toMatchObject({ kind: 'invalid' });
    const seller = floor.as(aSeller()).templates.removeTemplateImage({ templateId: id, kind: 'mask' });
    await expect(seller).rejects.toMatchObject({ kind: 'forbidden' });
  });

  it('with a base that the print area leaves are rejected, all of them', async () => {
    const templateId = await aTemplate({ printArea: { x: 0, y: 0, width: 801, height: 600 } });

    await expect(complete(templateId, [{ kind: 'mask' }, { kind: 'base' }])).rejects.toMatchObject({
      reason: 'outside_source_image',
    });

    expect((await floor.as(admin).templates.getTemplate({ id: templateId })).template).toMatchObject({ images: [] });
  });

  it('are no business of others than admins, nor of templates and kinds that do not exist', async () => {
    const templateId = await aTemplate();
    const image = { contentType: 'image/png', sizeBytes: 1 };
    const { templates } = floor.as(aSeller());

    await expect(complete('nope', [{ kind: 'base' }])).rejects.toMatchObject({ kind: 'not_found' });
    await expect(anUpload('nope', 'base')).rejects.toMatchObject({ kind: 'not_found' });
    await expect(anUpload(templateId, 'hologram')).rejects.toMatchObject({ kind: 'invalid' });
    await expect(complete(templateId, [{ kind: 'hologram' }])).rejects.toMatchObject({ kind: 'invalid' });
    await expect(
      templates.presignTemplateImages({ templateId, images: [{ kind: 'base', ...image }] }),
    ).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(templates.completeTemplateImages({ templateId, images: [{ kind: 'base' }] })).rejects.toMatchObject({
      kind: 'forbidden',
    });
  });
});
