import { ApiProblem, connect } from '../shared/api.js';
import { productCard } from '../shared/cards.js';
import { byId, h } from '../shared/elements.js';
import { mountHeader } from '../shared/header.js';
import { readLinks } from '../shared/links.js';
import { mountSignIn } from '../shared/sign-in.js';
import { sentenceOf } from '../shared/trouble.js';
import { addWords, onLanguage, t } from '../shared/words.js';
import { Buying } from './buying.js';
import { WORDS } from './words.js';

const NOT_FOUND = 404;

addWords(WORDS);
mountHeader('shop');

const api = connect();
const wanted = new URLSearchParams(location.search);
const storeSlug = wanted.get('store') ?? '';
const productSlug = wanted.get('product');

let store = null;
let products = [];
let total = 0;
let trouble = null;

function show() {
  byId('trouble').textContent = trouble ? trouble() : '';
  byId('to-home').hidden = trouble === null;
  byId('store').hidden = store === null;
  if (!store) return;
  byId('store-title').textContent = store.storeName;
  byId('bio').textContent = store.bio ?? '';
  byId('counts').textContent = t('shop.counts', { products: total, followers: store.followersCount });
  const empty = h('p', { class: 'note' }, t('shop.empty'));
  byId('products').replaceChildren(...(products.length > 0 ? products.map(productCard) : [empty]));
  byId('on-sale').hidden = false;
  byId('more').hidden = products.length >= total;
}

function showImages({ bannerUrl, avatarUrl }) {
  if (bannerUrl) byId('banner').replaceChildren(h('img', { src: bannerUrl, alt: '', width: 1200, height: 200 }));
  if (avatarUrl) byId('avatar').src = avatarUrl;
  byId('avatar').hidden = !avatarUrl;
}

/** What is not there is told in the page's words, anything else as the API told it. */
function fail(error, key) {
  const isGone = storeSlug === '' || (error instanceof ApiProblem && error.status === NOT_FOUND);
  trouble = () => (isGone ? t(key) : sentenceOf(error));
}

async function readMore() {
  const page = await api.storeProducts(storeSlug, products.length);
  products = [...products, ...page.products];
  total = page.total;
}

async function showMore() {
  const first = products.length;
  byId('more').disabled = true;
  try {
    await readMore();
    show();
    byId('products').children[first]?.focus();
  } catch (error) {
    fail(error, 'shop.none');
    show();
  } finally {
    byId('more').disabled = false;
  }
}

async function showStore() {
  try {
    [store] = await Promise.all([api.store(storeSlug), readMore()]);
    showImages(store);
    document.title = `${store.storeName} · Estampa`;
  } catch (error) {
    fail(error, 'shop.none');
  }
}

async function showProduct() {
  const buying = new Buying();
  try {
    const { title } = await buying.show(storeSlug, productSlug);
    document.title = `${title} · Estampa`;
  } catch (error) {
    return fail(error, 'shop.noProduct');
  }
  const { logins } = await readLinks();
  mountSignIn(byId('buyer').querySelector('[data-session]'), {
    roles: ['customer'],
    logins,
    canSignUp: true,
    onSession: (session) => buying.signedIn(session),
  });
}

byId('more').addEventListener('click', () => void showMore());
await showStore();
if (store && productSlug) await showProduct();
onLanguage(show);
