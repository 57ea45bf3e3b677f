import { randomUUID } from 'node:crypto';
import { DomainError } from '@estampa/kernel/errors';
import { auditOf } from '@estampa/testing/audit';
import { eventually } from '@estampa/testing/eventually';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aSeller, openShopFloor, setUpType, type ShopFloor, type TypeOnSale } from './shop-floor.ts';

let floor: ShopFloor;
let type: TypeOnSale;
beforeAll(async () => {
  floor = await openShopFloor();
  type = await setUpType(floor);
});
afterAll(() => floor?.close());

/** Each test is an admin of its own, since one has one import at a time. */
const anAdmin = () => ({ userId: randomUUID(), roles: ['admin' as const], sellerProfileId: null, sessionId: null });
const aKey = () => `private/template-imports/${randomUUID()}.psd`;
const corners = [
  { x: 90, y: 110 },
  { x: 310, y: 100 },
  { x: 300, y: 410 },
  { x: 95, y: 380 },
];
const DRAWN = {
  widthPx: 400,
  heightPx: 500,
  printArea: { x: 100, y: 100, width: 200, height: 300 },
  warp: { perspective: { corners } },
  blend: 'multiply',
  inkOpacity: 0.5,
};
const WARNING = { code: 'effect', layer: 'Photo', message: 'the layer effects are left out: drop shadow' };

/** What media-render says of the files of this test, by their keys. */
function aFile(
  given: { printAreas?: string[]; read?: () => void | Promise<void>; draw?: (printArea: number) => void } = {},
): string {
  const key = aKey();
  const { printAreas = ['Front'], read, draw } = given;
  floor.neighbours.psds.set(key, {
    async read() {
      await read?.();
      return { printAreas, warnings: [{ code: 'colour_profile', layer: '', message: 'not sRGB' }] };
    },
    draw(printArea, templateId) {
      draw?.(printArea);
      const images = ['base', 'shadow'].map((kind) => ({
        kind,
        imageKey: `public/templates/${templateId}/${kind}/1.png`,
      }));
      return { ...DRAWN, images, warnings: [WARNING] };
    },
  });
  return key;
}

const begin = async (key: string, caller = anAdmin(), displayName = 'Caneca de cerâmica') => {
  const wanted = { productTypeId: type.productTypeId, key, displayName };
  return (await floor.as(caller).templateImports.createTemplateImport(wanted)).templateImport!;
};
const seen = async (id: string) =>
  (await floor.as(anAdmin()).templateImports.getTemplateImport({ id })).templateImport!;
const ended = (id: string) =>
  eventually(async () => {
    const found = await seen(id);
    expect(['completed', 'failed']).toContain(found.state);
    return found;
  });

