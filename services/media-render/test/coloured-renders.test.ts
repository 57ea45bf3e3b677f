import type { Artwork } from '@estampa/contracts/media/v1/artwork';
import type { Render } from '@estampa/contracts/media/v1/render';
import { objectsOfImage } from '@estampa/kernel/image-sizes';
import { eventually } from '@estampa/testing/eventually';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, anArtwork, aSeller, aTemplate, type Media, sampleImage, startSharedMedia } from './media.ts';
import { colours, far, INK, PLACED, PRINT_AREA, SIZE } from './shirt.ts';

/** Of channels, beside what WebP changes. */
const CLOSE = 8;
const GREY = { r: 150, g: 150, b: 150 };
const CLOTH: [number, number][] = [[30, 60]];
const PRINTED: [number, number][] = [[200, 250]];
const NAVY = { value: 'navy', hexColor: '#1f2a44' };
const RED = { value: 'red', hexColor: '#c8553d' };
const COLOURS = { colourMask: { option: 'color' }, colours: [NAVY, RED] };
const rgb = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

let media: Media;
let seller: ReturnType<typeof aSeller>;
let artwork: Artwork;
beforeAll(async () => {
  media = await startSharedMedia();
  seller = aSeller();
  artwork = await anArtwork(media, seller, await sampleImage({ width: 100, height: 100 }, INK).png().toBuffer());
});
afterAll(() => media.stop());

async function dyed(info: Parameters<typeof aTemplate>[2] = {}) {
  const base = await sampleImage(SIZE, GREY).png().toBuffer();
  const colourMask = await sampleImage(SIZE, { r: 255, g: 255, b: 255 }).png().toBuffer();
  return aTemplate(media, { base, colourMask }, { printArea: PRINT_AREA, ...COLOURS, ...info });
}

const rendered = async (templateId: string) =>
  (await media.renders(seller).renderPlacement({ artworkId: artwork.id, templateId, ...PLACED })).render!;
const seen = async (key: string, points = CLOTH) => colours(await (await media.seePublicly(key)).arrayBuffer(), points);
const preview = async (templateId: string, colour?: string, points = CLOTH) => {
  const wanted = { artworkId: artwork.id, templateId, ...PLACED, colour };
  return colours((await media.renders(seller).previewPlacement(wanted)).png, points);
};
const areStored = async ({ imageKey }: Render) =>
  Promise.all(objectsOfImage(imageKey.split('?')[0]!).map(async ({ key }) => (await media.seePublicly(key)).status));

describe('a template with colours', () => {
  it('is rendered in each, and published as one render', async () => {
    const { id } = await dyed();
    const render = await rendered(id);

    expect(render.colours.map(({ options }) => options?.values)).toEqual([{ color: 'navy' }, { color: 'red' }]);
    expect(render.colours[0]!.imageKey).toBe(render.imageKey);
    expect(far(await seen(render.colours[0]!.imageKey), [rgb(NAVY.hexColor)])).toBeLessThanOrEqual(CLOSE);
    expect(far(await seen(render.colours[1]!.imageKey), [rgb(RED.hexColor)])).toBeLessThanOrEqual(CLOSE);
    expect(new Set(await areStored(render))).toEqual(new Set([200]));
    const { renders } = await media.renders(seller).listRenders({ artworkIds: [artwork.id], templateIds: [id] });
    expect(renders).toEqual([{ ...render, isStale: false }]);
    expect(await rendered(id)).toEqual(render);
    await eventually(async () => {
      const events = await media.service.events('media.v1');
      const published = events.findLast(({ key }) => key === `render:${artwork.id}/${id}`);
      expect(published?.value).toMatchObject({ render: { colours: [{}, { options: { values: { color: 'red' } } }] } });
    });
  });

  it('is previewed and tried in the colour that is asked for, else in the first', async () => {
    const { id } = await dyed();

    expect(far(await preview(id), [rgb(NAVY.hexColor)])).toBeLessThanOrEqual(CLOSE);
    expect(far(await preview(id, 'red'), [rgb(RED.hexColor)])).toBeLessThanOrEqual(CLOSE);
    const { imageKey } = await media.renders(ADMIN).testRender({ templateId: id, colour: 'red' });
    expect(far(await seen(imageKey), [rgb(RED.hexColor)])).toBeLessThanOrEqual(CLOSE);
    const unknown = { kind: 'invalid', details: { fields: [expect.objectContaining({ path: 'colour' })] } };
    await expect(preview(id, 'green')).rejects.toMatchObject(unknown);
    const plain = await aTemplate(media, { base: await sampleImage(SIZE, GREY).png().toBuffer() }, {});
    await expect(preview(plain.id, 'red')).rejects.toMatchObject(unknown);
  });

  it('becomes stale with another colour, and shows that when it is rendered again', async () => {
    const template = await dyed();
    const before = await rendered(template.id);
    const green = { value: 'green', hexColor: '#2f5d50' };
    await media.emitTemplate({ ...template, colours: [green], revision: 2 }, 2);
    const listed = async () =>
      (await media.renders(seller).listRenders({ artworkIds: [artwork.id], templateIds: [template.id] })).renders[0]!;

    expect(await listed()).toEqual({ ...before, isStale: true });
    const after = await rendered(template.id);

    expect(after.colours.map(({ options }) => options?.values)).toEqual([{ color: 'green' }]);
    expect(far(await seen(after.imageKey), [rgb(green.hexColor)])).toBeLessThanOrEqual(CLOSE);
    expect(new Set(await areStored(before))).toEqual(new Set([200]));
  });

  it('extends its lease for each colour after the first, however long all of them take', async () => {
    const { id } = await dyed({ colours: [NAVY, RED, { value: 'green', hexColor: '#2f5d50' }] });
    const { database } = media.service;
    await database.query(`
      create table extended_lease (until timestamptz);
      create function note_extended_lease() returns trigger language plpgsql as
        $$begin insert into extended_lease values (new.lease_until); return null; end$$;
      create trigger note_extended_lease after update on render for each row
        when (old.lease_id = new.lease_id and new.lease_until > old.lease_until and new.template_id = '${id}')
        execute function note_extended_lease()`);

    await rendered(id);

    expect((await database.query('select from extended_lease')).rowCount).toBe(2);
    await database.query('drop function note_extended_lease() cascade; drop table extended_lease');
  });

  it('has the colour of its photo without an image of where cloth is', async () => {
    const base = await sampleImage(SIZE, GREY).png().toBuffer();
    const { id } = await aTemplate(media, { base }, { printArea: PRINT_AREA, ...COLOURS });
    const render = await rendered(id);

    expect(render.colours).toEqual([]);
    expect(far(await seen(render.imageKey), [[GREY.r, GREY.g, GREY.b]])).toBeLessThanOrEqual(CLOSE);
  });

  it('shows ink that is multiplied on white, where it is dark and has an underbase', async () => {
    const ink = { blend: 'multiply', underbase: true };
    const { id } = await dyed({ ...ink, colours: [{ value: 'black', hexColor: '#000000' }, RED] });
    const bare = await dyed({ blend: 'multiply', colours: [{ value: 'black', hexColor: '#000000' }, RED] });
    const lightness = (levels: number[][]) => levels.flat().reduce((sum, level) => sum + level, 0);

    expect(lightness(await preview(id, 'black', PRINTED))).toBeGreaterThan(
      lightness(await preview(bare.id, 'black', PRINTED)) + 100,
    );
    expect(await preview(id, 'red', PRINTED)).toEqual(await preview(bare.id, 'red', PRINTED));
  });
});
