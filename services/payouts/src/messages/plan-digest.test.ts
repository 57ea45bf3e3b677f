import { expect, it } from 'vitest';
import { planDigest } from './plan-digest.ts';

const PLANNED = { sellerProfileId: 'seller', amountCents: 2_000, itemCount: 1, pixKeyId: 'key' };

it('is another one where anything that is paid is another', () => {
  const changes = [{}, { amountCents: 2_001 }, { pixKeyId: 'other' }, { sellerProfileId: 'other' }];
  const digests = changes.map((change) => planDigest({ paid: [{ ...PLANNED, ...change }] }));

  expect(new Set(digests).size).toBe(changes.length);
});
