import { describe, expect, it } from 'vitest';
import { ByteCache } from './byte-cache.ts';

type Value = { name: string; bytes: number };

function cacheOf(bytesMax: number) {
  const dropped: string[] = [];
  const cache = new ByteCache<Value>({
    bytesMax,
    sizeOf: ({ bytes }) => bytes,
    onDropped: ({ name }) => dropped.push(name),
  });
  const loads: string[] = [];
  const acquire = (name: string, bytes: number) =>
    cache.acquire(name, async () => {
      loads.push(name);
      return { name, bytes };
    });
  const use = async (name: string, bytes: number) => {
    using acquired = await acquire(name, bytes);
    return acquired.value;
  };
  return { cache, dropped, loads, acquire, use };
}

describe('ByteCache', () => {
  it('loads once for concurrent requests', async () => {
    const { cache, loads, use } = cacheOf(100);

    await Promise.all([use('a', 10), use('a', 10)]);
    await use('a', 10);

    expect(loads).toEqual(['a']);
    expect(cache.bytes).toBe(10);
  });

  it('lets go of what was not used for longest', async () => {
    const { cache, loads, dropped, use } = cacheOf(100);
    for (const name of ['a', 'b', 'a', 'c']) await use(name, 40);
    expect(dropped).toEqual(['b']);

    await use('a', 40);
    await use('b', 40);

    expect(loads).toEqual(['a', 'b', 'c', 'b']);
    expect(cache.bytes).toBeLessThanOrEqual(100);
  });

  it('never stores what is larger than the cache', async () => {
    const { cache, use } = cacheOf(100);

    await use('a', 101);

    expect(cache.bytes).toBe(0);
    expect(cache.has('a')).toBe(false);
  });

  it('reports that a value was dropped only when it is not in use', async () => {
    const { cache, dropped, acquire, use } = cacheOf(100);
    const [first, second] = [await acquire('a', 60), await acquire('a', 60)];
    await use('b', 60);
    expect([cache.has('a'), dropped]).toEqual([false, []]);

    first[Symbol.dispose]();
    await Promise.resolve();
    expect(dropped).toEqual([]);
    second[Symbol.dispose]();
    await Promise.resolve();
    expect(dropped).toEqual(['a']);
  });

  it('tries again after a failure', async () => {
    const { cache, use } = cacheOf(100);

    await expect(cache.acquire('a', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');

    expect(await use('a', 10)).toMatchObject({ name: 'a' });
  });

  it('emptied, loads again, and leaves out of account what was under way', async () => {
    const { cache, loads, use } = cacheOf(100);
    const underWay = use('a', 10);

    cache.clear();
    await underWay;

    expect(cache.bytes).toBe(0);
    await use('a', 10);
    expect([loads, cache.bytes]).toEqual([['a', 'a'], 10]);
  });
});
