import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreateTemplateBody, Template, TemplateImageKind } from '@estampa/client';
import { type Json, upload } from '@estampa/stack/demo/api';
import { centred, render } from '@estampa/stack/demo/studio';
import { startSharedMarketplace, type TestMarketplace } from '../src/marketplace.ts';
import { openShop, plainPng, type Shop } from './shop.ts';
import { CHANGES, CREATIONS, FILE, IMAGES, KINDS } from './template-inputs.ts';

const BOOT_DEADLINE_MS = 120_000;
const SLOW_MS = 60_000;
const MEGABYTE = 1024 * 1024;

let marketplace: TestMarketplace;
let shop: Shop;
let pixel: Buffer;
beforeAll(async () => {
  marketplace = await startSharedMarketplace();
  shop = await openShop(marketplace.gatewayUrl, 'templates');
  pixel = await plainPng(60, 80, '#808080');
}, BOOT_DEADLINE_MS);
afterAll(() => marketplace?.stop(), BOOT_DEADLINE_MS);

const typePath = () => `/products/types/${shop.productType.id}/templates`;
const aTemplate = (given: Partial<CreateTemplateBody> = {}) =>
  shop.admin.client.createTemplate({
    id: shop.productType.id,
    body: { displayName: 'Costas', assets: {}, ...given },
  });

/** Status and the paths that were wrong, of bodies of any shape. */
async function responded(method: string, path: string, body?: object): Promise<[number, string[]]> {
  const response = await shop.admin.send(method, path, body);
  const text = await response.text();
  const { errors = [] } = (text ? JSON.parse(text) : {}) as { errors?: { path: string }[] };
  return [response.status, errors.map(({ path: at }) => at).toSorted()];
}

async function presigned(id: string, kind: TemplateImageKind, bytes: Buffer): Promise<{ key: string }> {
  const file = { kind, contentType: 'image/png', sizeBytes: bytes.byteLength } as const;
  const response = await shop.admin.client.presignTemplateImage({ id, body: file });
  await upload(response, bytes);
  return response;
}

async function withImage(id: string, kind: TemplateImageKind, bytes: Buffer) {
  const { key } = await presigned(id, kind, bytes);
  return shop.admin.client.completeTemplateImage({ id, body: { kind, key } });
}

const rendersOnPage = async (): Promise<Json[]> => {
  const page = await shop.api.client.getStoreProduct({ store_slug: shop.storeSlug, product_slug: shop.product.id });
  return page.skus[0]!.renders;
};

