import { describe, expect, it } from 'vitest';
import { firstFree, foldText, slugOf } from './slug.ts';

describe('foldText', () => {
  it.each([
    ['Pôr do Sol!', 'por do sol!'],
    ['AÇÃO', 'acao'],
    ['日本', '日本'],
  ])('of %j is %j', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });
});

describe('slugOf', () => {
  it.each([
    ['Pôr do Sol!', 'por-do-sol'],
    ['  Ação & Cia ', 'acao-cia'],
    ['--0123456789', '0123456789'],
    ['0123456789ab', '0123456789'],
    ['012345678 ab', '012345678'],
    ['日本!', ''],
  ])('of %j in ten characters is %j', (text, slug) => {
    expect(slugOf(text, 10)).toBe(slug);
  });
});

describe('firstFree', () => {
  it.each([
    ['fox', [], 'fox'],
    ['fox', ['fox', 'fox-2', 'fox-4'], 'fox-3'],
    ['fox-', ['fox-'], 'fox--2'],
    ['12345678', ['12345678'], '12345678-2'],
    ['123456789', ['123456789'], '12345678-2'],
    ['1234567-90', ['1234567-90'], '1234567-2'],
  ])('of %s when %j are taken is %s', (name, taken, free) => {
    expect(firstFree(name, (candidate) => new Set<string>(taken).has(candidate), 10)).toBe(free);
  });
});
