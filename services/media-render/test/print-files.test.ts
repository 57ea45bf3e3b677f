import { createHash, randomUUID } from 'node:crypto';
import { PrintFileServiceClient } from '@estampa/contracts/media/v1/print_file';
import type { Caller } from '@estampa/kit/rpc/call';
import { currentTestRun } from '@estampa/testing/test-run';
import { eventually } from '@estampa/testing/eventually';
import { metric } from '@estampa/testing/metric';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { PRINT_RETENTION_MS } from '../src/domain/upload.ts';
import { BLUE_PIXEL, halves, pHYs, RED_PIXEL } from './halves.ts';
import { ADMIN, anArtwork, aSeller, type Media, startMedia } from './media.ts';
import { AREA, sellOn, type Sold } from './sold-prints.ts';

const PATIENTLY = { deadlineMs: 60_000 };
const TEST_DEADLINE_MS = 90_000;

let media: Media;
beforeAll(async () => {
  media = await startMedia();
});
afterAll(() => media.stop());

const sell = (print: Sold | undefined, sale: Parameters<typeof sellOn>[2] = {}) => sellOn(media, print, sale);

const printFile = (orderItemId: string, caller: Caller = ADMIN) =>
  media.service.client(PrintFileServiceClient, { caller }).getPrintFile({ orderItemId });
const made = (orderItemId: string) => eventually(() => printFile(orderItemId), PATIENTLY);

async function read(orderItemId: string) {
  const { readPath, sizeBytes, contentHash } = await made(orderItemId);
  const response = await fetch(new URL(readPath, currentTestRun().infrastructure.objectStore.endpoint));
  const bytes = Buffer.from(await response.arrayBuffer());
  expect([response.status, bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([
    200,
    sizeBytes,
    contentHash,
  ]);
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)];
  return { bytes, at, size: [info.width, info.height] };
}
const NOTHING = [0, 0, 0, 0];

