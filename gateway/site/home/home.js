import { ApiProblem, connect } from '../shared/api.js';
import { productCard, storeAddress } from '../shared/cards.js';
import { byId, h } from '../shared/elements.js';
import { mountHeader } from '../shared/header.js';
import { storeImage } from '../shared/images.js';
import { readLinks } from '../shared/links.js';
import { addWords, onLanguage, t } from '../shared/words.js';
import { WORDS } from './words.js';

const SHOWCASE_MAX = 3;
const EMPTY = { bestsellers: { products: [] }, featuredArtists: { artists: [] } };

addWords(WORDS);
mountHeader('home');

async function readHome() {
  try {
    return await connect().home();
  } catch (error) {
    byId('trouble').textContent = error instanceof ApiProblem ? error.message : String(error);
    return EMPTY;
  }
}

/** Spread through the list, as those beside each other are often of one artwork; each of another kind, while there are any. */
function variedOf(products) {
  const shown = [];
  for (let at = 0; at < Math.min(SHOWCASE_MAX, products.length); at += 1) {
    const from = Math.floor((at * products.length) / SHOWCASE_MAX);
    const left = [...products.slice(from), ...products.slice(0, from)].filter((product) => !shown.includes(product));
    const isNew = ({ productTypeName }) => shown.every((other) => other.productTypeName !== productTypeName);
    shown.push(left.find(isNew) ?? left[0]);
  }
  return shown;
}

/** A third of the right column each, as `home.css` lays them out. */
const SHOWN_AS = '(max-width: 48rem) 33vw, 15rem';

const shown = ({ thumbnailUrl: url, thumbnailSizes: sizes, title: alt }) =>
  storeImage({ url, sizes, shownAs: SHOWN_AS, alt, width: 450, height: 600 });

const nothingYet = () => h('p', { class: 'note' }, t('home.empty'));

const store = (artist) =>
  h(
    'a',
    { class: 'store card', href: storeAddress(artist.slug) },
    h(
      'div',
      { class: 'cover' },
      artist.coverUrl && h('img', { src: artist.coverUrl, alt: '', loading: 'lazy', width: 800, height: 200 }),
    ),
    h(
      'div',
      { class: 'store-name' },
      artist.avatarUrl &&
        h('img', { class: 'avatar', src: artist.avatarUrl, alt: '', loading: 'lazy', width: 56, height: 56 }),
      h(
        'div',
        {},
        h('strong', {}, artist.name),
        h(
          'p',
          { class: 'soft small' },
          t('home.store', { products: artist.productCount, designs: artist.designCount }),
        ),
      ),
    ),
  );

const around = () =>
  [
    ['home.studio', '/studio'],
    ['home.ledger', '/studio/ledger'],
    ['home.finance', '/studio/finance'],
    ['home.coupons', '/studio/coupons'],
    ['home.docs', '/docs'],
    ['home.json', '/openapi.json'],
    ['home.sandbox', links.sandboxUrl],
    ['home.mail', links.mailUrl],
  ]
    .filter(([, href]) => href)
    .map(([name, href]) =>
      h('a', { class: 'card', href }, h('strong', {}, t(name)), h('p', { class: 'soft small' }, t(`${name}.what`))),
    );

const login = ({ role, email, password }) =>
  h(
    'div',
    { class: 'card' },
    h('dt', {}, t(role)),
    h('dd', {}, h('code', {}, email)),
    h('dd', {}, h('code', {}, password)),
  );

const [links, home] = await Promise.all([readLinks(), readHome()]);
onLanguage(() => {
  const { products } = home.bestsellers;
  byId('showcase').replaceChildren(...variedOf(products).map(shown));
  byId('stores').replaceChildren(...home.featuredArtists.artists.map(store));
  byId('products').replaceChildren(...(products.length > 0 ? products.map(productCard) : [nothingYet()]));
  byId('around').replaceChildren(...around());
  byId('logins').replaceChildren(...links.logins.map(login));
});
