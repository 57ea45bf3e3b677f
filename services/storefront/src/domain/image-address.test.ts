import { describe, expect, it } from 'vitest';
import { imageAddress, withAddresses } from './image-address.ts';

const shown = (value: unknown, cdnUrl = 'https://cdn.example') =>
  JSON.parse(withAddresses(JSON.stringify(value), cdnUrl)) as unknown;

describe('withAddresses', () => {
  it('replaces all keys on a page by addresses', () => {
    const page = {
      thumbnailUrl: imageAddress('public/a.webp?v=1'),
      images: [{ url: imageAddress('public/b.webp') }],
    };

    expect(shown(page)).toEqual({
      thumbnailUrl: 'https://cdn.example/public/a.webp?v=1',
      images: [{ url: 'https://cdn.example/public/b.webp' }],
    });
  });

  it('leaves a page valid JSON before its addresses are filled in', () => {
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

  it('accepts keys and base addresses that contain JSON or replacement syntax', () => {
    expect(shown([imageAddress(String.raw`a"b\c/$&`)], 'https://cdn.example/$&')).toEqual([
      String.raw`https://cdn.example/$&/a"b\c/$&`,
    ]);
  });
});
