import { byId, h, tell } from '../shared/elements.js';
import { onLanguage, reais, t } from '../shared/words.js';
import { sentenceOf } from './trouble.js';

const PRICE_FACTOR = 2.2;
const NICE_CENTS = 1_000;
const CENTS = 100;
const PERCENT = 100;
const VARIANTS_SHOWN_MAX = 50;

/** Makes a product of what is placed: a draft with every variant at one price, its mockup, and its publication. */
export class Publishing {
  #form = byId('product');
  #placing;
  #onPublished;
  #api = null;
  #store = null;
  #choice = null;
  #draft = null;
  #said = null;

  /**
   * @param {{ placement: () => object }} placing
   * @param {(storeSlug: string, productSlug: string) => Promise<void>} onPublished
   */
  constructor(placing, onPublished) {
    this.#placing = placing;
    this.#onPublished = onPublished;
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
    this.#showPrices();
  }

  /** What was rendered is no longer what is placed. */
  placementMoved() {
    byId('publish').disabled = true;
  }

  /** A draft is of one artwork and one product type, at one price; another placement is rendered on the same draft. */
  #beginAnew() {
    this.#draft = null;
    byId('publish').disabled = true;
  }

  #say(key, kind = '', values = {}) {
    this.#said = [key, kind, values];
    tell(byId('publish-state'), t(key, values), kind);
  }

  #showStore() {
    if (this.#store) byId('own-store').textContent = t('publish.store', { store: this.#store.storeName });
  }

  #showPrices() {
    if (!this.#choice) return;
    const { productType } = this.#choice;
    const priceCents = this.#priceCents();
    const lines = productType.variants
      .slice(0, VARIANTS_SHOWN_MAX)
      .map((variant) => [
        variantName(productType, variant),
        reais(variant.baseCostCents),
        reais(earningsOf(productType, variant, priceCents)),
      ]);
    byId('variants').replaceChildren(
      ...['variant', 'cost', 'earns'].map((name) => h('span', { class: 'soft' }, t(`publish.${name}`))),
      ...lines.flat().map((text) => h('span', {}, text)),
    );
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
    const priceCents = this.#priceCents();
    const variants = productType.variants.map(({ id }) => ({ productVariantId: id, priceCents }));
    return { ...fields, productTypeId: productType.id, artworkId: artwork.id, variants };
  }

  #priceCents() {
    return Math.round(Number(this.#form.elements.price.value) * CENTS);
  }

  #publish() {
    return this.#during('publish.publishing', async () => {
      const { title, slug } = await this.#api.updateProduct(this.#draft.id, { status: 'active' });
      this.#draft = null;
      this.#form.elements.slug.value = freshSlug(title);
      this.#say('publish.published', 'good', { title, store: this.#store.storeName });
      await this.#onPublished(this.#store.storeSlug, slug);
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
      tell(byId('publish-state'), sentenceOf(error), 'bad');
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

/** The formula of the API: each step is rounded to whole cents on its own. */
function earningsOf({ platformFeePercent, artistRoyaltyPercent }, { baseCostCents }, priceCents) {
  const fee = Math.round((priceCents * platformFeePercent) / PERCENT);
  return Math.max(0, Math.round(((priceCents - baseCostCents - fee) * artistRoyaltyPercent) / PERCENT));
}

const variantName = ({ assetDefinitions }, { assets }) =>
  assetDefinitions
    .map(({ key, values }) => values.find(({ value }) => value === assets[key])?.label ?? assets[key])
    .filter(Boolean)
    .join(' / ');

/** A slug is taken once in a store, so the time is part of it. */
const freshSlug = (title) =>
  `${title
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 80)}-${Date.now().toString(36)}`;
