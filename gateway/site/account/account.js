import { byId, h, tell } from '../shared/elements.js';
import { mountHeader } from '../shared/header.js';
import { readLinks } from '../shared/links.js';
import { orderState } from '../shared/order-state.js';
import { mountSignIn } from '../shared/sign-in.js';
import { sentenceOf } from '../shared/trouble.js';
import { addWords, day, onLanguage, reais, t } from '../shared/words.js';
import { WORDS } from './words.js';

addWords(WORDS);
mountHeader('account');

let api = null;
let orders = [];
let total = 0;

/** What there is to do now: to pay what is not paid, to follow what was sent, or to read the receipt. */
function ways({ orderNumber: number, paymentStatus, initPoint, shipment, receiptUrl }) {
  if (paymentStatus === 'pending' && initPoint) return [way('account.pay', initPoint, number, 'button')];
  return [
    ...(shipment?.trackingUrl ? [way('account.track', shipment.trackingUrl, number, 'button quiet')] : []),
    ...(receiptUrl ? [way('account.receipt', receiptUrl, number, 'button quiet')] : []),
  ];
}

const way = (key, href, number, kind) =>
  h('a', { class: kind, href, rel: 'noopener', 'aria-label': t(`${key}Order`, { number }) }, t(key));

const item = (order) =>
  h(
    'li',
    { class: 'card order' },
    h(
      'div',
      {},
      h('h3', { tabindex: -1 }, t('account.order', { number: order.orderNumber })),
      h(
        'p',
        { class: 'soft small' },
        h('time', { datetime: order.createdAt }, day(order.createdAt)),
        ` · ${orderState(order)}`,
      ),
    ),
    h('span', { class: 'amount' }, reais(order.totalCents)),
    h('div', { class: 'row ways' }, ways(order)),
  );

function show() {
  document.title = `${t('account.title')} · Estampa`;
  byId('mine').hidden = api === null;
  byId('orders').replaceChildren(...orders.map(item));
  byId('none').hidden = total > 0;
  byId('more').hidden = orders.length >= total;
}

async function readMore() {
  const page = await api.ownOrders(orders.length);
  orders = [...orders, ...page.orders];
  total = page.total;
  show();
}

async function showMore() {
  const first = orders.length;
  byId('trouble').textContent = '';
  byId('more').disabled = true;
  try {
    await readMore();
    byId('orders').children[first]?.querySelector('h3').focus();
  } catch (error) {
    byId('trouble').textContent = sentenceOf(error);
  } finally {
    byId('more').disabled = false;
  }
}

async function sendLink() {
  byId('send-link').disabled = true;
  try {
    await api.requestEmailVerification();
    tell(byId('link-state'), t('account.linkSent'), 'good');
  } catch (error) {
    tell(byId('link-state'), sentenceOf(error), 'bad');
  } finally {
    byId('send-link').disabled = false;
  }
}

byId('send-link').addEventListener('click', () => void sendLink());
byId('more').addEventListener('click', () => void showMore());
onLanguage(show);
const { logins } = await readLinks();
mountSignIn(document.querySelector('[data-session]'), {
  roles: ['customer'],
  logins,
  canSignUp: true,
  async onSession(session, account) {
    api = session;
    byId('unverified').hidden = account.emailVerifiedAt !== null;
    await readMore();
  },
});
