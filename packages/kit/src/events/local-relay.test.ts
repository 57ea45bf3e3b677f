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