describe('an import', () => {
  it('makes an inactive template of each print area, and names what is lost of each', async () => {
    const begun = await begin(aFile({ printAreas: ['Front', 'Back'] }));
    expect(begun).toMatchObject({ state: 'queued', done: 0, total: 0, templateIds: [], warnings: [] });

    const done = await ended(begun.id);

    const mark = begun.id.slice(-8);
    const templateIds = [1, 2].map((number) => `caneca-de-ceramica-${mark}-${number}`);
    expect(done).toMatchObject({ state: 'completed', done: 2, total: 2, templateIds, failure: undefined });
    expect(done.warnings.map(({ code, templateId }) => [code, templateId])).toEqual([
      ['colour_profile', undefined],
      ['effect', templateIds[0]],
      ['effect', templateIds[1]],
    ]);
    const { template } = await floor.as(anAdmin()).templates.getTemplate({ id: templateIds[1]! });
    expect(template).toMatchObject({
      displayName: 'Caneca de cerâmica (Back)',
      productTypeId: type.productTypeId,
      isActive: false,
      sourceImage: { width: 400, height: 500 },
      printArea: DRAWN.printArea,
      warp: DRAWN.warp,
      blend: 'multiply',
      inkOpacity: 0.5,
      images: [
        { kind: 'base', key: `public/templates/${templateIds[1]}/base/1.png`, widthPx: 400, heightPx: 500 },
        { kind: 'shadow' },
      ],
    });
    await eventually(async () => {
      const events = await floor.service.events('catalog.v1');
      expect(events.filter(({ key }) => templateIds.some((id) => key === `template:${id}`))).toHaveLength(2);
    });
  });

  it('is confirmed by activating its template', async () => {
    const { templateIds } = await ended((await begin(aFile())).id);
    const change = { id: templateIds[0]!, updateMask: ['is_active'], assets: {}, isActive: true };

    const { template } = await floor.as(anAdmin()).templates.updateTemplate(change);

    expect(template).toMatchObject({ isActive: true, displayName: 'Caneca de cerâmica', revision: 1 });
  });

  it('fails with what is wrong with the file, and keeps what was made before', async () => {
    const key = aFile({
      printAreas: ['Front', 'Back'],
      draw(printArea) {
        if (printArea === 1)
          throw new DomainError('invalid', 'damaged_psd', 'The Photoshop file is damaged: a row is missing');
      },
    });

    const failed = await ended((await begin(key)).id);

    const failure = { code: 'damaged_psd', message: 'The Photoshop file is damaged: a row is missing' };
    expect(failed).toMatchObject({ state: 'failed', failure, done: 1, total: 2 });
  });

  it('goes on after other trouble, without making anything twice', async () => {
    let troubles = 1;
    const key = aFile({
      draw() {
        if (troubles-- > 0) throw new DomainError('busy', 'busy', 'Too many pictures are being made');
      },
    });

    expect(await ended((await begin(key)).id)).toMatchObject({ state: 'completed', done: 1 });
  });

  it('is one at a time for each admin, and the same for a repeated key', async () => {
    const caller = anAdmin();
    const held = Promise.withResolvers<void>();
    const key = aFile({ read: () => held.promise });
    const idempotency = { key: randomUUID(), scope: `${caller.userId} import`, bodyDigest: 'd' };
    const wanted = { productTypeId: type.productTypeId, key, displayName: 'Caneca' };
    const requested = () =>
      floor.as(caller, idempotency).templateImports.createTemplateImport(wanted, { withIdempotencyKey: true });

    const first = await requested();
    expect(await requested()).toEqual(first);
    await expect(begin(aFile(), caller)).rejects.toMatchObject({ kind: 'conflict', reason: 'import_in_progress' });
    expect((await begin(aFile())).state).toBe('queued');
    held.resolve();
    await ended(first.templateImport!.id);
    expect((await begin(aFile(), caller)).state).toBe('queued');
  });

  it('is recorded with the admin who began it', async () => {
    const caller = anAdmin();
    const { id } = await begin(aFile(), caller);

    expect(await auditOf(floor.service, `template_import:${id}`)).toEqual([['template_import_created', 'admin']]);
  });

  it.each<[string, object, string]>([
    ['a key of another kind', { key: 'private/templates/x/base/1.png' }, 'unknown_reference'],
    ['a type that there is not', { productTypeId: randomUUID() }, 'not_found'],
  ])('is not begun for %s', async (_name, wrong, reason) => {
    const wanted = { productTypeId: type.productTypeId, key: aKey(), displayName: 'Caneca', ...wrong };

    await expect(floor.as(anAdmin()).templateImports.createTemplateImport(wanted)).rejects.toMatchObject({ reason });
  });

  it('is a matter of admins', async () => {
    const { templateImports } = floor.as(aSeller());
    const { id } = await begin(aFile());

    const wanted = { productTypeId: type.productTypeId, key: aKey(), displayName: 'Caneca' };
    await expect(templateImports.createTemplateImport(wanted)).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(templateImports.getTemplateImport({ id })).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(templateImports.presignTemplateImport({ sizeBytes: 1 })).rejects.toMatchObject({ kind: 'forbidden' });
  });
});
