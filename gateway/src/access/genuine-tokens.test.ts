import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { GenuineTokens } from './genuine-tokens.ts';

const NOW = 1_000_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }));
afterEach(() => void vi.useRealTimers());

const session = (expiresAt: number) => ({ id: 'a-session', kid: 'a-key', expiresAt });

it('tokens leave once they have expired and another comes', () => {
  const tokens = new GenuineTokens(10);
  tokens.add('first', session(NOW + 1));
  tokens.add('second', session(NOW + 2));
  expect(tokens.size).toBe(2);

  vi.setSystemTime(NOW + 1);
  tokens.add('third', session(NOW + 3));

  expect(['first', 'second', 'third'].map((token) => tokens.get(token) !== undefined)).toEqual([false, true, true]);
  expect(tokens.size).toBe(2);
});

it('the first leaves when there are too many', () => {
  const tokens = new GenuineTokens(2);
  for (const token of ['first', 'second', 'third']) tokens.add(token, session(NOW + 1));

  expect([tokens.get('first'), tokens.size]).toEqual([undefined, 2]);
});
