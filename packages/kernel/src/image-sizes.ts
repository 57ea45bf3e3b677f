/** An object of public storage, as it is served. */
type StoredImage = { key: string; contentType: 'image/webp' | 'image/avif' };

/** Widths in pixels of the copies beside an image; each in both formats. Other widths need another mark in the name. */
const WIDTHS_PX = [400, 800] as const;
const FORMATS = ['webp', 'avif'] as const;

const WEBP = '.webp';
/** The mark of an image that has copies beside it: how wide it is itself. */
const WIDTH = /-w(\d+)\.webp$/;
const COPY = /^(.+-w\d+)-\d+\.(?:webp|avif)$/;

/** What a WebP of this width is called that has its copies beside it. */
export const nameWithSizes = (name: string, widthPx: number): string => `${name}-w${widthPx}${WEBP}`;

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

/** All objects of an image: itself, then its copies, narrowest first, each as WebP and as AVIF. */
export function objectsOfImage(key: string): StoredImage[] {
  const copies = imageSizes(key).flatMap((size) =>
    FORMATS.map((format) => ({
      key: `${key.slice(0, -WEBP.length)}-${size}.${format}`,
      contentType: `image/${format}` as const,
    })),
  );
  return [{ key, contentType: 'image/webp' }, ...copies];
}

/** Whose copy an object is; itself where it is no copy. */
export function imageOfObject(key: string): string {
  const [, name] = COPY.exec(key) ?? [];
  const image = `${name}${WEBP}`;
  return name !== undefined && objectsOfImage(image).some((object) => object.key === key) ? image : key;
}

const withoutQuery = (key: string): string => key.split('?')[0]!;
