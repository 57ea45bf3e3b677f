import { randomUUID } from 'node:crypto';
import { type PrintInput, PrintFileServiceClient } from '@estampa/contracts/media/v1/print_file';
import { eventually } from '@estampa/testing/eventually';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { halves } from './halves.ts';
import { ADMIN, anArtwork, aSeller, type Media, startSharedMedia } from './media.ts';
import { originals } from './originals.ts';
import { pressProfile } from './press-profiles.ts';
import { PRINT, sellOn } from './sold-prints.ts';
import { storedPressProfile } from './stored-press-profile.ts';

const PATIENTLY = { deadlineMs: 60_000 };
const TEST_DEADLINE_MS = 120_000;
const WORDS = 'Ana e Davi';
const TEXT = {
  text: WORDS,
  font: 'anton',
  color: '#1F2A44',
  box: { x: 0.1, y: 0.1, width: 0.8, height: 0.8 },
  curve: 0,
};

let media: Media;
beforeAll(async () => {
  media = await startSharedMedia();
});
afterAll(() => media.stop());

const printFile = (orderItemId: string, format: string) =>
  media.service.client(PrintFileServiceClient, { caller: ADMIN }).getPrintFile({ orderItemId, format }, PATIENTLY);
const hashOf = (orderItemId: string, format = 'png') =>
  eventually(async () => (await printFile(orderItemId, format)).contentHash, PATIENTLY);

it(
  'words on prints go with their buyers, and what is printed stays as it is',
  async () => {
    const { id: artworkId } = await anArtwork(media, aSeller(), await halves(400, 200));
    const sell = (orderItemId: string, more: Partial<PrintInput>, paymentStatus = 'approved') => {
      const print = { ...PRINT, artworkId, ...more };
      const surfaces = [{ surface: 'front', name: 'Frente', artworkId, print }];
      return sellOn(media, print, { orderItemId, paymentStatus, surfaces });
    };
    const named = async () => {
      const { rows } = await media.service.database.query(
        `select coalesce(job ->> 'format', 'png') as format from print_file
         where artwork_id = $1 and position($2 in job::text) > 0 order by format`,
        [artworkId, WORDS],
      );
      return rows.map(({ format }: { format: string }) => format);
    };
    const [own, other, another, late] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    // The same profile, uploaded twice.
    const [profile, again] = [
      await storedPressProfile(media, pressProfile()),
      await storedPressProfile(media, pressProfile()),
    ];
    await sell(own, { text: TEXT, pressProfile: profile.key });
    await sell(other, { text: TEXT, pressProfile: again.key });
    const before = [await hashOf(own), await hashOf(own, 'pdf'), await hashOf(own, 'tiff')];
    expect(await named()).toEqual(['pdf', 'png', 'tiff']);

    await sell(own, { textErased: true });
    expect(await named()).toEqual(['pdf', 'png', 'tiff']);
    await sell(other, { textErased: true }, 'refunded');

    await eventually(async () => expect(await named()).toEqual([]));
    expect([await hashOf(own), await hashOf(other, 'pdf'), await hashOf(other, 'tiff')]).toEqual(before);
    await expect(printFile(own, 'underbase')).rejects.toMatchObject({ kind: 'not_found' });
    const { rows } = await media.service.database.query(
      'select count(*)::int as count from print_file where artwork_id = $1',
      [artworkId],
    );
    expect(rows).toEqual([{ count: 3 }]);

    // One that was set aside comes later, also where it is the first of its item.
    await sell(own, { text: TEXT });
    await sell(late, { textErased: true }, 'refunded');
    await sell(late, { text: TEXT });
    expect(await named()).toEqual([]);
    await expect(printFile(late, 'png')).rejects.toMatchObject({ kind: 'not_found' });

    await sell(another, { text: TEXT });
    expect(await hashOf(another)).toBe(before[0]);
    await hashOf(another, 'tiff');
    expect(await named()).toEqual(['png', 'tiff']);
  },
  TEST_DEADLINE_MS,
);

it(
  'words on a print do not come back with a format that is asked for while they go',
  async () => {
    const { id: artworkId } = await anArtwork(media, aSeller(), await halves(400, 200));
    const { query, lock } = originals(media);
    const orderItemId = await sellOn(media, { ...PRINT, artworkId, text: TEXT });
    await hashOf(orderItemId);
    const erase = `begin; update print_file set job = (job - 'text') || jsonb_build_object('erased', digest)
      where artwork_id = '${artworkId}'`;
    await using erasing = await lock(erase);
    const requested = printFile(orderItemId, 'tiff');
    requested.catch(() => undefined);
    await erasing.awaited();

    await erasing.commit();

    await expect(requested).rejects.toMatchObject({ kind: 'not_found' });
    const { rows } = await query('select job ? $2 as named from print_file where artwork_id = $1', [artworkId, 'text']);
    expect(rows).toEqual([{ named: false }]);
  },
  TEST_DEADLINE_MS,
);
