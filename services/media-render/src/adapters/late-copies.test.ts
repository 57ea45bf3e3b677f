import { beforeEach, expect, it } from 'vitest';
import { ByteCache } from './byte-cache.ts';
import { LateCopies, WAITING_MAX } from './late-copies.ts';

let copies: LateCopies;
/** What happened, in order. */
let seen: string[];
let disk: PromiseWithResolvers<void>;
beforeEach(() => {
  [copies, seen, disk] = [new LateCopies(), [], Promise.withResolvers<void>()];
});

const held = (name: string): Disposable => ({ [Symbol.dispose]: () => void seen.push(`${name} is released`) });
const add = (name: string) =>
  copies.add(held(name), async () => {
    seen.push(`${name} is begun`);
    await disk.promise;
    seen.push(`${name} is written`);
  });
const settled = () => new Promise(setImmediate);

it('are written one after the other, each held until it is', async () => {
  add('one');
  add('two');
  expect(seen).toEqual(['one is begun']);

  disk.resolve();
  await settled();
  expect(seen).toEqual([
    'one is begun',
    'one is written',
    'one is released',
    'two is begun',
    'two is written',
    'two is released',
  ]);
  add('three');
  await settled();
  expect(seen.slice(-3)).toEqual(['three is begun', 'three is written', 'three is released']);
});

it('wait in a bounded number: of others there is none', async () => {
  for (let number = 0; number <= WAITING_MAX + 1; number += 1) add(String(number));

  expect(seen).toEqual(['0 is begun', `${WAITING_MAX + 1} is released`]);
  disk.resolve();
  await settled();
  expect(seen.filter((one) => one.endsWith('written'))).toHaveLength(WAITING_MAX + 1);
});

it('are not begun once what they are copies of is gone', async () => {
  add('one');
  add('two');
  copies.clear();

  expect(seen).toEqual(['one is begun', 'two is released']);
  disk.resolve();
  await settled();
  expect(seen.slice(2)).toEqual(['one is written', 'one is released']);
});

it('are of something that gives way in memory only afterwards', async () => {
  const forgotten: string[] = [];
  const memory = new ByteCache<string>({ bytesMax: 1, sizeOf: () => 1, onDropped: (one) => void forgotten.push(one) });
  const first = await memory.acquire('first', async () => 'first');
  copies.add(first, () => disk.promise);

  (await memory.acquire('second', async () => 'second'))[Symbol.dispose]();
  await settled();
  expect([memory.has('first'), forgotten]).toEqual([false, []]);
  disk.resolve();
  await settled();
  expect(forgotten).toEqual(['first']);
});
