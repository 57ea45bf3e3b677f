import { describe, expect, it } from 'vitest';
import { type Claim, Slots } from './slots.ts';

const LIMITS = { atOnceMax: 8, bytesMax: 100, perOwnerMax: 2, waitingMax: 4, waitingPerOwnerMax: 3, waitMaxMs: 60_000 };

/** Work that goes on until it is told to end; `begun` names what has begun, in order. */
function workshop(limits: Partial<typeof LIMITS> = {}) {
  const slots = new Slots({ ...LIMITS, ...limits });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, claim: Partial<Claim> & { bytes?: number } = {}) => {
    const { bytes = 10, ...rest } = claim;
    const asked = slots.run({ owner: name, weigh: () => bytes, signal: null, ...rest }, () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
    // Who still waits at the end of a test is rejected after it, when nobody listens any more.
    asked.catch(() => undefined);
    return asked;
  };
  const end = async (name: string) => {
    ends.get(name)!();
    await new Promise(setImmediate);
  };
  return { slots, begun, ask, end };
}

const settled = () => new Promise(setImmediate);
const BUSY = { kind: 'busy', reason: 'busy' };

describe('Slots', () => {
  it('give out no more bytes than there are, up to the last', async () => {
    const { slots, begun, ask, end } = workshop();
    void ask('a', { bytes: 60 });
    void ask('b', { bytes: 40 });
    void ask('c', { bytes: 1 });
    await settled();
    expect([begun, slots.bytes]).toEqual([['a', 'b'], 100]);

    await end('b');

    expect([begun, slots.bytes]).toEqual([['a', 'b', 'c'], 61]);
    await end('a');
    await end('c');
    expect(slots.bytes).toBe(0);
  });

  it('let what is heavier than all there is run, but alone', async () => {
    const { begun, ask, end } = workshop();
    void ask('light');
    void ask('heavy', { bytes: 1_000 });
    void ask('other');
    await settled();
    expect(begun).toEqual(['light']);

    await end('light');
    expect(begun).toEqual(['light', 'heavy']);
    await end('heavy');
    expect(begun).toEqual(['light', 'heavy', 'other']);
  });

  it('weigh when the slot is given', async () => {
    const { begun, ask, end } = workshop();
    let bytes = 100;
    void ask('first', { bytes: 90 });
    void ask('second', { weigh: () => bytes });
    void ask('third', { bytes: 90 });
    await settled();

    bytes = 5;
    await end('first');

    expect(begun).toEqual(['first', 'second', 'third']);
  });

  it('hold two for one owner, and let others pass meanwhile', async () => {
    const { begun, ask, end } = workshop();
    for (const name of ['a', 'b', 'c']) void ask(name, { owner: 'batch' });
    void ask('preview', { owner: 'other' });
    await settled();
    expect(begun).toEqual(['a', 'b', 'preview']);

    await end('a');
    expect(begun).toEqual(['a', 'b', 'preview', 'c']);
  });

  it('let owners take turns, each with what has waited longest', async () => {
    const { begun, ask, end } = workshop({ bytesMax: 10, waitingMax: 8, waitingPerOwnerMax: 8 });
    for (const name of ['a1', 'a2', 'a3']) void ask(name, { owner: 'a' });
    for (const name of ['b1', 'b2']) void ask(name, { owner: 'b' });
    void ask('c1', { owner: 'c' });

    for (const name of ['a1', 'b1', 'c1', 'a2', 'b2']) {
      await settled();
      await end(name);
    }

    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('give each owner one that takes more than half of the memory, and pass it with what is lighter', async () => {
    const { begun, ask, end } = workshop();
    void ask('a-heavy', { owner: 'a', bytes: 51 });
    void ask('a-next', { owner: 'a', bytes: 51 });
    void ask('a-light', { owner: 'a', bytes: 49 });
    void ask('b-heavy', { owner: 'b', bytes: 51 });
    await settled();
    expect(begun).toEqual(['a-heavy', 'a-light']);

    await end('a-light');
    await end('a-heavy');
    expect(begun).toEqual(['a-heavy', 'a-light', 'b-heavy']);
    await end('b-heavy');
    expect(begun).toEqual(['a-heavy', 'a-light', 'b-heavy', 'a-next']);
  });

  it('hold no more at once than may be, however light', async () => {
    const { begun, ask, end } = workshop({ atOnceMax: 2 });
    for (const name of ['a', 'b', 'c']) void ask(name, { bytes: 1 });
    await settled();
    expect(begun).toEqual(['a', 'b']);

    await end('a');
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  it('turn away who would wait behind too many, in all and of one owner', async () => {
    const { ask } = workshop({ bytesMax: 10 });
    void ask('running');
    for (const name of ['a', 'b', 'c']) void ask(name, { owner: 'same' });

    await expect(ask('d', { owner: 'same' })).rejects.toMatchObject(BUSY);
    void ask('e');
    await expect(ask('f')).rejects.toMatchObject(BUSY);
  });

  it('drop who is not waited for any more, and who has waited too long', async () => {
    const { begun, ask, end } = workshop({ bytesMax: 10 });
    const { signal, abort } = ((controller) => ({ signal: controller.signal, abort: () => controller.abort() }))(
      new AbortController(),
    );
    void ask('running');
    const gone = ask('gone', { signal });
    void ask('next');

    abort();
    await expect(gone).rejects.toMatchObject(BUSY);
    await expect(ask('late', { signal })).rejects.toMatchObject(BUSY);
    await end('running');

    expect(begun).toEqual(['running', 'next']);
    const hurried = workshop({ bytesMax: 10, waitMaxMs: 1 });
    void hurried.ask('running');
    await expect(hurried.ask('late')).rejects.toMatchObject(BUSY);
  });

  it('let those behind pass when a heavy one gives up', async () => {
    const { begun, ask } = workshop();
    const controller = new AbortController();
    void ask('running', { bytes: 50 });
    const heavy = ask('heavy', { bytes: 100, signal: controller.signal });
    void ask('light', { bytes: 50 });
    await settled();
    expect(begun).toEqual(['running']);

    controller.abort();
    await expect(heavy).rejects.toMatchObject(BUSY);

    expect(begun).toEqual(['running', 'light']);
  });

  it('come back after work that failed', async () => {
    const { slots } = workshop();
    const claim = { owner: 'a', weigh: () => 100, signal: null };

    await expect(slots.run(claim, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');

    expect(await slots.run(claim, () => Promise.resolve('fine'))).toBe('fine');
    expect(slots.bytes).toBe(0);
  });
});
