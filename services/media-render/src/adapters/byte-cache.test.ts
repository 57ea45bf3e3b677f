import { describe, expect, it } from '@jest/globals';
import { ByteCache } from './byte-cache.ts';

const NEVER_MS = 60_000;
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
    const cache = new ByteCache({ bytesMax: 100, quietMs: NEVER_MS });
    const { loads, load } = counted(10);

    await Promise.all([cache.get('a', load, sizeOf), cache.get('a', load, sizeOf)]);
    await cache.get('a', load, sizeOf);

    expect(loads.count).toBe(1);
    expect(cache.bytes).toBe(10);
  });

  it('lets go of what was not used for longest', async () => {
    const cache = new ByteCache({ bytesMax: 100, quietMs: NEVER_MS });
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
    const cache = new ByteCache({ bytesMax: 100, quietMs: NEVER_MS });

    await cache.get('a', counted(101).load, sizeOf);

    expect(cache.bytes).toBe(0);
  });

  it('tries again after a failure', async () => {
    const cache = new ByteCache({ bytesMax: 100, quietMs: NEVER_MS });
    const { load } = counted(10);

    await expect(cache.get('a', () => Promise.reject(new Error('gone')), sizeOf)).rejects.toThrow('gone');

    expect(await cache.get('a', load, sizeOf)).toHaveLength(10);
  });

  it('lets go of everything when nobody asks for a while, and loads again when somebody does', async () => {
    const emptied = Promise.withResolvers<void>();
    const cache = new ByteCache({ bytesMax: 100, quietMs: 1, onEmptied: emptied.resolve });
    const { loads, load } = counted(10);
    const alive = setInterval(() => {}, NEVER_MS);

    await cache.get('a', load, sizeOf);
    await emptied.promise;
    expect(cache.bytes).toBe(0);
    await cache.get('a', load, sizeOf);

    expect(loads.count).toBe(2);
    clearInterval(alive);
  });
});
