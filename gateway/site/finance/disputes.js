import { byId, h } from '../shared/elements.js';
import { day, moment, reais, t } from '../shared/words.js';

const NOTE_MAX = 2_000;
/** Within the day that the API names, wherever its reader is. */
const NOON = 'T12:00:00-03:00';

const documentLine = (document, dispute) =>
  h('li', {}, `${t(`document.${document.kind}`)}: `, documentOf(document, dispute));

function documentOf({ kind, text, path }, { orderId }) {
  if (kind === 'receipt') return h('a', { href: path }, t('document.open'));
  if (kind === 'delivery') return moment(text);
  if (kind !== 'order' && kind !== 'payment') return text;
  return h('a', { href: `/studio/ledger?order=${encodeURIComponent(orderId)}` }, text);
}

/** What is known of a dispute. */
function factsOf(dispute) {
  const { state, outcome, respondBy, isRespondByAssumed, documents, missing } = dispute;
  const isOver = state === 'ended';
  const order = t('dispute.order', { order: dispute.orderNumber, amount: reais(dispute.amountCents) });
  const kinds = missing.map((kind) => t(`document.${kind}`)).join(', ');
  const at = { provider: dispute.paymentProvider, payment: dispute.providerPaymentId, at: moment(dispute.openedAt) };
  return [
    h('div', { class: 'head' }, h('h3', {}, order), h('span', {}, t(`dispute.${outcome ?? state}`))),
    !isOver && h('p', { class: 'due' }, t('dispute.by', { day: day(respondBy + NOON) })),
    !isOver && isRespondByAssumed && h('p', { class: 'soft small' }, t('dispute.assumed')),
    h('p', { class: 'soft small' }, t('dispute.at', at)),
    h('p', {}, dispute.reason ? t('dispute.reason', { reason: dispute.reason }) : t('dispute.noReason')),
    h('h4', {}, t('dispute.documents')),
    h(
      'ul',
      { class: 'documents' },
      documents.map((document) => documentLine(document, dispute)),
    ),
    missing.length > 0 && h('p', { class: 'note' }, t('dispute.missing', { kinds })),
  ];
}

/** What a person notes about it. */
const formOf = ({ note, respondedAt, state }, submit) =>
  h(
    'form',
    { submit },
    h('label', {}, t('dispute.note'), h('input', { name: 'note', maxlength: NOTE_MAX, value: note ?? '' })),
    h(
      'label',
      { class: 'check' },
      h('input', {
        name: 'responded',
        type: 'checkbox',
        checked: respondedAt !== null,
        disabled: state === 'ended',
      }),
      t('dispute.isResponded'),
    ),
    h('div', {}, h('button', { class: 'quiet' }, t('dispute.save'))),
  );

/** Disputes, those to be responded to first, with what there is to send. */
export function mountDisputes({ api, run, say }) {
  let disputes = [];

  const saveOf = (dispute) => (event) => {
    event.preventDefault();
    const { note, responded } = event.target.elements;
    void run(() => save(dispute, note.value.trim(), responded.checked));
  };

  function show() {
    const items = disputes.map((dispute) =>
      h('li', { class: 'card' }, factsOf(dispute), formOf(dispute, saveOf(dispute))),
    );
    byId('disputes').replaceChildren(...(items.length > 0 ? items : [h('li', { class: 'soft' }, t('disputes.none'))]));
  }

  async function save(dispute, note, isResponded) {
    const isOver = dispute.state === 'ended';
    await api.updateDispute(dispute.id, { note: note || null, ...(!isOver && { isResponded }) });
    await load();
    say(t('dispute.saved'));
  }

  async function load() {
    ({ disputes } = await api.disputes());
    show();
  }
  return { show, load };
}
