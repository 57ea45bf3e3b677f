import { expect, it } from 'vitest';
import { checkedType } from './profile-image.ts';

it.each(['avatar', 'banner'] as const)('an %s can be shown', (type) => {
  expect(checkedType(type)).toBe(type);
});

it('nothing else can', () => {
  const field = { path: 'type', code: 'invalid_value', message: 'must be avatar or banner' };

  expect(() => checkedType('logo')).toThrow(
    expect.objectContaining({ kind: 'invalid', reason: 'validation_failed', details: { fields: [field] } }),
  );
});