describe('a print file', () => {
  it(
    'is the print area in pixels of the artwork, with its size on the product, the same each time',
    async () => {
      const { id: artworkId } = await anArtwork(media, aSeller(), await halves(400, 200));
      const item = await sell({ artworkId });
      const { bytes, at, size } = await read(item);

      // At half its size the artwork of 400 x 200 covers the area exactly: 400 pixels on 100 mm.
      expect(size).toEqual([400, 200]);
      expect([at(0, 0), at(199, 199), at(200, 0), at(399, 199)]).toEqual([
        RED_PIXEL,
        RED_PIXEL,
        BLUE_PIXEL,
        BLUE_PIXEL,
      ]);
      expect(pHYs(bytes)).toEqual([4_000, 4_000, 1]);
      expect(bytes.toString('latin1', 37, 41)).toBe('sRGB');
      expect((await read(item)).bytes.equals(bytes)).toBe(true);

      const again = await sell({ artworkId });
      expect((await made(again)).contentHash).toBe((await made(item)).contentHash);
      const { rows } = await media.service.database.query('select 1 from print_file where artwork_id = $1', [
        artworkId,
      ]);
      expect(rows).toHaveLength(1);
    },
    TEST_DEADLINE_MS,
  );

  it(
    'is cropped to the print area, transparent around, and turned about the middle of the artwork',
    async () => {
      const { id: artworkId } = await anArtwork(media, aSeller(), await halves(400, 200));
      const printArea = { ...AREA, widthMm: undefined };
      // Twenty pixels of the template to the left: forty of the artwork are cut, and forty are left empty.
      const shifted = await read(await sell({ artworkId, x: 80, printArea }));
      expect([
        shifted.at(0, 0),
        shifted.at(159, 0),
        shifted.at(160, 0),
        shifted.at(359, 0),
        shifted.at(360, 0),
      ]).toEqual([RED_PIXEL, RED_PIXEL, BLUE_PIXEL, BLUE_PIXEL, NOTHING]);
      expect(pHYs(shifted.bytes)).toBeNull();

      const half = await read(await sell({ artworkId, rotation: 180 }));
      expect([half.at(0, 0), half.at(399, 199)]).toEqual([BLUE_PIXEL, RED_PIXEL]);

      // A quarter clockwise: what was left is on top; 200 wide in the middle of 400.
      const quarter = await read(await sell({ artworkId, rotation: 90 }));
      expect([quarter.at(99, 100), quarter.at(200, 50), quarter.at(200, 150), quarter.at(300, 100)]).toEqual([
        NOTHING,
        RED_PIXEL,
        BLUE_PIXEL,
        NOTHING,
      ]);

      const tilted = await read(await sell({ artworkId, rotation: 45, scale: 0.25, x: 150, y: 75 }));
      expect(tilted.size).toEqual([800, 400]);
      expect([tilted.at(400 - 60, 200 - 60), tilted.at(400 + 60, 200 + 60), tilted.at(10, 10)]).toEqual([
        RED_PIXEL,
        BLUE_PIXEL,
        NOTHING,
      ]);
    },
    TEST_DEADLINE_MS,
  );

  it('is what was sold, whatever later events of the order say', async () => {
    const { id: artworkId } = await anArtwork(media, aSeller(), await halves(40, 20));
    const item = await sell({ artworkId });
    const { contentHash } = await made(item);
    await sell({ artworkId, rotation: 180 }, { orderItemId: item });

    expect((await made(item)).contentHash).toBe(contentHash);
  });

  it('is for admins, and there is none of what is not paid for or was never shown', async () => {
    const { id: artworkId } = await anArtwork(media, aSeller(), await halves(40, 20));
    const [unpaid, unshown] = [await sell({ artworkId }, { paymentStatus: 'pending' }), await sell(undefined)];

    for (const id of [unpaid, unshown, randomUUID(), 'no-id']) {
      await expect(printFile(id)).rejects.toMatchObject({ kind: 'not_found' });
    }
    await expect(printFile(unpaid, aSeller())).rejects.toMatchObject({ kind: 'forbidden' });
  });

  it(
    'is removed when it is not used for half a year, and made again, the same, when it is requested',
    async () => {
      const { database } = media.service;
      const { id: artworkId } = await anArtwork(media, aSeller(), await halves(40, 20));
      const [old, resold] = [await sell({ artworkId }), await sell({ artworkId, rotation: 90 })];
      const recent = await sell({ artworkId, rotation: 180 });
      const before = await Promise.all([old, resold, recent].map((item) => made(item)));
      const keyOf = async (item: string): Promise<string | null> => {
        const sql =
          'select key from print_file f join print_item i on i.print_digest = f.digest where i.order_item_id = $1';
        return (await database.query(sql, [item])).rows[0].key;
      };
      const [key, recentKey] = [await keyOf(old), await keyOf(recent)];
      const unused = (item: string, ms: number) =>
        database.query(
          `update print_file set used_at = now() - $2 * interval '1 ms'
           where digest = (select print_digest from print_item where order_item_id = $1)`,
          [item, ms],
        );

      await unused(recent, PRINT_RETENTION_MS - 60_000);
      await Promise.all([old, resold].map((item) => unused(item, PRINT_RETENTION_MS + 1_000)));

      await eventually(async () => expect([await keyOf(old), await keyOf(resold)]).toEqual([null, null]), PATIENTLY);
      expect(await keyOf(recent)).toBe(recentKey);
      await database.query('update discarded_object set due_at = now() where key = $1', [key]);
      const isDiscarded = async () =>
        (await database.query('select from discarded_object where key = $1', [key])).rowCount;
      await eventually(async () => expect(await isDiscarded()).toBe(0), PATIENTLY);
      await expect(printFile(old)).rejects.toMatchObject({ reason: 'not_ready' });
      const again = await read(old);
      await sell({ artworkId, rotation: 90 });
      expect((await made(resold)).contentHash).toBe(before[1]!.contentHash);
      expect(createHash('sha256').update(again.bytes).digest('hex')).toBe(before[0]!.contentHash);
    },
    TEST_DEADLINE_MS,
  );

  it('is missed in the metrics where what was paid for has nothing to be printed from', async () => {
    const { id: artworkId } = await anArtwork(media, aSeller(), await halves(40, 20));
    const counted = () => metric(media.service.opsUrl, 'sold_items_unprintable_total');
    const before = await counted();
    await sell({ artworkId });
    await sell(undefined, { paymentStatus: 'pending' });
    expect(await counted()).toBe(before);

    await sell(undefined);
    await sell({ artworkId, templateId: 'nobody-knows', printArea: undefined });

    expect(await counted()).toBe(before + 2);
  });

  it('is not ready, with a time to retry, until it can be made; others are made before it', async () => {
    const seller = aSeller();
    const missing = await sell({ artworkId: randomUUID() });
    const { id: artworkId } = await anArtwork(media, seller, await halves(40, 20));
    await made(await sell({ artworkId }));

    await expect(printFile(missing)).rejects.toMatchObject({
      kind: 'busy',
      reason: 'not_ready',
      details: { retryAfterSeconds: 5 },
    });
  });

  it(
    'is made by the next process, the same, when one died between storage and record',
    async () => {
      const { id: artworkId } = await anArtwork(media, aSeller(), await halves(80, 40));
      const blocker = await media.service.database.connect();
      await blocker.query(`
        create function wait_for_test() returns trigger language plpgsql as
        $$begin if new.key is not null then perform pg_advisory_xact_lock(4712); end if; return new; end$$`);
      await blocker.query(
        'create trigger wait_for_test before update on print_file for each row execute function wait_for_test()',
      );
      await blocker.query('select pg_advisory_lock(4712)');
      const item = await sell({ artworkId });
      await eventually(async () => {
        const { rows } = await media.service.database.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
        );
        expect(rows.length).toBeGreaterThan(0);
      }, PATIENTLY);

      await media.service.process.kill('SIGKILL');
      await blocker.query('drop function wait_for_test cascade');
      await blocker.query('select pg_advisory_unlock(4712)');
      await blocker.query(`update print_file set due_at = now() where due_at is not null`);
      blocker.release();
      await media.service.process.restart();

      const { at } = await read(item);
      expect([at(0, 0), at(79, 39)]).toEqual([RED_PIXEL, BLUE_PIXEL]);
    },
    TEST_DEADLINE_MS,
  );
});
