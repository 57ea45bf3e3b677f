import { describe, expect, it } from 'vitest';
import { mustBeActive } from './account.ts';

describe('mustBeActive', () => {
  it('lets an active account in', () => {
    expect(() => mustBeActive('active')).not.toThrow();
  });

  it.each([
    ['suspended', 'account_suspended'],
    ['inactive', 'account_inactive'],
  ] as const)('rejects an account that is %s', (status, reason) => {
    expect(() => mustBeActive(status)).toThrow(expect.objectContaining({ kind: 'unauthenticated', reason }));
  });
});
