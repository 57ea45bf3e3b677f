import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Artwork } from '@estampa/contracts/media/v1/artwork';
import { newId } from '@estampa/kernel/ids';
import { withoutTls } from '@estampa/kit/postgres/address';
import { connectDb } from '@estampa/kit/postgres/connect';
import { eventually } from '@estampa/testing/eventually';
import { renderTasks } from '../src/db/render-task-repository.ts';
import { anArtwork, aSeller, type Media, sampleImage, startMedia } from './media.ts';
import { lockRecordOf } from './locked-records.ts';
import { originals } from './originals.ts';
import { aShirt, INK, PLACED } from './shirt.ts';

const BOOT_MS = 60_000;
const PATIENT = { deadlineMs: 30_000 };
/** Too little for an image, enough for a response. */
const NO_TIME_MS = 4_500;
/** Of an object that is not there. */
const images = [{ kind: 'base', key: 'public/templates/none.png', url: '', widthPx: 400, heightPx: 500 }];

let media: Media;
const seller = aSeller();
let artwork: Artwork;
beforeAll(async () => {
  media = await startMedia();
  artwork = await anArtwork(media, seller, await sampleImage({ width: 100, height: 100 }, INK).png().toBuffer());
});
afterAll(() => media.stop());

const batch = (templateIds: string[], { by = seller, deadlineMs = 30_000, placement = {} } = {}) =>
  media
    .renders(by)
    .renderPlacements(
      { artworkId: artwork.id, renders: templateIds.map((templateId) => ({ templateId, ...placement })) },
      { deadlineMs },
    );
const shirts = async (count: number) => {
  const made = [];
  for (let at = 0; at < count; at += 1) made.push((await aShirt(media)).id);
  return made;
};
const listed = async (templateIds: string[]) =>
  (await media.renders(seller).listRenders({ artworkIds: [artwork.id], templateIds })).renders;
const statuses = async (templateIds: string[]) => {
  const renders = await listed(templateIds);
  return templateIds.map((id) => renders.find(({ templateId }) => templateId === id)?.status);
};
const requests = async (templateIds: string[]) =>
  (await media.service.database.query('select 1 from render_task where template_id = any($1)', [templateIds])).rowCount;