describe('a template', () => {
  it('is created, listed, previewed, changed and deactivated', async () => {
    const { admin } = shop;
    const printArea = { x: 5, y: 5, width: 30, height: 40 };
    const unknown: object = { id: 'ignored' };

    const created = await aTemplate({ displayName: 'Frente Lisa', options: { color: 'navy' } });
    const images = await withImage(created.id, 'base', pixel);
    const changed = await admin.client.updateTemplate({
      id: created.id,
      body: {
        displayName: 'Frente',
        options: null,
        config: { printArea },
        ...unknown,
      },
    });

    expect(created).toMatchObject({ id: 'frente-lisa', isActive: false, images: { baseUrl: null } });
    expect(changed).toMatchObject({
      id: 'frente-lisa',
      displayName: 'Frente',
      options: null,
      isActive: true,
      config: { printArea, sourceImage: { width: 60, height: 80 } },
      images: { baseUrl: images.cdnUrl, maskUrl: null },
    });
    expect(await admin.client.getTemplate({ id: 'frente-lisa' })).toEqual(changed);
    expect(await admin.client.getTemplatePreview({ id: 'frente-lisa' })).toEqual({
      templateId: 'frente-lisa',
      displayName: 'Frente',
      images: changed.images,
      ...changed.config,
    });
    expect((await fetch(images.cdnUrl)).headers.get('content-type')).toBe('image/png');

    const deleted = await admin.client.exchange('deactivateTemplate', { id: 'frente-lisa' });
    expect([deleted.status, deleted.response]).toEqual([204, undefined]);
    expect((await admin.client.exchange('deactivateTemplate', { id: 'frente-lisa' })).status).toBe(204);
    const idsIn = async (list: Promise<{ templates: Template[] }>) => (await list).templates.map(({ id }) => id);
    const ofType = { id: shop.productType.id };
    expect(await idsIn(admin.client.listTemplates(ofType))).not.toContain('frente-lisa');
    expect(await idsIn(admin.client.listTemplates({ ...ofType, includeInactive: true }))).toContain('frente-lisa');
    expect(await idsIn(admin.client.listAllTemplates({ limit: 100 }))).toContain('frente-lisa');
  });

  it('is shown by a test render', async () => {
    const test = await shop.admin.client.createTestRender({ templateId: shop.template.id, body: { scale: null } });

    expect(test).toMatchObject({ templateId: shop.template.id, widthPx: 600, heightPx: 800 });
    expect((await fetch(test.url)).headers.get('content-type')).toBe('image/webp');
  });

  it('is one however often it is created or changed with one key', async () => {
    const key = { idempotencyKey: randomUUID() };
    const body = { displayName: 'Uma Vez', assets: {} };
    const create = () => shop.admin.client.exchange('createTemplate', { id: shop.productType.id, body }, key);
    const responses = [await create(), await create()];

    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    expect(responses.map(({ headers: of }) => of.get('idempotency-replayed'))).toEqual([null, 'true']);
    expect(responses[1]!.response).toEqual(responses[0]!.response);
  });
});

describe('the images of a template', () => {
  it('are taken in a batch, whatever their size, as the ones presigned last', async () => {
    const { admin } = shop;
    const { id } = await aTemplate();
    await presigned(id, 'mask', await plainPng(1, 1, '#000000'));
    const { uploads } = await admin.client.presignTemplateImages({
      id,
      body: { images: KINDS.map((kind) => ({ kind, contentType: 'image/png', sizeBytes: pixel.byteLength })) },
    });
    await Promise.all(uploads.map((one) => upload(one, pixel)));

    const batch = await admin.client.completeTemplateImages({ id, body: { kinds: [...KINDS] } });

    expect(uploads.map(({ kind, headers }) => [kind, headers])).toEqual(
      KINDS.map((kind) => [kind, { 'Content-Type': 'image/png' }]),
    );
    expect(batch.images.map(({ kind, key, widthPx, heightPx }) => [kind, key, widthPx, heightPx])).toEqual(
      uploads.map(({ kind, key }) => [kind, key, 60, 80]),
    );
    const present = await admin.client.getTemplate({ id });
    expect(batch.template).toEqual(present);
    expect(Object.values(present.images)).toEqual(batch.images.map(({ cdnUrl }) => cdnUrl));
    expect((await admin.client.completeTemplateImages({ id, body: { kinds: [...KINDS] } })).template).toEqual(present);
  });

  it(
    'may have 25 MB, and no byte more',
    async () => {
      const { id } = await aTemplate();
      const largest = Buffer.concat([pixel], 25 * MEGABYTE);
      const tooLarge = { ...FILE, sizeBytes: 25 * MEGABYTE + 1 };
      expect(await withImage(id, 'base', largest)).toMatchObject({ widthPx: 60, heightPx: 80 });
      expect(await responded('POST', `/products/templates/${id}/images/presign`, tooLarge)).toEqual([
        400,
        ['sizeBytes'],
      ]);
    },
    SLOW_MS,
  );

  it('say what was wrong with them', async () => {
    const { id } = await aTemplate();
    const { key } = await presigned(id, 'shadow', Buffer.from('no image'));
    const completed = shop.admin.client.completeTemplateImage({ id, body: { kind: 'shadow', key } });

    const problem = { code: 'not_an_image', kind: 'shadow' };
    await expect(completed).rejects.toMatchObject({ status: 400, problem });
  });
});

