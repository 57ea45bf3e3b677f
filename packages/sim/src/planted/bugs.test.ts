import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { patched, type SourcePatch } from '../environment/hooks.ts';
import { partOf, PLANTED } from './bugs.ts';

const REPOSITORY = join(import.meta.dirname, '../../../..');

/** `kit/...` is a package, all else a service. */
const sourceOf = ({ file }: SourcePatch): string =>
  readFileSync(join(REPOSITORY, file.startsWith('kit/') ? 'packages' : 'services', file), 'utf8');

describe('a planted bug', () => {
  it.each(Object.entries(PLANTED))('%s fits the sources as they are', (_name, patches) => {
    for (const patch of patches) expect(patched(sourceOf(patch), patch)).not.toBe(sourceOf(patch));
  });

  it.each([
    ['coupon-not-locked', 'coupons'],
    ['invoice-requested-before-it-is-stored', 'invoices'],
    ['invoice-of-refunded-stands', 'invoices'],
    ['order-not-locked', null],
  ])('%s is looked for where it can be found', (name, part) => {
    expect(partOf(name)).toBe(part);
  });

  it('that fits nothing is an error', () => {
    expect(() => patched('const a = 1;', { file: 'a.ts', find: 'const b', replace: '' })).toThrow('does not fit a.ts');
  });
});
