import { PrintFileServiceClient } from '@estampa/contracts/media/v1/print_file';
import { RenderServiceClient } from '@estampa/contracts/media/v1/render';
import { eventually } from '@estampa/testing/eventually';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { halves } from './halves.ts';
import { ADMIN, anArtwork, aSeller, aTemplate, type Media, sampleImage, startSharedMedia } from './media.ts';
import { BASE, colours, far, SIZE } from './shirt.ts';
import { aShirtOfTwoAreas, POINTS, SLEEVE } from './shirt-with-sleeve.ts';
import { PRINT, sellOn } from './sold-prints.ts';

let media: Media;
beforeAll(async () => {
  media = await startSharedMedia();
});
afterAll(() => media.stop());

const PATIENTLY = { deadlineMs: 60_000 };
const WHITE = { r: 255, g: 255, b: 255 };
const BOUNDS = { x: 50, y: 150, width: 500, height: 300 };
const TEXT = {
  text: 'Ação!',
  font: 'pacifico',
  color: '#FFFFFF',
  box: { x: 0.1, y: 0.2, width: 0.8, height: 0.6 },
  curve: 30,
};

/** A product on a white photo, printed all over its print area at 2 pixels of the artwork for one of the photo. */
async function printed() {
  const seller = aSeller();
  const { id: artworkId } = await anArtwork(media, seller, await halves(1_000, 600));
  const base = await sampleImage({ width: 600, height: 600 }, WHITE).png().toBuffer();
  const { id: templateId } = await aTemplate(media, { base }, { printArea: BOUNDS });
  const print = {
    ...PRINT,
    artworkId,
    templateId,
    x: BOUNDS.x,
    y: BOUNDS.y,
    printArea: { bounds: BOUNDS, widthMm: 250 },
    fallback: false,
  };
  return { seller, artworkId, templateId, print };
}

const previewed = async (print: object, surface?: string) =>
  (
    await media.service
      .client(RenderServiceClient)
      .previewText({ print: print as never, selectedOptions: {}, surface }, PATIENTLY)
  ).png;

async function printedFile(orderItemId: string) {
  const client = media.service.client(PrintFileServiceClient, { caller: ADMIN });
  const { readPath, contentHash } = await eventually(() => client.getPrintFile({ orderItemId }), PATIENTLY);
  const { endpoint } = media.surroundings.infrastructure.objectStore;
  return { contentHash, bytes: Buffer.from(await (await fetch(`${endpoint}${readPath}`)).arrayBuffer()) };
}

const rgb = (image: Sharp) => image.removeAlpha().raw().toBuffer();

it('a text is printed where its preview shows it, at the full resolution of the artwork', async () => {
  const { artworkId, print } = await printed();
  const png = await previewed({ ...print, text: TEXT });
  const [plain, withText] = [
    await printedFile(await sellOn(media, print)),
    await printedFile(await sellOn(media, { ...print, text: TEXT })),
  ];
  const again = await printedFile(await sellOn(media, { ...print, text: TEXT, artworkId }));
  expect(withText.contentHash).toBe(again.contentHash);
  expect(withText.contentHash).not.toBe(plain.contentHash);
  expect(await sharp(withText.bytes).metadata()).toMatchObject({ width: 1_000, height: 600 });

  const area = { left: BOUNDS.x, top: BOUNDS.y, width: BOUNDS.width, height: BOUNDS.height };
  const seen = await rgb(sharp(png).extract(area));
  const reduced = await rgb(sharp(withText.bytes).resize(BOUNDS.width, BOUNDS.height, { fit: 'fill' }));
  const apart = seen.map((level, at) => Math.abs(level - reduced[at]!));
  expect(apart.reduce((sum, one) => sum + one, 0) / apart.length).toBeLessThan(1);
  expect(apart.reduce((most, one) => Math.max(most, one), 0)).toBeLessThan(48);
  // The text itself is there, in both.
  const letters = (pixels: Buffer) => pixels.filter((level, at) => at % 3 === 1 && level > 128).length;
  expect(letters(seen)).toBeGreaterThan(5_000);
  expect(Math.abs(letters(seen) - letters(reduced))).toBeLessThan(200);
}, 90_000);

it('a text on a further surface of a template is shown there, within the mask of that', async () => {
  const { artworkId, print } = await printed();
  const [nowhere, everywhere] = await Promise.all(
    [0, 255].map((level) => sampleImage(SIZE, { r: level, g: level, b: level }).png().toBuffer()),
  );
  const template = await aShirtOfTwoAreas(media, undefined, { mask: nowhere!, 'mask@sleeve': everywhere! });
  const { x, y, width } = SLEEVE;
  const placed = { x, y, scale: width / 1_000, printArea: { bounds: SLEEVE, widthMm: 100 } };
  const onSleeve = { ...print, artworkId, templateId: template.id, ...placed, text: TEXT };

  const [front, sleeve, neither] = await colours(await previewed(onSleeve, 'sleeve'), POINTS);

  const base = Object.values(BASE);
  expect(far([front!, neither!], [base, base])).toBeLessThan(4);
  expect(far([sleeve!], [base])).toBeGreaterThan(40);
}, 90_000);

it('visitors who want many previews leave those of sellers alone', async () => {
  const { seller, artworkId, templateId, print } = await printed();
  const many = Promise.allSettled(
    Array.from({ length: 24 }, (_, at) => previewed({ ...print, text: { ...TEXT, text: `Oi ${at}` } })),
  );
  const placement = { x: BOUNDS.x, y: BOUNDS.y, scale: 0.5, rotation: 0 };
  const own = await media.renders(seller).previewPlacement({ artworkId, templateId, ...placement }, PATIENTLY);
  expect(own.fits).toBe(true);
  const outcomes = await many;
  expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ reason: 'busy' });
}, 90_000);

it('a text that no layer lets through is not drawn', async () => {
  const { print } = await printed();
  await expect(previewed({ ...print, text: { ...TEXT, font: 'comic' } })).rejects.toMatchObject({
    reason: 'unknown_reference',
  });
  await expect(previewed({ ...print, templateId: 'nowhere', text: TEXT })).rejects.toMatchObject({ kind: 'not_found' });
});
