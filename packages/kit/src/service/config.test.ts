import { describe, expect, it } from '@jest/globals';
import { isPooled, sessionUrl } from './config.ts';

const DATABASE_URL = 'postgres://pool/orders';

describe('the database', () => {
  it('is reached by one address, unless sessions have their own', () => {
    expect(sessionUrl({ DATABASE_URL })).toBe(DATABASE_URL);
    expect(isPooled({ DATABASE_URL })).toBe(false);
  });

  it('is behind a pool when sessions have another address', () => {
    const config = { DATABASE_URL, DATABASE_SESSION_URL: 'postgres://server/orders' };

    expect(sessionUrl(config)).toBe('postgres://server/orders');
    expect(isPooled(config)).toBe(true);
  });
});
