import { describe, expect, it } from 'vitest';
import { colourImages, imageOfObject, imageSizes, nameWithSizes, objectsOfImage } from './image-sizes.ts';

describe('an image', () => {
  it.each([
    [399, []],
    [400, []],
    [401, [400]],
    [800, [400]],
    [801, [400, 800]],
    [2_400, [400, 800]],
  ])('of %d px has copies that are narrower, and none that is not', (widthPx, sizes) => {
    const key = nameWithSizes('public/a', widthPx);

    expect(imageSizes(key)).toEqual(sizes);
    expect(imageSizes(`${key}?v=0123`)).toEqual(sizes);
  });

  it('from before there were copies has none', () => {
    expect(imageSizes('public/a/0123456789abcdef.webp?v=1')).toEqual([]);
    expect(objectsOfImage('public/a/v2.webp')).toEqual([{ key: 'public/a/v2.webp', contentType: 'image/webp' }]);
  });

  it('comes with its copies in both formats', () => {
    expect(objectsOfImage('public/a-w1600.webp')).toEqual([
      { key: 'public/a-w1600.webp', contentType: 'image/webp' },
      { key: 'public/a-w1600-400.webp', contentType: 'image/webp' },
      { key: 'public/a-w1600-400.avif', contentType: 'image/avif' },
      { key: 'public/a-w1600-800.webp', contentType: 'image/webp' },
      { key: 'public/a-w1600-800.avif', contentType: 'image/avif' },
    ]);
  });
});

describe('an image in colours', () => {
  const key = nameWithSizes('public/a', 500, 3);

  it('stands beside the others, each with its copies', () => {
    const [first, second, third] = colourImages(key);

    expect(first).toBe(key);
    expect(new Set([first, second, third]).size).toBe(3);
    expect(objectsOfImage(key)).toHaveLength(3 * objectsOfImage(nameWithSizes('public/a', 500)).length);
    expect([second, third].map((one) => imageSizes(one!))).toEqual([[400], [400]]);
    expect(objectsOfImage(key).map((object) => imageOfObject(object.key))).toEqual(Array(9).fill(key));
  });

  it('keeps what follows its name', () => {
    expect(colourImages(`${key}?v=0123`).map((one) => one.split('?')[0])).toEqual(colourImages(key));
    expect(colourImages(`${key}?v=0123`).every((one) => one.endsWith('.webp?v=0123'))).toBe(true);
  });

  it('is one where there is one colour', () => {
    expect(nameWithSizes('public/a', 500, 1)).toBe(nameWithSizes('public/a', 500));
    expect(colourImages('public/a-w500.webp?v=1')).toEqual(['public/a-w500.webp?v=1']);
  });

  it('has no more than its name says', () => {
    const beyond = key.replace('colours3', 'colours3.4');

    expect(imageOfObject(beyond)).toBe(beyond);
  });
});

describe('an object', () => {
  it('that is an image or a copy leads to the image', () => {
    const image = 'public/a-w1600.webp';

    expect(objectsOfImage(image).map(({ key }) => imageOfObject(key))).toEqual(Array(5).fill(image));
  });

  it.each(['public/a-w1600-401.webp', 'public/a-w600-800.avif', 'public/a-400.webp', 'private/b-w900-400.png'])(
    'that no image has as a copy, %s, stands for itself',
    (key) => expect(imageOfObject(key)).toBe(key),
  );
});
