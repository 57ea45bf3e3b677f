import { writeFile } from 'node:fs/promises';
import { afterAll, expect, it } from 'vitest';
import sharp from 'sharp';
import { pressProfile } from '../../test/press-profiles.ts';
import { PRESS_PROFILE_BYTES_MAX } from '../domain/press-profile.ts';
import { MockupStudio } from './mockup-studio.ts';
import { ObjectStore } from './object-store.ts';
import { temporaryFile } from './temporary-file.ts';

const MEMORY_BYTES = 300 * 1024 * 1024;
const NOWHERE = {
  endpoint: 'http://127.0.0.1:1',
  region: 'here',
  bucket: 'none',
  publicAcl: null,
  uploadUrl: 'http://127.0.0.1:1',
};

// The studio restricts what sharp reads in its process, in which other tests run afterwards.
afterAll(() => sharp.unblock({ operation: ['VipsForeignLoad'] }));

it('a profile as large as any is tried beside other work, which it leaves nearly all memory', async () => {
  const keys = { accessKeyId: 'nobody', secretAccessKey: 'nothing' };
  using store = new ObjectStore({ ...NOWHERE, keys });
  await using studio = new MockupStudio(store, { cacheBytesMax: 0, fileBytesMax: 0, memoryBytesMax: MEMORY_BYTES });
  await using file = await temporaryFile();
  const { length } = pressProfile();
  const body = Buffer.concat([
    Buffer.from('data\0\0\0\0\0\0\0\x01'),
    Buffer.alloc(PRESS_PROFILE_BYTES_MAX - length - 24),
  ]);
  const profile = pressProfile({ tags: { priv: body } });
  expect(profile.length).toBe(PRESS_PROFILE_BYTES_MAX);
  await writeFile(file.path, profile);

  const { promise, resolve } = Promise.withResolvers<void>();
  const other = studio.inSlotOf({ bytes: MEMORY_BYTES / 2, signal: null }, () => promise);
  const prints = await studio.tryPressProfile(file.path, null);
  resolve();
  await other;

  expect(prints).toBe(true);
});
