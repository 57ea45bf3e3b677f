import { byId, h } from '../shared/elements.js';
import { reais, t } from '../shared/words.js';

const QUANTITY_MAX = 100;
const ADDRESS = ['cep', 'street', 'number', 'neighborhood', 'city', 'state'];

/** The form of one product: which variant, which options, how many, and where to. */
export class Cart {
  #form = byId('cart');
  #product = null;

  /**
   * @param {() => void} onQuote asked for by the buyer
   * @param {() => void} onChange of anything that a price depends on
   */
  constructor(onQuote, onChange) {
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      onQuote();
    });
    this.#form.addEventListener('change', onChange);
  }

  /** Shown again in another language it keeps what was chosen. */
  show(product) {
    const isSame = this.#product?.id === product.id;
    const kept = (name) => (isSame ? this.#form.elements[name]?.value : undefined);
    const [sku] = product.skus;
    const variants = product.skus.map(({ id, optionLabel, priceCents }) => [
      id,
      `${optionLabel} · ${reais(priceCents)}`,
    ]);
    const quantity = { name: 'quantity', type: 'number', min: 1, max: QUANTITY_MAX, required: true };
    const choices = [
      select('variant', t('buy.variant'), variants, kept('variant')),
      ...product.optionDefinitions.map(({ key, label, values }) => {
        const name = `option-${key}`;
        return select(name, label, offered(values, sku.allowedOptions[key]), kept(name) ?? shownOption(sku, key));
      }),
      h('label', {}, t('buy.quantity'), h('input', { ...quantity, value: kept('quantity') ?? 1 })),
    ];
    this.#product = product;
    byId('cart-choices').replaceChildren(...choices);
  }

  /** As checkout takes it. */
  line() {
    const { id: sellerProductId, optionDefinitions } = this.#product;
    const { quantity } = this.#form.elements;
    const options = optionDefinitions.map(({ key }) => [key, this.#form.elements[`option-${key}`].value]);
    const selectedOptions = Object.fromEntries(options.filter(([, value]) => value));
    return { sellerProductId, variantId: this.#sku().id, quantity: Number(quantity.value), selectedOptions };
  }

  /** The first mockup of the variant that shows nothing else than what is chosen; else its first. */
  render() {
    const { selectedOptions } = this.line();
    const { renders } = this.#sku();
    const isChosen = ({ options }) =>
      Object.entries(options ?? {}).every(([key, value]) => selectedOptions[key] === value);
    return renders.find(isChosen) ?? renders[0];
  }

  address() {
    return Object.fromEntries(ADDRESS.map((name) => [name, this.#form.elements[name].value]));
  }

  goodsCents() {
    return this.#sku().priceCents * this.line().quantity;
  }

  #sku() {
    return this.#product.skus[this.#form.elements.variant.selectedIndex];
  }
}

function select(name, label, choices, chosen) {
  const options = choices.map(([value, text]) => h('option', { value, selected: value === chosen }, text));
  return h('label', {}, label, h('select', { name }, options));
}

const offered = (values, allowed) =>
  values.filter(({ value }) => !allowed || allowed.includes(value)).map(({ value, label }) => [value, label]);

/** What the picture shows is what one buys unless one says otherwise. */
const shownOption = (sku, key) => sku.renders[0]?.options?.[key];
