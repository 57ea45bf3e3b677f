import { describe, expect, it } from 'vitest';
import { type Queued, S3Fifo } from './s3-fifo.ts';

const MAX = 100;

function aStage() {
  const gone: string[] = [];
  const queue = new S3Fifo<Queued>(MAX, ({ name }) => gone.push(name));
  const entries = new Map<string, Queued>();
  const add = (name: string, bytes = 10) => {
    const entry = { name, bytes, uses: 0, isMain: false };
    entries.set(name, entry);
    queue.add(entry);
    return entry;
  };
  const has = (name: string) => entries.has(name) && !gone.includes(name);
  /** Adds so many that are never used again. */
  const pass = (count: number, from = 0) => {
    for (let at = from; at < from + count; at += 1) add(`once ${at}`);
  };
  return { queue, gone, add, has, pass };
}

describe('entries that take more memory than there is', () => {
  it('leave in the order in which they came', () => {
    const { queue, gone, pass } = aStage();
    pass(13);

    expect(gone).toEqual(['once 0', 'once 1', 'once 2']);
    expect([queue.bytes, queue.size]).toEqual([MAX, 10]);
  });

  it('stay when they were used, however many come that are not', () => {
    const { queue, has, add, pass } = aStage();
    const used = ['a', 'b', 'c'].map((name) => add(name));
    for (const entry of used) queue.use(entry);

    pass(1_000);

    expect(['a', 'b', 'c', 'once 990', 'once 999'].map(has)).toEqual([true, true, true, false, true]);
  });

  it('leave the main queue when others are used instead', () => {
    const { queue, has, add } = aStage();
    queue.use(add('old'));
    for (let at = 0; at < 30; at += 1) queue.use(add(`new ${at}`));

    expect(has('old')).toBe(false);
  });

  it('stay longer in the main queue for each use', () => {
    const { queue, has, add } = aStage();
    queue.use(add('once'));
    const often = add('often');
    queue.use(often);
    for (let at = 0; at < 9; at += 1) queue.use(add(`new ${at}`));
    queue.use(often);
    for (let at = 9; at < 18; at += 1) queue.use(add(`new ${at}`));

    expect([has('often'), has('once')]).toEqual([true, false]);
  });

  it('find their place again when they come back soon', () => {
    const { add, has, pass } = aStage();
    pass(11);
    expect(has('once 0')).toBe(false);
    const back = add('once 0');

    expect(back.isMain).toBe(true);
    pass(100, 100);
    expect(has('once 110')).toBe(false);
    expect(back.isMain).toBe(true);
  });

  it('find it too when they were taken out while in use', () => {
    const { queue, add } = aStage();
    const [used, unused] = [add('used'), add('unused')];
    queue.use(used);
    for (const entry of [used, unused]) queue.delete(entry);

    expect([add('used').isMain, add('unused').isMain]).toEqual([true, false]);
  });

  it('count what they grow by, and give all of it back', () => {
    const { queue, add, gone } = aStage();
    const entry = add('a');
    queue.grow(entry, 25);
    expect(queue.bytes).toBe(35);
    queue.delete(entry);
    queue.delete(entry);
    queue.grow(entry, 25);
    expect([queue.bytes, gone]).toEqual([0, []]);

    queue.grow(add('b'), MAX);
    expect([queue.bytes, gone]).toEqual([0, ['b']]);
    add('c');
    queue.clear();
    expect([queue.bytes, queue.size]).toEqual([0, 0]);
  });
});
