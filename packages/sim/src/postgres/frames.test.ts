import { describe, expect, it } from 'vitest';
import { frame, lockWaitOf } from './frames.ts';

const said = (severity: string, message: string) => ({
  type: 'N',
  bytes: frame('N', Buffer.from(`S${severity}\0V${severity}\0C00000\0M${message}\0\0`)),
});

describe('a wait for a lock', () => {
  it.each([
    ['process 7 still waiting for ShareLock on transaction 9 after 1.006 ms', 'waits'],
    ['process 7 acquired ShareLock on transaction 9 after 12.345 ms', 'stopped'],
  ])('is what the session says: %s', (message, expected) => {
    expect(lockWaitOf(said('LOG', message))).toBe(expected);
  });

  it('is nothing else that it says', () => {
    expect(lockWaitOf(said('WARNING', 'there is no transaction in progress'))).toBeNull();
    expect(lockWaitOf({ type: 'Z', bytes: frame('Z', Buffer.from('I')) })).toBeNull();
  });
});
