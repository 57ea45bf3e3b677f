import { byId, h } from '../shared/elements.js';
import { sentenceOf } from '../shared/trouble.js';
import { day, moment, number, reais, t } from '../shared/words.js';

const isOver = ({ endsAt }) => endsAt !== null && new Date(endsAt) <= new Date();
const isUsedUp = ({ maxUses, uses }) => maxUses !== null && uses >= maxUses;

function stateOf(coupon) {
  if (isOver(coupon)) return 'ended';
  if (!coupon.isActive) return 'paused';
  if (isUsedUp(coupon)) return 'usedUp';
  return new Date(coupon.startsAt) > new Date() ? 'scheduled' : 'active';
}

/** What it takes off, and of what. */
function termsOf({ discountPercent, discountCents, maxDiscountCents, minOrderCents }) {
  const amount = discountPercent === null ? reais(discountCents) : `${number(discountPercent)} %`;
  return [
    t('coupon.off', { amount }),
    maxDiscountCents !== null && t('coupon.atMost', { amount: reais(maxDiscountCents) }),
    minOrderCents !== null && t('coupon.from', { amount: reais(minOrderCents) }),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The last day is the one in which it ends. */
function datesOf(coupon) {
  const { startsAt, endsAt } = coupon;
  if (endsAt === null) return t('coupon.since', { from: day(startsAt) });
  if (isOver(coupon)) return t('coupon.over', { at: moment(endsAt) });
  return t('coupon.between', { from: day(startsAt), to: day(new Date(endsAt).getTime() - 1) });
}

const usesOf = ({ uses, maxUses }) =>
  maxUses === null
    ? t('coupon.uses', { uses: number(uses) })
    : t('coupon.usesOf', { uses: number(uses), max: number(maxUses) });

const action = (key, { code }, run) =>
  h(
    'button',
    { type: 'button', class: 'quiet', 'data-action': key, 'aria-label': t(`action.${key}Of`, { code }), click: run },
    t(`action.${key}`),
  );

function cardOf(coupon, actions) {
  const state = stateOf(coupon);
  return h(
    'li',
    { class: 'card' },
    h(
      'div',
      { class: 'head' },
      h('h3', { id: `coupon-${coupon.id}`, tabindex: -1 }, coupon.code),
      h('span', { class: `state ${state === 'active' ? 'good' : ''}` }, t(`state.${state}`)),
    ),
    h('p', {}, termsOf(coupon)),
    h('p', { class: 'soft small' }, `${t(`bears.${coupon.funder}`)} · ${datesOf(coupon)}`),
    h('p', { class: 'uses' }, usesOf(coupon)),
    h('div', { class: 'row' }, actions),
  );
}

/** Coupons, newest first, and what can be done about them. */
export function mountList({ api, say }) {
  const which = byId('which');
  let coupons = [];
  let next = null;
  let asked = null;

  async function run(task) {
    byId('trouble').textContent = '';
    try {
      await task();
    } catch (error) {
      byId('trouble').textContent = sentenceOf(error);
    }
  }

  /** Its card stays where it is, and so does the focus. */
  async function change(coupon, limits, done) {
    const changed = await api.updateCoupon(coupon.id, limits);
    coupons = coupons.map((one) => (one.id === changed.id ? changed : one));
    show();
    byId(`coupon-${changed.id}`).focus();
    say(t(done, changed));
  }

  const end = (coupon) => {
    if (confirm(t('action.sure', coupon)))
      void run(() => change(coupon, { endsAt: new Date().toISOString() }, 'action.ended'));
  };

  function actionsOf(coupon) {
    if (isOver(coupon)) return [];
    const { isActive } = coupon;
    const toggle = () =>
      void run(() => change(coupon, { isActive: !isActive }, isActive ? 'action.paused' : 'action.resumed'));
    // One that has not begun has nothing to end: it is paused.
    const hasBegun = new Date(coupon.startsAt) < new Date();
    return [
      action(isActive ? 'pause' : 'resume', coupon, toggle),
      hasBegun && action('end', coupon, () => end(coupon)),
    ];
  }

  function show() {
    const none = h('li', { class: 'soft' }, t('list.none'));
    byId('coupons').replaceChildren(
      ...(coupons.length > 0 ? coupons.map((coupon) => cardOf(coupon, actionsOf(coupon))) : [none]),
    );
    byId('more').hidden = next === null;
  }

  /** Of what was chosen last: the responses may come in another order. */
  async function read(cursor) {
    const current = (asked = Symbol('read'));
    const page = await api.coupons({
      ...(which.value && { isActive: which.value === 'true' }),
      ...(cursor && { cursor }),
    });
    if (asked !== current) return;
    coupons = [...(cursor ? coupons : []), ...page.coupons];
    next = page.nextCursor;
    show();
  }

  const load = () => run(() => read());
  which.addEventListener('change', () => void load());
  byId('more').addEventListener('click', () => void run(() => read(next)));
  return { show, load };
}
