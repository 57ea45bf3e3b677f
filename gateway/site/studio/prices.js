import { byId, h } from '../shared/elements.js';
import { reais, t } from '../shared/words.js';

const CENTS = 100;
const PERCENT = 100;
/** Rows at once: a product type may have thousands of variants. */
const SHOWN_MAX = 50;
const COLUMNS = ['variant', 'ownPrice', 'earns'];

/** What each variant costs, sells for and earns: at the price of all, unless it is given one of its own. */
export class Prices {
  #productType = null;
  #commonCents = 0;
  #extraCents = 0;
  /** By variant. */
  #own = new Map();
  #onChange;
  #pages = byId('variant-pages');
  #page = this.#pages.querySelector('select');

  /** @param {() => void} onChange told when a variant's own price changes */
  constructor(onChange) {
    this.#onChange = onChange;
    this.#page.addEventListener('change', () => {
      this.show();
      byId('variants').scrollTop = 0;
    });
  }

  choose(productType) {
    this.#productType = productType;
    this.#own.clear();
    const firsts = productType.variants.map((_variant, place) => place).filter((place) => place % SHOWN_MAX === 0);
    this.#page.replaceChildren(...firsts.map((first) => this.#pageFrom(first)));
    this.#pages.hidden = firsts.length <= 1;
  }

  set common(reaisText) {
    this.#commonCents = centsOf(reaisText);
  }

  /** What the surfaces that are printed add to the cost of every variant. */
  set extraCents(cents) {
    this.#extraCents = cents;
  }

  /** As a draft takes them. */
  variants() {
    return this.#productType.variants.map(({ id }) => ({ productVariantId: id, priceCents: this.#centsOf(id) }));
  }

  show() {
    if (!this.#productType) return;
    byId('fee').textContent = feeOf(this.#productType);
    const first = Number(this.#page.value);
    byId('variants').replaceChildren(
      ...COLUMNS.map((name) => h('span', { class: 'soft' }, t(`publish.${name}`))),
      ...this.#productType.variants.slice(first, first + SHOWN_MAX).flatMap((variant) => this.#row(variant)),
    );
  }

  #pageFrom(first) {
    const count = this.#productType.variants.length;
    return h('option', { value: first }, `${first + 1}–${Math.min(first + SHOWN_MAX, count)} / ${count}`);
  }

  #row(variant) {
    const name = variantName(this.#productType, variant);
    const earns = h('span', {}, this.#earns(variant));
    const price = h('input', {
      type: 'number',
      min: 0,
      step: 0.01,
      inputmode: 'decimal',
      placeholder: (this.#commonCents / CENTS).toFixed(2),
      'aria-label': t('publish.priceOf', { variant: name }),
      input: () => {
        if (price.value === '') this.#own.delete(variant.id);
        else this.#own.set(variant.id, centsOf(price.value));
        earns.textContent = this.#earns(variant);
        this.#onChange();
      },
    });
    if (this.#own.has(variant.id)) price.value = (this.#own.get(variant.id) / CENTS).toFixed(2);
    const cost = `${t('publish.cost')} ${reais(variant.baseCostCents + this.#extraCents)}`;
    return [h('span', {}, name, h('span', { class: 'soft cost' }, cost)), price, earns];
  }

  #centsOf(id) {
    return this.#own.get(id) ?? this.#commonCents;
  }

  /** The formula of the API: each step is rounded to whole cents on its own. */
  #earns({ id, baseCostCents }) {
    const { effectivePlatformFeePercent, artistRoyaltyPercent } = this.#productType;
    const priceCents = this.#centsOf(id);
    const fee = Math.round((priceCents * effectivePlatformFeePercent) / PERCENT);
    const profit = priceCents - baseCostCents - this.#extraCents - fee;
    return reais(Math.max(0, Math.round((profit * artistRoyaltyPercent) / PERCENT)));
  }
}

const centsOf = (text) => Math.round(Number(text) * CENTS);

const feeOf = ({ platformFeePercent, effectivePlatformFeePercent: percent }) =>
  t(percent === platformFeePercent ? 'publish.fee' : 'publish.ownFee', { percent, usual: platformFeePercent });

const variantName = ({ assetDefinitions }, { assets }) =>
  assetDefinitions
    .map(({ key, values }) => values.find(({ value }) => value === assets[key])?.label ?? assets[key])
    .filter(Boolean)
    .join(' / ');
