import { h } from './elements.js';
import { storeImage } from './images.js';
import { addWords, reais, t } from './words.js';

addWords({
  pt: { 'card.from': 'a partir de {price}', 'card.gone': 'indisponível' },
  en: { 'card.from': 'from {price}', 'card.gone': 'not available' },
});

/** As `cards.css` lays them out. */
const CARD_WIDTH = '(max-width: 48rem) 50vw, 18rem';

export const storeAddress = (storeSlug) => `/shop?${new URLSearchParams({ store: storeSlug })}`;

export const productAddress = ({ storeSlug, slug }) =>
  `/shop?${new URLSearchParams({ store: storeSlug, product: slug })}`;

/** A product of any list, as a link to where it is bought. */
export function productCard(one) {
  const priceCents = one.priceCents ?? one.minPriceCents;
  return h(
    'a',
    { class: 'product card', href: productAddress(one) },
    storeImage({
      url: one.thumbnailUrl,
      sizes: one.thumbnailSizes,
      shownAs: CARD_WIDTH,
      alt: '',
      loading: 'lazy',
      width: 600,
      height: 600,
    }),
    h('span', { class: 'soft small' }, one.productTypeName),
    h('strong', {}, one.title),
    h('span', { class: 'soft small' }, one.artistName),
    h('span', {}, priceCents == null ? t('card.gone') : t('card.from', { price: reais(priceCents) })),
  );
}
