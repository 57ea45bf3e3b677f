import { ApiProblem } from '../shared/api.js';
import { byId, h } from '../shared/elements.js';
import { mountHeader } from '../shared/header.js';
import { readLinks } from '../shared/links.js';
import { mountSignIn } from '../shared/sign-in.js';
import { sentenceOf } from '../shared/trouble.js';
import { addWords, hasWords, moment, onLanguage, reais, t } from '../shared/words.js';
import { continued, reasonKeyOf, REASONS } from './reasons.js';
import { WORDS } from './words.js';

const NUMBER = /^\d{1,15}$/;
const NOT_AN_ORDER = [400, 404];

addWords(WORDS);
addWords(REASONS);
mountHeader('ledger');

let api = null;
let wanted = new URLSearchParams(location.search).get('order') ?? '';
let explained = null;

function reasonOf(transfer) {
  const found = reasonKeyOf(transfer, hasWords);
  if (!found) return transfer.reason;
  return found.isCorrection ? t('reason.corrected', { reason: continued(t(found.key)) }) : t(found.key);
}

const nameOf = (account) => (hasWords(`account.${account}`) ? t(`account.${account}`) : account);
const kindOf = (kind) => (hasWords(`kind.${kind}`) ? t(`kind.${kind}`) : kind);

const line = (title, detail, cents) =>
  h(
    'li',
    {},
    h('div', {}, h('p', {}, title), h('p', { class: 'soft small' }, detail)),
    h('span', { class: 'amount' }, reais(cents)),
  );

const transferLine = (transfer) => {
  const [debit, credit] = [continued(nameOf(transfer.debit)), continued(nameOf(transfer.credit))];
  return line(reasonOf(transfer), t('ledger.move', { debit, credit }), transfer.amountCents);
};

/** What was posted at once, of one kind. */
const transaction = (transfers) => {
  const [{ kind, postedAt }] = transfers;
  return h(
    'li',
    { class: 'card' },
    h(
      'div',
      {},
      h('h3', {}, kindOf(kind)),
      h('p', { class: 'soft small' }, h('time', { datetime: postedAt }, moment(postedAt))),
    ),
    h('ul', { class: 'lines' }, transfers.map(transferLine)),
  );
};

const accountLine = ({ name, debitCents, creditCents, balanceCents }) =>
  line(nameOf(name), t('ledger.sides', { debit: reais(debitCents), credit: reais(creditCents) }), balanceCents);

function show() {
  document.title = `${t('ledger.title')} · Estampa`;
  byId('search').hidden = api === null;
  byId('explained').hidden = explained === null;
  if (!explained) return;
  const { title, transfers, accounts, incompleteAccounts } = explained;
  const together = Map.groupBy(transfers, ({ transactionId, kind }) => `${transactionId} ${kind}`);
  byId('order-title').textContent = t('ledger.explained', { order: title });
  byId('transactions').replaceChildren(...[...together.values()].map(transaction));
  byId('accounts').replaceChildren(...accounts.map(accountLine));
  const debitCents = accounts.reduce((sum, account) => sum + account.debitCents, 0);
  document.querySelector('[data-t="ledger.balanced"]').textContent = t('ledger.balanced', { debit: reais(debitCents) });
  byId('incomplete').hidden = incompleteAccounts.length === 0;
  byId('incomplete').textContent = t('ledger.incomplete', { accounts: incompleteAccounts.map(nameOf).join(', ') });
}

/** People know the number of an order, other pages its id. */
async function idOf(order) {
  if (!NUMBER.test(order)) return order;
  const { orders } = await api.searchOrders(order);
  return orders.find(({ orderNumber }) => String(orderNumber) === order)?.id;
}

async function explain() {
  explained = null;
  byId('trouble').textContent = '';
  try {
    const orderId = await idOf(wanted);
    if (orderId) explained = { title: wanted, ...(await api.explainOrder(orderId)) };
    else byId('trouble').textContent = t('ledger.none');
  } catch (error) {
    const isNone = error instanceof ApiProblem && NOT_AN_ORDER.includes(error.status);
    byId('trouble').textContent = isNone ? t('ledger.none') : sentenceOf(error);
  }
  show();
}

byId('search').addEventListener('submit', (event) => {
  event.preventDefault();
  wanted = byId('search').elements.order.value.trim();
  history.replaceState(null, '', `?order=${encodeURIComponent(wanted)}`);
  void explain().then(() => explained && byId('order-title').focus());
});
byId('search').elements.order.value = wanted;
onLanguage(show);
const { logins } = await readLinks();
mountSignIn(document.querySelector('[data-session]'), {
  roles: ['admin'],
  logins,
  async onSession(session) {
    api = session;
    if (wanted) await explain();
    else show();
  },
});
