import { describe, expect, it } from 'vitest';
import { type Claim, Slots } from './slots.ts';

const LIMITS = { atOnceMax: 8, bytesMax: 100, perOwnerMax: 2, waitingMax: 4, waitingPerOwnerMax: 3, waitMaxMs: 60_000 };

/** Work that goes on until the test ends it; `begun` names what has begun, in order. */
function workshop(limits: Partial<typeof LIMITS> = {}) {
  const slots = new Slots({ ...LIMITS, ...limits });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const request = (name: string, claim: Partial<Claim> & { bytes?: number } = {}) => {
    const { bytes = 10, ...rest } = claim;
    const requested = slots.run({ owner: name, weigh: () => bytes, signal: null, ...rest }, () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
    // Who still waits at the end of a test is rejected after it, when no handler is left.
    requested.catch(() => undefined);
    return requested;
  };
  const end = async (name: string) => {
    ends.get(name)!();
    await new Promise(setImmediate);
  };
  return { slots, begun, request, end };
}

const settled = () => new Promise(setImmediate);
const BUSY = { kind: 'busy', reason: 'busy' };

describe('Slots', () => {
  it('give out no more bytes than there are, up to the last', async () => {
    const { slots, begun, request, end } = workshop();
    void request('a', { bytes: 60 });
    void request('b', { bytes: 40 });
    void request('c', { bytes: 1 });
    await settled();
    expect([begun, slots.bytes]).toEqual([['a', 'b'], 100]);

    await end('b');

    expect([begun, slots.bytes]).toEqual([['a', 'b', 'c'], 61]);
    await end('a');
    await end('c');
    expect(slots.bytes).toBe(0);
  });

  it('let what is heavier than all there is run, but alone', async () => {
    const { begun, request, end } = workshop();
    void request('light');
    void request('heavy', { bytes: 1_000 });
    void request('other');
    await settled();
    expect(begun).toEqual(['light']);

    await end('light');
    expect(begun).toEqual(['light', 'heavy']);
    await end('heavy');
    expect(begun).toEqual(['light', 'heavy', 'other']);
  });

  it('weigh when the slot is given', async () => {
    const { begun, request, end } = workshop();
    let bytes = 100;
    void request('first', { bytes: 90 });
    void request('second', { weigh: () => bytes });
    void request('third', { bytes: 90 });
    await settled();

    bytes = 5;
    await end('first');

    expect(begun).toEqual(['first', 'second', 'third']);
  });

  it('give one owner at most two, and let others pass', async () => {
    const { begun, request, end } = workshop();
    for (const name of ['a', 'b', 'c']) void request(name, { owner: 'batch' });
    void request('preview', { owner: 'other' });
    await settled();
    expect(begun).toEqual(['a', 'b', 'preview']);

    await end('a');
    expect(begun).toEqual(['a', 'b', 'preview', 'c']);
  });

  it('alternate between owners, each with what has waited longest', async () => {
    const { begun, request, end } = workshop({ bytesMax: 10, waitingMax: 8, waitingPerOwnerMax: 8 });
    for (const name of ['a1', 'a2', 'a3']) void request(name, { owner: 'a' });
    for (const name of ['b1', 'b2']) void request(name, { owner: 'b' });
    void request('c1', { owner: 'c' });

    for (const name of ['a1', 'b1', 'c1', 'a2', 'b2']) {
      await settled();
      await end(name);
    }

    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('give each owner one that takes more than half of the memory, and pass it with what is lighter', async () => {
    const { begun, request, end } = workshop();
    void request('a-heavy', { owner: 'a', bytes: 51 });
    void request('a-next', { owner: 'a', bytes: 51 });
    void request('a-light', { owner: 'a', bytes: 49 });
    void request('b-heavy', { owner: 'b', bytes: 51 });
    await settled();
    expect(begun).toEqual(['a-heavy', 'a-light']);

    await end('a-light');
    await end('a-heavy');
    expect(begun).toEqual(['a-heavy', 'a-light', 'b-heavy']);
    await end('b-heavy');
    expect(begun).toEqual(['a-heavy', 'a-light', 'b-heavy', 'a-next']);
  });

  it('run no more at once than allowed, however light', async () => {
    const { begun, request, end } = workshop({ atOnceMax: 2 });
    for (const name of ['a', 'b', 'c']) void request(name, { bytes: 1 });
    await settled();
    expect(begun).toEqual(['a', 'b']);

    await end('a');
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  it('reject a claim behind too many others, in all and of one owner', async () => {
    const { request } = workshop({ bytesMax: 10 });
    void request('running');
    for (const name of ['a', 'b', 'c']) void request(name, { owner: 'same' });

    await expect(request('d', { owner: 'same' })).rejects.toMatchObject(BUSY);
    void request('e');
    await expect(request('f')).rejects.toMatchObject(BUSY);
  });

  it('drop who is not waited for any more, and who has waited too long', async () => {
    const { begun, request, end } = workshop({ bytesMax: 10 });
    const { signal, abort } = ((controller) => ({ signal: controller.signal, abort: () => controller.abort() }))(
      new AbortController(),
    );
    void request('running');
    const gone = request('gone', { signal });
    void request('next');

    abort();
    await expect(gone).rejects.toMatchObject(BUSY);
    await expect(request('late', { signal })).rejects.toMatchObject(BUSY);
    await end('running');

    expect(begun).toEqual(['running', 'next']);
    const hurried = workshop({ bytesMax: 10, waitMaxMs: 1 });
    void hurried.request('running');
    await expect(hurried.request('late')).rejects.toMatchObject(BUSY);
  });

  it('let those behind pass when a heavy one gives up', async () => {
    const { begun, request } = workshop();
    const controller = new AbortController();
    void request('running', { bytes: 50 });
    const heavy = request('heavy', { bytes: 100, signal: controller.signal });
    void request('light', { bytes: 50 });
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