describe('renders of several templates', () => {
  it('are made as one by one, and what is rejected loses none of the others', async () => {
    const [first, second, third] = (await shirts(3)) as [string, string, string];
    const outside = { artworkId: artwork.id, templateId: second, ...PLACED, x: 9_000 };
    await media.artworks(seller).putPlacement(outside);

    const { renders, failed } = await batch([first, 'nothing', second, third, first]);

    expect(renders.map(({ templateId, status }) => [templateId, status])).toEqual([
      [first, 'rendered'],
      [third, 'rendered'],
    ]);
    expect(failed.map(({ templateId, code }) => [templateId, code])).toEqual([
      ['nothing', 'unknown_reference'],
      [second, 'does_not_fit'],
      [first, 'duplicate'],
    ]);
    const again = await batch([first, third]);
    expect(again.renders.map(({ imageKey, createdAt }) => [imageKey, createdAt])).toEqual(
      renders.map(({ imageKey, createdAt }) => [imageKey, createdAt]),
    );
    await eventually(async () => expect(await requests([first, second, third])).toBe(0));
  });

  it('are finished by themselves when there is no time to wait for them', async () => {
    const templateIds = await shirts(3);

    const { renders, failed } = await batch(templateIds, { deadlineMs: NO_TIME_MS });

    expect([renders.map(({ templateId }) => templateId), failed]).toEqual([templateIds, []]);
    await eventually(async () => expect(await statuses(templateIds)).toEqual(templateIds.map(() => 'rendered')));
    await eventually(async () => expect(await requests(templateIds)).toBe(0));
  });

  it('are composed once for concurrent requests of the same', async () => {
    const templateIds = await shirts(4);

    await Promise.all([batch(templateIds), batch(templateIds)]);

    await eventually(async () => expect(await requests(templateIds)).toBe(0));
    const { rows } = await media.service.database.query<{ version: number; status: string }>(
      'select version, status from render where template_id = any($1)',
      [templateIds],
    );
    expect(rows).toEqual(templateIds.map(() => ({ version: 1, status: 'rendered' })));
  });

  it('say why one cannot be made, and try it again by themselves', async () => {
    const template = await aShirt(media);
    await media.emitTemplate({ ...template, images, revision: 2 }, 2);

    expect((await batch([template.id])).renders).toMatchObject([{ status: 'pending' }]);
    await media.emitTemplate({ ...template, revision: 3 }, 3);

    await eventually(async () => expect(await statuses([template.id])).toEqual(['rendered']));
  });

  it('that cannot be made any more are given up with the reason', async () => {
    const template = await aShirt(media);
    await media.emitTemplate({ ...template, images, revision: 2 }, 2);
    await batch([template.id]);
    await media.emitTemplate({ ...template, isActive: false, revision: 3 }, 3);

    await eventually(async () =>
      expect(await listed([template.id])).toMatchObject([
        { status: 'failed', error: 'The template is not used any more' },
      ]),
    );
    expect(await requests([template.id])).toBe(0);
  });

  it('are made for the seller of the artwork, of 1 to 50 templates', async () => {
    await expect(batch(['any'], { by: aSeller() })).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(batch([])).rejects.toMatchObject({ reason: 'validation_failed' });
    const many = Array.from({ length: 51 }, (_, at) => `template-${at}`);
    await expect(batch(many)).rejects.toMatchObject({ reason: 'validation_failed' });
    expect((await batch(many.slice(1))).failed).toHaveLength(50);
  });
});

it('an image that a new file overtakes in the queue is as large as it was requested', async () => {
  const owner = aSeller();
  const of = originals(media);
  const square = (size: number) => sampleImage({ width: size, height: size }, INK).png().toBuffer();
  const { id: artworkId } = await anArtwork(media, owner, await square(100));
  const templateIds = await shirts(2);
  await of.query(`
    create function rest() returns trigger language plpgsql as
    $$ begin new.free_at := now() + interval '1 hour'; return new; end $$;
    create trigger rest before insert on render_task for each row execute function rest()`);
  const renders = templateIds.map((templateId) => ({ templateId, ...PLACED, scale: 0.9 }));
  await media.renders(owner).renderPlacements({ artworkId, renders }, { deadlineMs: NO_TIME_MS });
  await of.query('drop function rest() cascade');

  await of.complete(owner, await of.uploaded(owner, await square(50), { artworkId }));
  await of.query(`update render_task set free_at = '-infinity'`);

  await eventually(async () => {
    const made = (await media.renders(owner).listRenders({ artworkIds: [artworkId], templateIds })).renders;
    const expected = { status: 'rendered', artworkVersion: 2, isStale: false };
    const placed = expect.objectContaining({ x: PLACED.x, y: PLACED.y, scale: 1.8 });
    expect(made).toMatchObject(templateIds.map(() => ({ ...expected, placement: placed })));
  }, PATIENT);
});

it('is never given up for being busy, and shown as failed after six failures while it is still tried', async () => {
  const template = await aShirt(media);
  await media.emitTemplate({ ...template, images, revision: 2 }, 2);
  await batch([template.id], { deadlineMs: NO_TIME_MS });
  const { database } = media.service;
  const tried = (tries: number) =>
    database.query(`update render_task set tries = $2, free_at = '-infinity' where template_id = $1 and tries <= $2`, [
      template.id,
      tries,
    ]);

  await eventually(async () => {
    // Again, as a try that was under way counts from the tries that it found.
    await tried(5);
    expect(await statuses([template.id])).toEqual(['failed']);
    const { rows } = await database.query(
      `select tries, due_at > now() + interval '15 minutes' as rests from render_task where template_id = $1`,
      [template.id],
    );
    expect(rows).toEqual([{ tries: 6, rests: true }]);
  }, PATIENT);
  await media.emitTemplate({ ...template, revision: 3 }, 3);
  await tried(6);
  await eventually(async () => expect(await statuses([template.id])).toEqual(['rendered']), PATIENT);
});

