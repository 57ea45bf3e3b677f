import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Artwork, UpdateArtworkRequest } from '@estampa/contracts/media/v1/artwork';
import { eventually } from '@estampa/testing/eventually';
import { ADMIN, anArtwork, aSeller, type Media, sampleImage, startSharedMedia } from './media.ts';
import { aShirt, INK, PLACED } from './shirt.ts';

let media: Media;
const seller = aSeller();
const stranger = aSeller();
let artwork: Artwork;
beforeAll(async () => {
  media = await startSharedMedia();
  artwork = await newArtwork();
});
afterAll(() => media.stop());

const newArtwork = async (by = seller) =>
  anArtwork(media, by, await sampleImage({ width: 100, height: 100 }, INK).png().toBuffer());

const change = (
  id: string,
  { tags = [], ...fields }: Partial<UpdateArtworkRequest>,
  mask: string[],
  by: typeof seller | typeof ADMIN = seller,
) => media.artworks(by).updateArtwork({ id, tags, ...fields, updateMask: mask });

const published = async (id: string) =>
  (await media.service.events('media.v1')).filter(({ key }) => key === `artwork:${id}`).map(({ type }) => type);

describe('an artwork', () => {
  it('is changed in what is named, and publishes it once', async () => {
    const { id } = await newArtwork();
    const wanted = { title: 'Mar', slug: 'Mar-Aberto', description: 'Ondas', tags: ['mar', 'azul', 'mar'] };

    const { artwork: changed } = await change(id, wanted, ['title', 'slug', 'description', 'tags']);
    const { artwork: cleared } = await change(id, { title: 'Mar' }, ['title', 'description'], ADMIN);
    await change(id, { title: 'Mar' }, ['title']);

    const after = { title: 'Mar', slug: 'mar-aberto', tags: ['mar', 'azul'] };
    expect(changed).toMatchObject({ id, ...after, description: 'Ondas', version: 1 });
    expect(cleared).toMatchObject({ id, ...after });
    expect(cleared!.description).toBeUndefined();
    await eventually(async () =>
      expect(await published(id)).toEqual(['artwork_created', 'artwork_updated', 'artwork_updated']),
    );
  });

  it('never takes a slug that another of its seller has, also when two want it at once', async () => {
    const [one, other] = [await newArtwork(), await newArtwork()];
    const wanted = `wanted-${randomUUID().slice(0, 8)}`;

    const outcomes = await Promise.allSettled([one, other].map(({ id }) => change(id, { slug: wanted }, ['slug'])));

    const rejected = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    expect(rejected).toMatchObject([{ kind: 'conflict', reason: 'already_exists' }]);
    const available = (slug: string, by = seller) =>
      media.artworks(by).checkArtworkSlug({ sellerProfileId: by.sellerProfileId, slug });
    expect([await available(wanted.toUpperCase()), await available('still-free')]).toEqual([
      { available: false },
      { available: true },
    ]);
    expect(await available(wanted, stranger)).toEqual({ available: true });
  });

  it.each<[string, Partial<UpdateArtworkRequest>, string[]]>([
    ['without a title', { title: '' }, ['title']],
    ['with a title of 201 characters', { title: 'a'.repeat(201) }, ['title']],
    ['with the title cleared', {}, ['title']],
    ['with a slug of other characters', { slug: 'Pôr do sol' }, ['slug']],
    ['with a description of 5,001 characters', { description: 'a'.repeat(5_001) }, ['description']],
    ['with 21 tags', { tags: Array.from({ length: 21 }, (_, at) => `tag-${at}`) }, ['tags']],
    ['with a tag of 51 characters', { tags: ['a'.repeat(51)] }, ['tags']],
  ])('is rejected %s', async (_, wanted, mask) => {
    await expect(change(artwork.id, wanted, mask)).rejects.toMatchObject({ reason: 'validation_failed' });
  });

  it('is changed by its seller and admins alone', async () => {
    await expect(change(artwork.id, { title: 'x' }, ['title'], stranger)).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(change(randomUUID(), { title: 'x' }, ['title'])).rejects.toMatchObject({ kind: 'not_found' });
    await expect(change('nothing', { title: 'x' }, ['title'])).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('a placement', () => {
  const put = (templateId: string, placement = PLACED, by: typeof seller = seller, artworkId = artwork.id) =>
    media.artworks(by).putPlacement({ artworkId, templateId, ...placement });
  const list = (page: object = {}, by = seller) =>
    media.artworks(by).listPlacements({ artworkId: artwork.id, page: { skip: 0, limit: 20, ...page } });

  it('is stored as it was put last, rotated by less than 360 degrees, and used by a render that names none', async () => {
    const [first, second] = [await aShirt(media), await aShirt(media)];
    await put(first.id);
    await put(second.id);

    const { placement } = await put(first.id, { x: 120.5, y: 160, scale: 1.5, rotation: -270 });

    const stored = { artworkId: artwork.id, templateId: first.id, x: 120.5, y: 160, scale: 1.5, rotation: 90 };
    expect(placement).toMatchObject(stored);
    const { placements, total } = await list();
    expect([placements.map(({ templateId }) => templateId), total]).toEqual([[first.id, second.id], 2]);
    expect((await list({ skip: 1 })).placements).toMatchObject([{ templateId: second.id, ...PLACED }]);
    const { render } = await media.renders(seller).renderPlacement({ artworkId: artwork.id, templateId: first.id });
    expect(render!.placement).toMatchObject(stored);
  });

  it('may leave the print area, which its render rejects', async () => {
    const { id: templateId } = await aShirt(media);

    expect((await put(templateId, { ...PLACED, x: 5_000 })).placement).toMatchObject({ x: 5_000 });

    const render = media.renders(seller).renderPlacement({ artworkId: artwork.id, templateId });
    await expect(render).rejects.toMatchObject({ reason: 'does_not_fit' });
  });

  it('is rejected where there is no such template or artwork, for others, and out of range', async () => {
    const { id: templateId } = await aShirt(media);
    await expect(put('nothing')).rejects.toMatchObject({ kind: 'not_found' });
    await expect(put(templateId, PLACED, seller, randomUUID())).rejects.toMatchObject({ kind: 'not_found' });
    await expect(put(templateId, PLACED, stranger)).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(put(templateId, { ...PLACED, scale: 20.1 })).rejects.toMatchObject({ reason: 'validation_failed' });
    await expect(list({}, stranger)).rejects.toMatchObject({ kind: 'forbidden' });
  });
});
