import { describe, expect, it } from 'vitest';
import { headsOf, keyOfHead, type LedgerHead, lostHeads } from './ledger-head.ts';

const head = (number: number, digit: string): LedgerHead => ({ number, hash: digit.repeat(64) });
const [FIRST, SECOND, OTHER] = [head(7, 'a'), head(12, 'b'), head(12, 'c')];
const forgone = (one: LedgerHead): string => keyOfHead(one).replace('heads/', 'forgone/');

describe('the stored heads of the chain', () => {
  it('have their number and hash in their names, which sort by number', () => {
    expect(keyOfHead(FIRST)).toBe(`heads/000000000007-${'a'.repeat(64)}.json`);
    expect(keyOfHead(FIRST) < keyOfHead(SECOND)).toBe(true);
  });

  it.each<[string, string[], LedgerHead[], number]>([
    ['none', [], [], 0],
    ['in their order, each once', [SECOND, FIRST, SECOND].map(keyOfHead), [FIRST, SECOND], 0],
    ['two of one number', [SECOND, OTHER].map(keyOfHead), [SECOND, OTHER], 0],
    ['without what a restore went behind', [keyOfHead(SECOND), forgone(SECOND), keyOfHead(OTHER)], [OTHER], 1],
    ['without what is no head', ['heads/', 'heads/7-xyz.json', 'notes.txt', forgone(FIRST)], [], 0],
  ])('are read from the names: %s', (_case, keys, heads, count) => {
    expect(headsOf(keys)).toEqual({ heads, forgone: count });
  });

  it.each<[string, LedgerHead[], LedgerHead[], LedgerHead[]]>([
    ['they are in the chain', [FIRST, SECOND], [FIRST, SECOND, head(13, 'd')], []],
    ['the chain was cut', [FIRST, SECOND], [FIRST], [SECOND]],
    ['a block was made anew', [FIRST, SECOND], [FIRST, OTHER], [SECOND]],
    ['two say another hash of one block', [SECOND, OTHER], [OTHER], [SECOND]],
  ])('say whether %s', (_case, heads, sealed, lost) => {
    expect(lostHeads(heads, sealed)).toEqual(lost);
  });
});
