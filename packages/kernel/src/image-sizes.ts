/** An object of public storage, as it is served. */
type StoredImage = { key: string; contentType: 'image/webp' | 'image/avif' };

/** Widths in pixels of the copies beside an image; each in both formats. Other widths need another mark in the name. */
const WIDTHS_PX = [400, 800] as const;
const FORMATS = ['webp', 'avif'] as const;

const WEBP = '.webp';
/** The mark of an image that has copies beside it: how wide it is itself. */
const WIDTH = /-w(\d+)\.webp$/;
const COPY = /^(.+-w\d+)-\d+\.(?:webp|avif)$/;
/** The mark of an image that others stand beside, each showing the product in another colour: how many colours there are. */
const COLOURS = /-colours(\d+)(-w\d+\.webp.*)$/;
const OTHER_COLOUR = /-colours(\d+)\.\d+(-w\d+\.webp)$/;

/** What a WebP of this width is called that has its copies beside it; with the same in other colours, where there are several. */
export const nameWithSizes = (name: string, widthPx: number, colours = 1): string =>
  `${name}${colours > 1 ? `-colours${colours}` : ''}-w${widthPx}${WEBP}`;

/** An image in each of its colours, `?v=` or not: itself, which is the first, and those beside it. */
export function colourImages(key: string): string[] {
  const [, count, end] = COLOURS.exec(key) ?? [];
  if (count === undefined) return [key];
  const beginning = key.replace(COLOURS, `-colours${count}`);
  return Array.from({ length: Number(count) }, (_, at) => (at === 0 ? key : `${beginning}.${at + 1}${end}`));
}

/** The widths that an image this wide has copies in, narrowest first: none is ever made larger than it is. */
export const sizesBelow = (widthPx: number): number[] => WIDTHS_PX.filter((size) => size < widthPx);

/**
 * The widths in pixels of the copies beside an image, narrowest first, by its key alone, `?v=` or not. Whoever names an image with
 * such a key has stored its copies before; keys from before there were copies have none.
 */
export function imageSizes(key: string): number[] {
  const [, widthPx] = WIDTH.exec(withoutQuery(key)) ?? [];
  return widthPx === undefined ? [] : sizesBelow(Number(widthPx));
}

/**
 * All objects of an image: itself, then its copies, narrowest first, each as WebP and as AVIF; and so on for each of its other
 * colours.
 */
export const objectsOfImage = (key: string): StoredImage[] => colourImages(key).flatMap(withCopies);

/** An image in one colour and its copies, narrowest first. */
export function withCopies(key: string): StoredImage[] {
  const copies = imageSizes(key).flatMap((size) =>
    FORMATS.map((format) => ({
      key: `${key.slice(0, -WEBP.length)}-${size}.${format}`,
      contentType: `image/${format}` as const,
    })),
  );
  return [{ key, contentType: 'image/webp' }, ...copies];
}

/** Of which image an object is a copy or another colour; itself where it is neither. */
export function imageOfObject(key: string): string {
  const [, name] = COPY.exec(key) ?? [];
  const image = (name === undefined ? key : `${name}${WEBP}`).replace(OTHER_COLOUR, '-colours$1$2');
  return objectsOfImage(image).some((object) => object.key === key) ? image : key;
}

const withoutQuery = (key: string): string => key.split('?')[0]!;
