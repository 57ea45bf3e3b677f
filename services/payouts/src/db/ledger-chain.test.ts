import { describe, expect, it } from 'vitest';
import { BEFORE_FIRST, type Block, hashOf, isUnbroken } from './ledger-chain.ts';

const block = (number: number, previousHash: Buffer, lines: readonly string[]): Block => ({
  number,
  previousHash,
  hash: hashOf(previousHash, lines),
  transfers: lines.length,
  lines,
});
const FIRST = block(1, BEFORE_FIRST.hash, ['one', 'two']);
const SECOND = block(2, FIRST.hash, ['three']);

describe('the chain of blocks', () => {
  it('is unbroken from its beginning on', () => {
    expect([isUnbroken(FIRST, BEFORE_FIRST), isUnbroken(SECOND, FIRST)]).toEqual([true, true]);
    expect(FIRST.hash.toString('hex')).toBe('79cfb208054cb21a6324e123a3f58373eeee6d45bde3a4e4f1c650689aa5d008');
  });

  it.each<[string, Block, Pick<Block, 'number' | 'hash'>]>([
    ['a transfer was changed', { ...SECOND, lines: ['three!'] }, FIRST],
    ['one was removed', { ...SECOND, lines: [] }, FIRST],
    ['one was added', { ...SECOND, lines: ['three', 'four'] }, FIRST],
    ['the hash was made anew of other transfers', block(2, FIRST.hash, ['four']), { ...FIRST, hash: SECOND.hash }],
    ['the one before was replaced', SECOND, block(1, BEFORE_FIRST.hash, ['one', '2'])],
    ['one is missing before', { ...SECOND, number: 3 }, FIRST],
    ['it says another number of transfers', { ...SECOND, transfers: 2 }, FIRST],
  ])('is broken where %s', (_case, changed, before) => {
    expect(isUnbroken(changed, before)).toBe(false);
  });
});
