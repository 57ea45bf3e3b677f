import { PrintFileServiceClient } from '@estampa/contracts/media/v1/print_file';
import { eventually } from '@estampa/testing/eventually';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { printDigest } from '../src/adapters/print-hash.ts';
import { jobIn, toStored } from '../src/domain/print-job.ts';
import { halves } from './halves.ts';
import { ADMIN, anArtwork, aSeller, type Media, startSharedMedia } from './media.ts';
import { AREA, PRINT, sellOn } from './sold-prints.ts';

let media: Media;
beforeAll(async () => {
  media = await startSharedMedia();
});
afterAll(() => media.stop());

it('an item has a print file of each surface that was sold, and that of the first one is its own', async () => {
  const { id: artworkId } = await anArtwork(media, aSeller(), await halves(400, 200));
  const { id: other } = await anArtwork(media, aSeller(), await halves(80, 40));
  const front = { surface: 'front', name: 'Frente', artworkId, widthMm: 300, heightMm: 400 };
  const back = { surface: 'back', name: 'Costas', artworkId: other };
  const backPrint = { ...PRINT, artworkId: other, scale: 2.5, printArea: { bounds: AREA.bounds } };
  const surfaces = [
    { ...front, print: { ...PRINT, artworkId } },
    { ...back, print: backPrint },
  ];
  const item = await sellOn(media, { artworkId }, { surfaces });
  const client = media.service.client(PrintFileServiceClient, { caller: ADMIN });
  const files = async (orderItemId: string) => (await client.listPrintFiles({ orderItemId })).files;
  const sizes = [
    { surface: 'front', name: 'Frente', surfaceWidthMm: 300, surfaceHeightMm: 400, widthPx: 400, heightPx: 200 },
    { surface: 'back', name: 'Costas', surfaceWidthMm: undefined, widthPx: 80, heightPx: 40 },
  ];
  expect(await files(item)).toMatchObject(sizes);

  await eventually(async () => expect((await files(item)).every(({ contentHash }) => contentHash)).toBe(true), {
    deadlineMs: 60_000,
  });
  const ready = await files(item);
  expect(ready).toMatchObject([
    { widthMm: 100, heightMm: 50, dpi: 102 },
    { widthMm: undefined, dpi: undefined },
  ]);
  const hashOf = async (surface?: string) => (await client.getPrintFile({ orderItemId: item, surface })).contentHash;
  const hashes = ready.map(({ contentHash }) => contentHash);
  expect([await hashOf('front'), await hashOf('back'), await hashOf()]).toEqual([...hashes, hashes[0]]);
  await expect(hashOf('sleeve')).rejects.toMatchObject({ kind: 'not_found' });

  // What events say later, those of a previous version too, changes nothing.
  await sellOn(media, { artworkId, rotation: 180 }, { orderItemId: item });
  await sellOn(media, { artworkId, rotation: 90 }, { orderItemId: item, surfaces: surfaces.toReversed() });
  expect(await files(item)).toEqual(ready);
  expect(await files(await sellOn(media, { artworkId }))).toEqual([
    { ...ready[0], surfaceWidthMm: undefined, surfaceHeightMm: undefined },
  ]);
}, 90_000);

it('another format that two request at once for the first time is made for both', async () => {
  const { id: artworkId } = await anArtwork(media, aSeller(), await halves(40, 20));
  const item = await sellOn(media, { artworkId });
  const client = media.service.client(PrintFileServiceClient, { caller: ADMIN });
  const requested = () => client.getPrintFile({ orderItemId: item, format: 'tiff' });
  const other = await media.service.database.connect();
  const { rows } = await other.query('select job from print_file where artwork_id = $1', [artworkId]);
  const job = jobIn('tiff', rows[0].job, { bleedMm: 0, pressProfile: null });
  await other.query('begin');
  await other.query(
    'insert into print_file (digest, artwork_id, job, due_at, used_at) values ($1, $2, $3, now(), now())',
    [printDigest(job), artworkId, toStored(job)],
  );

  const waiting = requested();
  void waiting.catch(() => undefined);
  const waiters = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into print_file%'`;
  await eventually(async () => expect((await media.service.database.query(waiters)).rowCount).toBe(1));
  await other.query('commit');
  other.release();

  await expect(waiting).rejects.toMatchObject({ reason: 'not_ready' });
  expect(await eventually(requested, { deadlineMs: 60_000 })).toMatchObject({
    readPath: expect.stringContaining('.tiff'),
  });
}, 90_000);
