import { randomUUID } from 'node:crypto';
import { eventually } from '@estampa/testing/eventually';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anArtwork, aSeller, type Media, sampleImage, startSharedMedia } from './media.ts';
import { originals, png, RED } from './originals.ts';
import { imagesOf } from './photos.ts';
import { aProduct } from './products.ts';
import { BASE, colours, far, INK, SIZE } from './shirt.ts';
import { aShirtOfTwoAreas, ON_FRONT, ON_SLEEVE, POINTS, SLEEVE } from './shirt-with-sleeve.ts';

const SLOWLY = { deadlineMs: 30_000 };
const CLOSE = 3;
const rgb = ({ r, g, b }: typeof INK) => [r, g, b];

let media: Media;
let of: ReturnType<typeof originals>;
const seller = aSeller();
const square = (colour: typeof INK) => sampleImage({ width: 100, height: 100 }, colour).png().toBuffer();
const anArtworkIn = async (colour: typeof INK, owner = seller) =>
  (await anArtwork(media, owner, await square(colour))).id;

beforeAll(async () => {
  media = await startSharedMedia();
  of = originals(media);
});
afterAll(() => media.stop());

const aShirtWithSleeve = (productTypeId?: string, layers?: Record<string, Buffer>) =>
  aShirtOfTwoAreas(media, productTypeId, layers);

const render = async (artworkId: string, templateId: string, onSleeve?: string) =>
  (
    await media.renders(seller).renderPlacement({
      artworkId,
      templateId,
      ...ON_FRONT,
      others: { list: onSleeve ? [{ surface: 'sleeve', artworkId: onSleeve, ...ON_SLEEVE }] : [] },
    })
  ).render!;
const seen = async (imageKey: string) => colours(await (await media.seePublicly(imageKey)).arrayBuffer(), POINTS);
const listed = async (artworkId: string) =>
  (await media.renders(seller).listRenders({ artworkIds: [artworkId], templateIds: [] })).renders;

