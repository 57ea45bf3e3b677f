import { describe, expect, it } from '@jest/globals';
import { ByteCache } from './byte-cache.ts';

const sizeOf = (value: Buffer) => value.byteLength;

function counted(bytes: number) {
  const loads = { count: 0 };
  const load = async () => {
    loads.count += 1;
    return Buffer.alloc(bytes);
  };
  return { loads, load };
}

describe('ByteCache', () => {
  it('loads once, also for two who ask at once', async () => {
    const cache = new ByteCache(100);
    const { loads, load } = counted(10);

    await Promise.all([cache.get('a', load, sizeOf), cache.get('a', load, sizeOf)]);
    await cache.get('a', load, sizeOf);

    expect(loads.count).toBe(1);
    expect(cache.bytes).toBe(10);
  });

  it('lets go of what was not used for longest', async () => {
    const cache = new ByteCache(100);
    const [a, b, c] = [counted(40), counted(40), counted(40)];
    await cache.get('a', a.load, sizeOf);
    await cache.get('b', b.load, sizeOf);
    await cache.get('a', a.load, sizeOf);
    await cache.get('c', c.load, sizeOf);

    await cache.get('a', a.load, sizeOf);
    await cache.get('b', b.load, sizeOf);

    expect([a.loads.count, b.loads.count]).toEqual([1, 2]);
    expect(cache.bytes).toBeLessThanOrEqual(100);
  });

  it('never keeps what is larger than all its room', async () => {
    const cache = new ByteCache(100);

    await cache.get('a', counted(101).load, sizeOf);

    expect(cache.bytes).toBe(0);
  });

  it('tries again after a failure', async () => {
    const cache = new ByteCache(100);
    const { load } = counted(10);

    await expect(cache.get('a', () => Promise.reject(new Error('gone')), sizeOf)).rejects.toThrow('gone');

    expect(await cache.get('a', load, sizeOf)).toHaveLength(10);
  });
});
