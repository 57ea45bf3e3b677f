import { h } from './elements.js';

const sized = (url, size, format) => url.replace(/\.webp(?=\?|$)/, `-${size}.${format}`);
const srcset = (url, sizes, format) => sizes.map((size) => `${sized(url, size, format)} ${size}w`).join(', ');

/**
 * An image of the store that loads the narrowest of its copies that is sharp where it stands: AVIF, else WebP.
 *
 * @param {string} url of the image itself
 * @param {number[] | undefined} sizes as the API names them; without any the image itself is loaded
 * @param {string} shownAs how wide it is shown, as the `sizes` of HTML
 */
export function storeImage({ url, sizes = [], shownAs, ...attributes }) {
  const widest = sizes.at(-1);
  if (widest === undefined) return h('img', { ...attributes, src: url });
  return h(
    'picture',
    {},
    h('source', { type: 'image/avif', sizes: shownAs, srcset: srcset(url, sizes, 'avif') }),
    h('img', {
      ...attributes,
      sizes: shownAs,
      srcset: srcset(url, sizes, 'webp'),
      src: sized(url, widest, 'webp'),
    }),
  );
}