describe('a template that shows a front and a sleeve', () => {
  it('shows both in one image, beside the one of the front alone, which stays what it was', async () => {
    const [front, sleeve] = [await anArtworkIn(INK), await anArtworkIn(RED)];
    const { id: templateId } = await aShirtWithSleeve();

    const alone = await render(front, templateId);
    const both = await render(front, templateId, sleeve);
    const again = await render(front, templateId, sleeve);

    expect(far(await seen(alone.imageKey), [rgb(INK), rgb(BASE), rgb(BASE)])).toBeLessThanOrEqual(CLOSE);
    expect(far(await seen(both.imageKey), [rgb(INK), rgb(RED), rgb(BASE)])).toBeLessThanOrEqual(CLOSE);
    expect(again.imageKey).toBe(both.imageKey);
    expect(both.imageKey).toContain(`/artworks/${front}/renders/${templateId}.sleeve.${sleeve}/v1/`);
    expect(both).toMatchObject({ templateId: `${templateId}.sleeve.${sleeve}`, placement: { templateId } });
    expect(both.others).toMatchObject([
      { surface: 'sleeve', artworkId: sleeve, artworkVersion: 1, placement: ON_SLEEVE, printArea: { bounds: SLEEVE } },
    ]);
    expect(await listed(front)).toHaveLength(2);
    const { placements } = await media.artworks(seller).listPlacements({ artworkId: sleeve });
    expect(placements).toMatchObject([{ templateId: `${templateId}.sleeve`, ...ON_SLEEVE }]);
    const { png: preview, warnings } = await media.renders(seller).previewPlacement({
      artworkId: front,
      templateId,
      ...ON_FRONT,
      others: { list: [{ surface: 'sleeve', artworkId: sleeve, ...ON_SLEEVE }] },
    });
    expect(far(await colours(preview, POINTS), [rgb(INK), rgb(RED), rgb(BASE)])).toBeLessThanOrEqual(CLOSE);
    expect(warnings).toEqual(['outside_safe_area@sleeve']);
    const prints = [
      { artworkId: front, templateId },
      { artworkId: sleeve, templateId, surface: 'sleeve' },
    ];
    const { findings } = await media.renders(seller).listPrintFindings({ prints, rules: {} });
    expect(findings).toMatchObject([{ ...prints[1], code: 'outside_safe_area' }]);
    const { png: marked } = await media.renders(seller).drawPrintFindings({ print: prints[1], rules: {} });
    expect(far(await colours(marked, [[50, 50]]), [rgb(RED)])).toBeLessThanOrEqual(CLOSE);
  });

  it('shows prints on the sleeve within its own mask, and without one within that of the photo', async () => {
    const [front, sleeve] = [await anArtworkIn(INK), await anArtworkIn(RED)];
    const nowhere = await sampleImage(SIZE, { r: 0, g: 0, b: 0 }).png().toBuffer();
    const everywhere = await sampleImage(SIZE, { r: 255, g: 255, b: 255 }).png().toBuffer();
    const template = await aShirtWithSleeve(randomUUID(), { mask: nowhere, 'mask@sleeve': everywhere });
    const placed = { artworkId: front, templateId: template.id, ...ON_FRONT };
    const others = { list: [{ surface: 'sleeve', artworkId: sleeve, ...ON_SLEEVE }] };

    const { png: preview } = await media.renders(seller).previewPlacement({ ...placed, others });
    const own = await render(front, template.id, sleeve);
    const images = template.images.filter(({ kind }) => kind !== 'mask@sleeve');
    await media.emitTemplate({ ...template, images, revision: 2 }, 2);
    const without = await render(front, template.id, sleeve);

    for (const seenPoints of [await colours(preview, POINTS), await seen(own.imageKey)])
      expect(far(seenPoints, [rgb(BASE), rgb(RED), rgb(BASE)])).toBeLessThanOrEqual(CLOSE);
    expect(far(await seen(without.imageKey), [rgb(BASE), rgb(BASE), rgb(BASE)])).toBeLessThanOrEqual(CLOSE);
  });

  it('rejects surfaces that it does not show, artworks of others, and prints that do not fit', async () => {
    const [front, foreign] = [await anArtworkIn(INK), await anArtworkIn(RED, aSeller())];
    const { id: templateId } = await aShirtWithSleeve();
    const requested = (...others: { surface: string; artworkId: string; x?: number }[]) =>
      media.renders(seller).renderPlacement({
        artworkId: front,
        templateId,
        ...ON_FRONT,
        others: { list: others.map((one) => ({ ...ON_SLEEVE, ...one })) },
      });

    const hood = requested({ surface: 'hood', artworkId: front });
    await expect(hood).rejects.toMatchObject({ kind: 'invalid', reason: 'unknown_reference' });
    const twice = requested({ surface: 'sleeve', artworkId: front }, { surface: 'sleeve', artworkId: front });
    await expect(twice).rejects.toMatchObject({ kind: 'invalid', reason: 'validation_failed' });
    const ofAnother = requested({ surface: 'sleeve', artworkId: foreign });
    await expect(ofAnother).rejects.toMatchObject({ kind: 'forbidden' });
    const tooFar = requested({ surface: 'sleeve', artworkId: front, x: 0 });
    await expect(tooFar).rejects.toMatchObject({ kind: 'invalid', reason: 'does_not_fit' });
    expect(await listed(front)).toEqual([]);
  });

  it('is made in a batch as it is made alone, and what is rejected loses nothing else', async () => {
    const [front, sleeve, foreign] = [
      await anArtworkIn(INK),
      await anArtworkIn(RED),
      await anArtworkIn(RED, aSeller()),
    ];
    const [{ id: templateId }, { id: another }] = [await aShirtWithSleeve(), await aShirtWithSleeve()];
    const onSleeve = { surface: 'sleeve', artworkId: sleeve, ...ON_SLEEVE };
    const wanted = (on: string, ...list: (typeof onSleeve)[]) => ({ templateId: on, ...ON_FRONT, others: { list } });

    const { renders, failed } = await media.renders(seller).renderPlacements(
      {
        artworkId: front,
        renders: [
          wanted(templateId, { ...onSleeve, surface: 'hood' }),
          wanted(templateId, onSleeve, onSleeve),
          wanted(templateId, { ...onSleeve, artworkId: foreign }),
          wanted(templateId, { ...onSleeve, artworkId: randomUUID() }),
          wanted(templateId, { ...onSleeve, x: 0 }),
          wanted(templateId, onSleeve),
          wanted(templateId),
          wanted(another),
        ],
      },
      SLOWLY,
    );

    expect(failed.map((one) => [one.templateId, one.code])).toEqual(
      ['unknown_reference', 'validation_failed', 'forbidden', 'unknown_reference', 'does_not_fit', 'duplicate'].map(
        (code) => [templateId, code],
      ),
    );
    const name = `${templateId}.sleeve.${sleeve}`;
    expect(renders.map((one) => [one.templateId, one.status])).toEqual([
      [name, 'rendered'],
      [another, 'rendered'],
    ]);
    const [both] = renders;
    expect(both!.others).toMatchObject([{ surface: 'sleeve', artworkId: sleeve, placement: ON_SLEEVE }]);
    expect(far(await seen(both!.imageKey), [rgb(INK), rgb(RED), rgb(BASE)])).toBeLessThanOrEqual(CLOSE);
    const { placements } = await media.artworks(seller).listPlacements({ artworkId: sleeve });
    expect(placements).toMatchObject([{ templateId: `${templateId}.sleeve`, ...ON_SLEEVE }]);
    expect((await render(front, templateId, sleeve)).imageKey).toBe(both!.imageKey);
  });

  it('is listed with the artworks of a product, and not with those of others', async () => {
    const [front, sleeve, another] = [await anArtworkIn(INK), await anArtworkIn(RED), await anArtworkIn(RED)];
    const { id: templateId } = await aShirtWithSleeve();
    const both = await render(front, templateId, sleeve);
    await render(front, templateId, another);

    const named = { artworkIds: [front, sleeve], templateIds: [templateId] };
    const { renders } = await imagesOf(media, seller, named);

    expect(renders.map((one) => one.id)).toEqual([both.id]);
  });

  it('is made anew when the artwork on the sleeve gets a new file, or the template a revision, and goes with its product', async () => {
    const front = await anArtworkIn(INK);
    const uploaded = await of.uploaded(seller, await png(RED, { width: 100, height: 100 }));
    await of.complete(seller, uploaded);
    const sleeve = uploaded.artworkId;
    const template = await aShirtWithSleeve();
    const { id: templateId, productTypeId } = template;
    const before = await render(front, templateId, sleeve);
    const product = aProduct(media, { seller, artworkId: front, productTypeId, others: [sleeve] });
    await product.emit('active');

    await of.complete(
      seller,
      await of.uploaded(seller, await png(INK, { width: 200, height: 200 }), { artworkId: sleeve }),
    );

    const after = await eventually(async () => {
      const [newest] = await listed(front);
      expect(newest).toMatchObject({ isStale: false, others: [{ artworkVersion: 2, placement: { scale: 0.5 } }] });
      return newest!;
    }, SLOWLY);
    expect(far(await seen(after.imageKey), [rgb(INK), rgb(INK), rgb(BASE)])).toBeLessThanOrEqual(CLOSE);
    expect(after.imageKey).not.toBe(before.imageKey);

    await media.emitTemplate({ ...template, revision: 2 }, 2);
    await eventually(async () => {
      const [newest] = await listed(front);
      expect(newest).toMatchObject({ isStale: false, others: [{ artworkVersion: 2, placement: { scale: 0.5 } }] });
      expect(newest!.imageKey).not.toBe(after.imageKey);
    }, SLOWLY);

    await product.emitDeleted();
    await eventually(async () => expect(await listed(front)).toEqual([]), SLOWLY);
    await eventually(async () => {
      const { placements } = await media.artworks(seller).listPlacements({ artworkId: sleeve });
      expect(placements).toEqual([]);
    }, SLOWLY);
  });
});

