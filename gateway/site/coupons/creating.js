import { ApiProblem } from '../shared/api.js';
import { byId, h } from '../shared/elements.js';
import { sentenceOf } from '../shared/trouble.js';
import { hasWords, t } from '../shared/words.js';

const CENTS = 100;
const PERCENT_MAX = 100;
const DAY_MS = 24 * 3_600_000;

const centsOf = (reais) => (reais === '' ? null : Math.round(Number(reais) * CENTS));

/** When a day begins where the marketplace is. */
const startOf = (day) => new Date(`${day}T00:00:00-03:00`);

/** What the API takes of the form. The last day counts to its end. */
function couponOf({ code, funder, kind, discount, maxDiscountCents, minOrderCents, maxUses, startsAt, endsAt }) {
  const isShare = kind.value === 'percent';
  return {
    code: code.value,
    funder: funder.value,
    ...(isShare ? { discountPercent: Number(discount.value) } : { discountCents: centsOf(discount.value) }),
    maxDiscountCents: isShare ? centsOf(maxDiscountCents.value) : null,
    minOrderCents: centsOf(minOrderCents.value),
    maxUses: maxUses.value === '' ? null : Number(maxUses.value),
    startsAt: startsAt.value === '' ? null : startOf(startsAt.value).toISOString(),
    endsAt: endsAt.value === '' ? null : new Date(startOf(endsAt.value).getTime() + DAY_MS).toISOString(),
  };
}

/** The form's field for one of the API's. */
const FIELDS = { discountPercent: 'discount', discountCents: 'discount' };
const fieldOf = (path) => FIELDS[path] ?? path;

const wrong = ({ path, code, message }) => {
  const words = `wrong.${path}.${code}`;
  return `${t(`coupon.${fieldOf(path)}`)}: ${hasWords(words) ? t(words) : message}`;
};

/** The form for a new coupon, of those who bear it that the caller may name. */
export function mountCreating({ api, say, funders, onCreated }) {
  const form = byId('create');
  const fields = form.elements;

  function show() {
    const chosen = fields.funder.value || funders[0];
    fields.funder.replaceChildren(...funders.map((one) => h('option', { value: one }, t(`funder.${one}`))));
    fields.funder.value = chosen;
    fields.funder.parentElement.hidden = funders.length <= 1;
    showKind();
  }

  function showKind() {
    const isShare = fields.kind.value === 'percent';
    fields.maxDiscountCents.parentElement.hidden = !isShare;
    fields.maxDiscountCents.disabled = !isShare;
    if (isShare) fields.discount.max = PERCENT_MAX;
    else fields.discount.removeAttribute('max');
  }

  /** Says what is wrong, and goes to the first field of it. */
  function fail(error) {
    const isOf = (code) => error instanceof ApiProblem && error.code === code;
    const problems = isOf('validation_failed') ? error.fields : [];
    byId('create-trouble').textContent = problems.length > 0 ? problems.map(wrong).join(' · ') : sentenceOf(error);
    const paths = isOf('already_exists') ? ['code'] : problems.map(({ path }) => fieldOf(path));
    const inputs = paths.map((path) => fields[path]).filter(Boolean);
    for (const input of inputs) input.setAttribute('aria-invalid', 'true');
    inputs[0]?.focus();
  }

  async function create(event) {
    event.preventDefault();
    const button = form.querySelector('button');
    button.disabled = true;
    byId('create-trouble').textContent = '';
    for (const input of form.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid');
    try {
      const { code } = await api.createCoupon(couponOf(fields));
      form.reset();
      show();
      await onCreated();
      say(t('create.done', { code }));
    } catch (error) {
      fail(error);
    } finally {
      button.disabled = false;
    }
  }

  form.addEventListener('submit', (event) => void create(event));
  fields.kind.addEventListener('change', showKind);
  return { show };
}
