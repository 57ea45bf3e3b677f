import { describe, expect, it } from 'vitest';
import { imageAddress, withAddresses } from './image-address.ts';

const shown = (value: unknown, cdnUrl = 'https://cdn.example') =>
  JSON.parse(withAddresses(JSON.stringify(value), cdnUrl)) as unknown;

describe('withAddresses', () => {
  it('makes addresses of all keys on a page', () => {
    const page = {
      thumbnailUrl: imageAddress('public/a.webp?v=1'),
      images: [{ url: imageAddress('public/b.webp') }],
    };

    expect(shown(page)).toEqual({
      thumbnailUrl: 'https://cdn.example/public/a.webp?v=1',
      images: [{ url: 'https://cdn.example/public/b.webp' }],
    });
  });

  it('keeps a page valid JSON while its addresses are not put in', () => {
    expect(JSON.parse(JSON.stringify({ url: imageAddress('public/a.webp') }))).toEqual({ url: '/public/a.webp' });
  });

  it.each([
    '/public/a',
    String.raw`\/public/a`,
    String.raw`"\/public/a`,
    String.raw`\"\/public/a`,
    String.raw`","url":"\/x`,
    '"/x',
  ])('leaves the text %s as it is, as value and as key', (text) => {
    expect(shown({ [text]: [text, { text }] })).toEqual({ [text]: [text, { text }] });
  });

  it('takes keys and base addresses that hold what JSON or a replacement would read', () => {
    expect(shown([imageAddress(String.raw`a"b\c/$&`)], 'https://cdn.example/$&')).toEqual([
      String.raw`https://cdn.example/$&/a"b\c/$&`,
    ]);
  });
});