it('batches that show one artwork on templates in another order do not wait for each other in a circle', async () => {
  const [one, other, sleeve] = [await anArtworkIn(INK), await anArtworkIn(INK), await anArtworkIn(RED)];
  const [first, second] = [(await aShirtWithSleeve()).id, (await aShirtWithSleeve()).id];
  await of.query(
    `insert into placement (artwork_id, template_id, x, y, scale, rotation, updated_at)
     select $1, name, 280, 100, 1, 0, now() from unnest($2::text[]) as name`,
    [sleeve, [`${first}.sleeve`, `${second}.sleeve`]],
  );
  const batch = (artworkId: string, ...templateIds: string[]) => {
    const others = { list: [{ surface: 'sleeve', artworkId: sleeve, ...ON_SLEEVE }] };
    const wanted = templateIds.map((templateId) => ({ templateId, ...ON_FRONT, others }));
    return media.renders(seller).renderPlacements({ artworkId, renders: wanted }, SLOWLY);
  };
  const last = `template_id = '${second}.sleeve'`;
  await using held = await of.lock(`begin; select from placement where ${last} for update`);
  const forwards = batch(one, second, first);
  await held.awaited();
  const backwards = batch(other, first, second);
  await eventually(async () => expect((await of.query(IN_A_ROW)).rowCount).toBeGreaterThan(0));

  await held.release();

  const made = await Promise.all([forwards, backwards]);
  expect(made.map(({ failed }) => failed)).toEqual([[], []]);
});

/** Whoever waits for somebody who waits. */
const IN_A_ROW = `select from pg_stat_activity a join pg_stat_activity b on b.pid = any(pg_blocking_pids(a.pid))
  where a.datname = current_database() and cardinality(pg_blocking_pids(b.pid)) > 0`;
