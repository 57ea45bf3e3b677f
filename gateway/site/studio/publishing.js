import { productAddress } from '../shared/cards.js';
import { byId, h, tell } from '../shared/elements.js';
import { onLanguage, t } from '../shared/words.js';
import { Prices } from './prices.js';
import { furtherOf, mockupsOf } from './prints.js';
import { sentenceOf } from '../shared/trouble.js';
import { createWarnings } from './warnings.js';

const PRICE_FACTOR = 2.2;
const NICE_CENTS = 1_000;
const CENTS = 100;

/** Makes a product of what is placed: a draft with every variant at its price, a mockup of each surface, and its publication. */
export class Publishing {
  #form = byId('product');
  #prices = new Prices(() => this.#beginAnew());
  #warnings = createWarnings();
  #api = null;
  #store = null;
  #productType = null;
  /** Of each surface that is printed: artwork, and where it lies on templates. */
  #printed = [];
  /** The artwork that the product is named by. */
  #namedBy = null;
  #suggested = '';
  #draft = null;
  #said = null;

  constructor() {
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

  /** What the product is of from now on. It is named by the artwork on the first surface. */
  print(productType, printed) {
    const { artwork } = printed[0];
    const isOtherType = productType !== this.#productType;
    this.#productType = productType;
    this.#printed = printed;
    this.#beginAnew();
    byId('mockups').replaceChildren();
    this.#warnings.clear();
    const { price, title, slug } = this.#form.elements;
    if (isOtherType || artwork !== this.#namedBy) {
      title.value = `${productType.name} ${artwork.title}`;
      slug.value = freshSlug(title.value);
    }
    this.#namedBy = artwork;
    if (isOtherType) this.#prices.choose(productType);
    this.#prices.extraCents = extraCentsOf(printed);
    const isOwnPrice = !isOtherType && price.value !== this.#suggested;
    this.#suggested = (suggestedPrice(productType, printed) / CENTS).toFixed(2);
    if (!isOwnPrice) price.value = this.#suggested;
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
      const fields = { title: this.#form.elements.title.value, slug: this.#form.elements.slug.value };
      this.#draft = this.#draft
        ? await this.#api.updateProduct(this.#draft.id, fields)
        : await this.#api.createProduct(this.#newProduct(fields));
      let product = this.#draft;
      const mockups = mockupsOf(this.#productType, this.#printed);
      for (const { template, prints } of mockups) {
        const placed = { ...prints[0].placement, surfaces: furtherOf(prints) };
        product = await this.#api.render(product.id, { templateId: template.id, ...placed });
      }
      byId('mockups').replaceChildren(...mockups.map((mockup) => this.#mockup(product, mockup)));
      this.#say('publish.rendered', 'good');
      return { mayPublish: true };
    });
  }

  #mockup({ title, renders }, { template, prints }) {
    const [{ artwork }] = prints;
    const { url } = renders.find((render) => render.templateId === template.id && render.artworkId === artwork.id);
    const image = h('img', { src: url, alt: t('publish.mockup', { title }), width: 600, height: 600 });
    const names = prints.map(({ area }) => area.surface.name).join(' + ');
    const caption = this.#productType.surfaces.length > 1 && h('figcaption', { class: 'soft small' }, names);
    return h('figure', {}, image, caption);
  }

  /** Types of one surface are asked for nothing more than an artwork. */
  #newProduct(fields) {
    const used = this.#printed.map(({ surface, artwork }) => ({ surface: surface.key, artworkId: artwork.id }));
    const surfaces = this.#productType.surfaces.length > 1 ? used : undefined;
    const [{ artworkId }] = used;
    const variants = this.#prices.variants();
    return { ...fields, productTypeId: this.#productType.id, artworkId, surfaces, variants };
  }

  #publish() {
    return this.#during('publish.publishing', async () => {
      const product = await this.#api.updateProduct(this.#draft.id, { status: 'active' });
      const { title, slug } = product;
      this.#draft = null;
      this.#form.elements.slug.value = freshSlug(title);
      this.#say('publish.published', 'good', { title, store: this.#store.storeName });
      byId('to-shop').href = productAddress({ storeSlug: this.#store.storeSlug, slug });
      byId('to-shop').hidden = false;
      // It is on sale already: what there is to say of its prints may come later, or not at all.
      void this.#warnings.show(this.#api, product).catch(() => undefined);
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

const extraCentsOf = (printed) => printed.reduce((sum, { surface }) => sum + surface.extraCostCents, 0);

function suggestedPrice({ variants }, printed) {
  const cost = Math.max(...variants.map(({ baseCostCents }) => baseCostCents)) + extraCentsOf(printed);
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
