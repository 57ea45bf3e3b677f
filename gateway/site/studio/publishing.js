import { productAddress } from '../shared/cards.js';
import { byId, tell } from '../shared/elements.js';
import { onLanguage, t } from '../shared/words.js';
import { Prices } from './prices.js';
import { sentenceOf } from '../shared/trouble.js';

const PRICE_FACTOR = 2.2;
const NICE_CENTS = 1_000;
const CENTS = 100;

/** Makes a product of what is placed: a draft with every variant at its price, its mockup, and its publication. */
export class Publishing {
  #form = byId('product');
  #prices = new Prices(() => this.#beginAnew());
  #placing;
  #api = null;
  #store = null;
  #choice = null;
  #draft = null;
  #said = null;

  /** @param {{ placement: () => object }} placing */
  constructor(placing) {
    this.#placing = placing;
    const { price, title, slug } = this.#form.elements;
    this.#form.addEventListener('submit', (event) => void this.#render(event));
    price.addEventListener('input', () => {
      this.#beginAnew();
      this.#showPrices();
    });
    title.addEventListener('input', () => (slug.value = freshSlug(title.value)));
    byId('publish').addEventListener('click', () => void this.#publish());
    onLanguage(() => {
      if (this.#said) this.#say(...this.#said);
      this.#showStore();
      this.#showPrices();
    });
  }

  async start(api) {
    this.#api = api;
    this.#store = await api.ownStore();
    this.#showStore();
  }

  choose(choice) {
    this.#choice = choice;
    this.#beginAnew();
    byId('mockup').hidden = true;
    const { productType, artwork } = choice;
    const { price, title, slug } = this.#form.elements;
    title.value = `${productType.name} ${artwork.title}`;
    slug.value = freshSlug(title.value);
    price.value = (suggestedPrice(productType) / CENTS).toFixed(2);
    this.#prices.choose(productType);
    this.#showPrices();
  }

  /** What was rendered is no longer what is placed. */
  placementMoved() {
    byId('publish').disabled = true;
  }

  /** A draft is of one artwork and one product type, at its prices; another placement is rendered on the same draft. */
  #beginAnew() {
    this.#draft = null;
    byId('publish').disabled = true;
  }

  #say(key, kind = '', values = {}) {
    this.#said = [key, kind, values];
    byId('publish-trouble').textContent = '';
    tell(byId('publish-state'), t(key, values), kind);
  }

  #showStore() {
    if (this.#store) byId('own-store').textContent = t('publish.store', { store: this.#store.storeName });
  }

  #showPrices() {
    this.#prices.common = this.#form.elements.price.value;
    this.#prices.show();
  }

  async #render(event) {
    event.preventDefault();
    await this.#during('publish.rendering', async () => {
      const { template } = this.#choice;
      const fields = { title: this.#form.elements.title.value, slug: this.#form.elements.slug.value };
      this.#draft = this.#draft
        ? await this.#api.updateProduct(this.#draft.id, fields)
        : await this.#api.createProduct(this.#newProduct(fields));
      const placed = { templateId: template.id, ...this.#placing.placement() };
      const { renders, title } = await this.#api.render(this.#draft.id, placed);
      const mockup = byId('mockup');
      mockup.src = renders.find(({ templateId }) => templateId === template.id).url;
      mockup.alt = t('publish.mockup', { title });
      mockup.hidden = false;
      this.#say('publish.rendered', 'good');
      return { mayPublish: true };
    });
  }

  #newProduct(fields) {
    const { productType, artwork } = this.#choice;
    const variants = this.#prices.variants();
    return { ...fields, productTypeId: productType.id, artworkId: artwork.id, variants };
  }

  #publish() {
    return this.#during('publish.publishing', async () => {
      const { title, slug } = await this.#api.updateProduct(this.#draft.id, { status: 'active' });
      this.#draft = null;
      this.#form.elements.slug.value = freshSlug(title);
      this.#say('publish.published', 'good', { title, store: this.#store.storeName });
      byId('to-shop').href = productAddress({ storeSlug: this.#store.storeSlug, slug });
      byId('to-shop').hidden = false;
      return { mayPublish: false };
    });
  }

  /** One thing at a time; after a refusal the same can be tried again. */
  async #during(key, work) {
    const [render, publish] = [byId('render'), byId('publish')];
    const couldPublish = !publish.disabled;
    render.disabled = publish.disabled = true;
    this.#say(key);
    try {
      const { mayPublish } = await work();
      publish.disabled = !mayPublish;
    } catch (error) {
      this.#said = null;
      tell(byId('publish-state'), '');
      byId('publish-trouble').textContent = sentenceOf(error);
      publish.disabled = !couldPublish;
    } finally {
      render.disabled = false;
    }
  }
}

function suggestedPrice({ variants }) {
  const cost = Math.max(...variants.map(({ baseCostCents }) => baseCostCents));
  return Math.ceil((cost * PRICE_FACTOR) / NICE_CENTS) * NICE_CENTS - 10;
}

/** A slug is taken once in a store, so the time is part of it. */
const freshSlug = (title) =>
  `${title
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 80)}-${Date.now().toString(36)}`;
