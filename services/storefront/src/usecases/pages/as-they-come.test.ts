import { expect, it } from 'vitest';
import { asTheyCome } from './as-they-come.ts';

async function partsOf(promises: readonly Promise<string>[]): Promise<string[][]> {
  const parts: string[][] = [];
  for await (const part of asTheyCome(promises)) parts.push(part.map(({ place, value }) => `${place} ${value}`));
  return parts;
}

it('brings what is quick in one part, without what is rejected', async () => {
  const promises = [Promise.resolve('a'), Promise.reject(new Error('no such thing')), Promise.resolve('c')];

  expect(await partsOf(promises)).toEqual([['0 a', '2 c']]);
  expect(await partsOf([Promise.reject(new Error('no such thing'))])).toEqual([]);
  expect(await partsOf([])).toEqual([]);
});

it('brings what is quick without waiting for what is slow', async () => {
  const slow = Promise.withResolvers<string>();
  const parts = asTheyCome([slow.promise, Promise.resolve('b')]);

  expect((await parts.next()).value).toEqual([{ place: 1, value: 'b' }]);
  slow.resolve('a');
  expect((await parts.next()).value).toEqual([{ place: 0, value: 'a' }]);
  expect((await parts.next()).done).toBe(true);
});
