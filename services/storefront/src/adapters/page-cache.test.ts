import { expect, it } from '@jest/globals';
import { PageCache } from './page-cache.ts';

const page = (text: string) => ({ json: Buffer.from(text), etag: `"${text}"` });

/** A database with a mark and a page, both counted when read. */
function aDatabase() {
  const state = { mark: 1, text: 'one', looks: 0, builds: 0 };
  const cache = new PageCache(async () => {
    state.looks += 1;
    return String(state.mark);
  });
  const read = async () => {
    const { json } = await cache.read('page', async () => {
      state.builds += 1;
      return page(state.text);
    });
    return json.toString();
  };
  return { state, cache, read };
}

it('builds a page once while nothing changes', async () => {
  const { state, read } = aDatabase();

  expect([await read(), await read(), await read()]).toEqual(['one', 'one', 'one']);
  expect(state.builds).toBe(1);
});

it('never gives a page from before a change that was committed before the request', async () => {
  const { state, read } = aDatabase();
  await read();

  Object.assign(state, { mark: 2, text: 'two' });

  expect(await read()).toBe('two');
});

it('lets who comes during a look wait for the next one', async () => {
  const { state, read } = aDatabase();
  await read();

  const before = read();
  Object.assign(state, { mark: 2, text: 'two' });
  const after = [read(), read(), read()];

  await before;
  expect(await Promise.all(after)).toEqual(['two', 'two', 'two']);
  expect(state.looks).toBe(3);
});

it('builds a page once for all who ask together', async () => {
  const { state, read } = aDatabase();

  await Promise.all(Array.from({ length: 20 }, read));

  expect(state.builds).toBe(1);
});

it('does not keep a failure', async () => {
  const { cache } = aDatabase();

  await expect(cache.read('page', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect((await cache.read('page', async () => page('up'))).json.toString()).toBe('up');
});

it('recovers when a look fails', async () => {
  let isDown = true;
  const cache = new PageCache(async () => {
    if (isDown) throw new Error('down');
    return '1';
  });
  const read = () => cache.read('page', async () => page('up'));

  await expect(Promise.all([read(), read()])).rejects.toThrow('down');
  isDown = false;
  expect((await read()).json.toString()).toBe('up');
});

it('drops the oldest pages when they take too much memory', async () => {
  const { cache } = aDatabase();
  const large = { json: Buffer.alloc(9 * 1024 * 1024), etag: '' };
  let builds = 0;
  const read = (key: string) =>
    cache.read(key, async () => {
      builds += 1;
      return large;
    });

  await read('a');
  await read('b');
  await read('b');
  await read('a');

  expect(builds).toBe(3);
});

it('counts keys and what holds a page too, not only its bytes', async () => {
  const { cache } = aDatabase();
  const keys = Array.from({ length: 5 }, (_one, at) => `${at}${'k'.repeat(2 * 1024 * 1024)}`);
  let builds = 0;
  const read = (key: string) =>
    cache.read(key, async () => {
      builds += 1;
      return page('');
    });

  for (const key of keys) await read(key);
  await read(keys[0]!);

  expect(builds).toBe(6);
});