describe('a change of a template on sale', () => {
  it('leaves renders in place until they are rendered again, and is visible at once', async () => {
    const { admin, seller, product, template, artwork } = shop;
    const before = await rendersOnPage();
    const { printArea } = template.config;

    const config = { printArea: { ...printArea!, x: printArea!.x + 20 } };
    await admin.client.updateTemplate({ id: template.id, body: { config } });
    const meanwhile = await rendersOnPage();
    const moved = await admin.client.getTemplate({ id: template.id });
    await render(seller, product.id, template.id, centred(moved, artwork));
    const after = await rendersOnPage();
    await withImage(template.id, 'base', await plainPng(600, 800, '#203040'));
    await render(seller, product.id, template.id, centred(moved, artwork));
    const onNewBase = await rendersOnPage();

    expect(meanwhile).toEqual(before);
    expect(new Set([...before, ...after, ...onNewBase].map(({ url }) => url)).size).toBe(3);
    expect((await fetch(before[0].url)).status).toBe(200);
  });

  it('takes its renders off the page when it is deactivated, and puts them back', async () => {
    const { admin, template, seller, productType } = shop;
    const before = await rendersOnPage();
    const offered = async () => {
      const { productTypes } = await seller.client.getSellerCatalog();
      return productTypes.find(({ id }) => id === productType.id)!.templates.some(({ id }) => id === template.id);
    };

    await admin.client.exchange('deactivateTemplate', { id: template.id });
    expect([await rendersOnPage(), await offered()]).toEqual([[], false]);
    await admin.client.updateTemplate({ id: template.id, body: { isActive: true } });
    expect([await rendersOnPage(), await offered()]).toEqual([before, true]);
  });
});

describe('bad input', () => {
  it.each(CREATIONS)('to create a template: %s', async (_what, given, status, paths) => {
    const body = { displayName: 'Tabela', assets: {}, ...given };

    expect(await responded('POST', typePath(), body)).toEqual([status, paths]);
  });

  it.each(CHANGES)('to change a template: %s', async (_what, given, status, paths) => {
    expect(await responded('PATCH', `/products/templates/${shop.template.id}`, given)).toEqual([status, paths]);
  });

  it.each(IMAGES)('to images: %s at %s', async (_what, verb, body, status, paths) => {
    expect(await responded('POST', `/products/templates/${shop.template.id}/images/${verb}`, body)).toEqual([
      status,
      paths,
    ]);
  });

  it.each([
    ['POST', '/test-render', { scale: 0.009 }, 400, ['scale']],
    ['POST', '/test-render', { scale: 20.01, rotation: 'up' }, 400, ['rotation', 'scale']],
    ['POST', '/test-render', { scale: 20, rotation: 1e9 }, 200, []],
  ] as const)('to a test render: %s %s %j', async (method, path, body, status, paths) => {
    expect(await responded(method, `/products/templates/${shop.template.id}${path}`, body)).toEqual([status, paths]);
  });

  it('names no template', async () => {
    const nothing = [
      ['GET', '/products/templates/nope'],
      ['GET', '/products/templates/nope/preview'],
      ['PATCH', '/products/templates/nope', {}],
      ['DELETE', '/products/templates/nope'],
      ['POST', '/products/templates/nope/test-render', {}],
      ['POST', '/products/templates/nope/images/presign', FILE],
      ['POST', '/products/templates/nope/images/complete', { kind: 'base', key: 'k' }],
      ['POST', `/products/types/${randomUUID()}/templates`, { displayName: 'X', assets: {} }],
      ['GET', `/products/types/${randomUUID()}/templates`],
    ] as const;

    for (const [method, path, body] of nothing)
      expect([path, (await responded(method, path, body))[0]]).toEqual([path, 404]);
  });
});
