import { expect, it } from 'vitest';
import { LocalRelay } from './local-relay.ts';

it('wakes the relay that runs here, for as long as it does', () => {
  const woken: string[] = [];
  const relay = new LocalRelay();
  relay.wake();
  expect(relay.isHere).toBe(false);

  const first = relay.runs(() => void woken.push('first'));
  relay.wake();
  const second = relay.runs(() => void woken.push('second'));
  first[Symbol.dispose]();
  relay.wake();
  expect([relay.isHere, woken]).toEqual([true, ['first', 'second']]);

  second[Symbol.dispose]();
  relay.wake();
  expect([relay.isHere, woken.length]).toEqual([false, 2]);
});

it('is here only with all of its lanes, and wakes those that are', () => {
  const woken: number[] = [];
  const relay = new LocalRelay();
  const run = (index: number) => relay.runs(() => void woken.push(index), { index, of: 2 });
  const second = run(1);
  relay.wake();
  expect([relay.isHere, woken]).toEqual([false, [1]]);

  const first = run(0);
  relay.wake();
  expect([relay.isHere, woken.length]).toEqual([true, 3]);
  first[Symbol.dispose]();
  expect(relay.isHere).toBe(false);
  second[Symbol.dispose]();
});