it(
  'a killed service leaves images that another one finishes, with record and file in agreement',
  async () => {
    const templateIds = await shirts(3);
    const blocked = templateIds[1]!;
    await using lock = await lockRecordOf(media, blocked);
    await batch(templateIds, { deadlineMs: NO_TIME_MS });
    await eventually(async () => expect(await lock.isWaitedFor()).toBe(true));

    await media.service.process.kill('SIGKILL');
    await lock.release();
    expect(await requests([blocked])).toBe(1);
    await media.service.process.restart();
    // As if the time had passed after which the dead are believed to be so.
    await media.service.database.query(`update render_task set free_at = '-infinity'`);
    await media.service.database.query('update render set lease_until = now() where lease_until is not null');

    await eventually(async () => expect(await statuses(templateIds)).toEqual(templateIds.map(() => 'rendered')));
    await eventually(async () => expect(await requests(templateIds)).toBe(0));
    for (const { imageKey } of await listed(templateIds)) expect((await media.seePublicly(imageKey)).status).toBe(200);
  },
  BOOT_MS,
);

it('a seller with few images is not made to wait for the many of another', async () => {
  const other = aSeller();
  const theirs = await anArtwork(media, other, await sampleImage({ width: 90, height: 90 }, INK).png().toBuffer());
  await media.service.process.stop();
  await using orm = await connectDb(withoutTls(media.service.database.options.connectionString!), [], []);
  await media.service.database.query('delete from render_task');
  const now = new Date();
  const request = ({ id, sellerProfileId }: Artwork, names: string[]) =>
    orm.em.fork().transactional((tx) =>
      renderTasks.insert(tx, {
        artworkId: id,
        sellerProfileId,
        now,
        wanted: names.map((templateId) => ({
          id: newId(),
          renderId: newId(),
          templateId,
          placement: PLACED,
          artworkVersion: 1,
          widthPx: 10,
          heightPx: 10,
        })),
      }),
    );
  await request(artwork, ['many-1', 'many-2', 'many-3']);
  await request(artwork, ['many-4']);
  await request(theirs, ['few-1']);
  await request(artwork, ['many-1']);
  const until = new Date(now.getTime() + 60_000);
  const order = [];
  for (let at = 0; at < 6; at += 1) {
    order.push((await renderTasks.claim(orm.em.fork(), { now, until, ids: null }))?.templateId);
  }
  expect(new Set(order.slice(0, 2))).toEqual(new Set(['few-1', 'many-1']));
  expect(order.slice(2)).toEqual(['many-2', 'many-3', 'many-4', undefined]);
  // Of what a new revision of a template left out of date, any number may have been due before.
  const columns = 'artwork_id, template_id, id, seller_profile_id, reason, due_at, free_at, tries';
  const outdated = `'${artwork.id}', 'gone-' || n, gen_random_uuid(), '${artwork.id}', 'outdated', '-infinity', '-infinity', 0`;
  const add = `insert into render_task (${columns}) select ${outdated} from generate_series(1, 3) as n`;
  for (const sql of ['delete from render_task', add]) await media.service.database.query(sql);
  await request(theirs, ['few-1', 'few-2']);
  const [claim, reasons] = [{ now: new Date(now.getTime() + 10_000), until, ids: null }, [] as unknown[]];
  const claimed = async (claims: number) => (await renderTasks.claimNext(orm.em.fork(), claim, claims))?.reason;
  for (const claims of [0, 1, 2, 3, 4, 5]) reasons.push(await claimed(claims));
  expect(reasons).toEqual(['requested', 'outdated', 'requested', 'outdated', 'outdated', undefined]);
});
