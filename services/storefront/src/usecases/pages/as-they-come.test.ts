import { expect, it } from 'vitest';
import { asTheyCome } from './as-they-come.ts';

async function partsOf(promises: readonly Promise<string>[]): Promise<string[][]> {
  const parts: string[][] = [];
  for await (const part of asTheyCome(promises)) parts.push(part.map(({ place, value }) => `${place} ${value}`));
  return parts;
}

it('brings what is quick in one part', async () => {
  expect(await partsOf(['a', 'b', 'c'].map((text) => Promise.resolve(text)))).toEqual([['0 a', '1 b', '2 c']]);
  expect(await partsOf([])).toEqual([]);
});

it('brings all others before it fails as the first that is rejected', async () => {
  const [one, other] = [new Error('no such thing'), new Error('nor this')];
  const parts = asTheyCome([Promise.resolve('a'), Promise.reject(one), Promise.reject(other), Promise.resolve('d')]);

  expect((await parts.next()).value).toEqual([
    { place: 0, value: 'a' },
    { place: 3, value: 'd' },
  ]);
  await expect(parts.next()).rejects.toBe(one);
});

it('brings what is quick without waiting for what is slow', async () => {
  const slow = Promise.withResolvers<string>();
  const parts = asTheyCome([slow.promise, Promise.resolve('b')]);

  expect((await parts.next()).value).toEqual([{ place: 1, value: 'b' }]);
  slow.resolve('a');
  expect((await parts.next()).value).toEqual([{ place: 0, value: 'a' }]);
  expect((await parts.next()).done).toBe(true);
});
