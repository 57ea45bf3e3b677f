import { connect } from '../shared/api.js';
import { byId, h, tell } from '../shared/elements.js';
import { storeImage } from '../shared/images.js';
import { onLanguage, reais, t } from '../shared/words.js';
import { orderState } from '../shared/order-state.js';
import { Cart } from './cart.js';
import { sentenceOf } from '../shared/trouble.js';

/** As `shop.css` lays it out. */
const IMAGE_WIDTH = '(max-width: 52rem) 90vw, (max-width: 72rem) 60vw, 15rem';
const POLL_MS = 1_000;
const POLLS_MAX = 900;

/** Buying a product of the public store: its delivery, the order, and the payment on the provider's page. */
export class Buying {
  #cart = new Cart(
    () => void this.#askQuotes(),
    () => {
      this.#showImage();
      if (this.#quotes.length > 0) void this.#askQuotes();
    },
  );
  #api = null;
  #product = null;
  #quotes = [];
  #orderId = null;
  #said = null;

  constructor() {
    byId('check-out').addEventListener('click', () => void this.#checkOut());
    byId('document').addEventListener('submit', (event) => void this.#saveDocument(event));
    onLanguage(() => {
      this.#showProduct();
      this.#showQuotes();
      if (this.#said) this.#say(...this.#said);
    });
  }

  async show(storeSlug, productSlug) {
    this.#product = await connect().productPage(storeSlug, productSlug);
    [this.#quotes, this.#orderId, this.#said] = [[], null, null];
    byId('pay').hidden = true;
    this.#showProduct();
    this.#showQuotes();
    return this.#product;
  }

  /** Checkout asks for a document; who has none gives one here. */
  async signedIn(api) {
    const { documentNumber } = await api.ownAccount();
    byId('document').hidden = documentNumber !== null;
    this.#api = api;
    this.#showTotal();
  }

  #say(key, kind = '', values = {}) {
    this.#said = [key, kind, values];
    byId('buy-trouble').textContent = '';
    tell(byId('buy-state'), t(key, values), kind);
  }

  #fail(error) {
    this.#said = null;
    tell(byId('buy-state'), '');
    byId('buy-trouble').textContent = sentenceOf(error);
  }

  #showProduct() {
    if (!this.#product) return;
    byId('buy').hidden = false;
    byId('buy-title').textContent = t('buy.title', { title: this.#product.title });
    const printed = (this.#product.surfaces ?? []).map(({ name }) => name).join(', ');
    byId('buy-surfaces').textContent = printed && t('buy.surfaces', { surfaces: printed });
    this.#cart.show(this.#product);
    this.#showImage();
  }

  /** In the colour that is chosen, where a mockup shows it. */
  #showImage() {
    const { title, artwork } = this.#product;
    const { url, sizes } = this.#cart.render() ?? { url: artwork.previewUrl };
    const image = { url, sizes, shownAs: IMAGE_WIDTH, alt: t('buy.image', { title }), width: 600, height: 600 };
    byId('buy-picture').replaceChildren(storeImage(image));
  }

  #quoteChosen() {
    return this.#quotes[Number(document.querySelector('#quotes input:checked')?.value ?? -1)];
  }

  #showQuotes() {
    const field = byId('quotes');
    const chosen = Math.max(0, this.#quotes.indexOf(this.#quoteChosen()));
    const ways = this.#quotes.map(({ carrier, service, priceCents, deliveryDays }, at) => {
      const radio = {
        type: 'radio',
        name: 'quote',
        value: at,
        checked: at === chosen,
        change: () => this.#showTotal(),
      };
      const what = `${carrier} ${service}, ${t('buy.days', { days: deliveryDays })}`;
      return h('label', {}, h('input', radio), h('span', {}, what), h('span', {}, reais(priceCents)));
    });
    field.hidden = ways.length === 0;
    field.replaceChildren(field.firstElementChild, ...ways);
    this.#showTotal();
  }

  #showTotal() {
    const chosen = this.#quoteChosen();
    byId('total').textContent = chosen ? reais(this.#cart.goodsCents() + chosen.priceCents) : '';
    byId('check-out').disabled = !chosen || this.#api === null || !byId('document').hidden || this.#orderId !== null;
  }

  /** This begins another order; one that was placed can still be paid where its page was opened. */
  async #askQuotes() {
    this.#orderId = null;
    byId('pay').hidden = true;
    const { selectedOptions: _chosenLater, ...item } = this.#cart.line();
    try {
      const { quotes } = await connect().quotes(this.#cart.address().cep, [item]);
      this.#quotes = quotes;
      if (quotes.length === 0) this.#say('buy.noQuotes', 'bad');
      this.#showQuotes();
    } catch (error) {
      this.#fail(error);
    }
  }

  async #checkOut() {
    const { priceCents: shippingCents, shippingMethodId, carrier, serviceCode } = this.#quoteChosen();
    const delivery = { shippingCents, shippingMethodId, carrier, serviceCode };
    byId('check-out').disabled = true;
    try {
      const order = await this.#api.checkOut({
        shipping: this.#cart.address(),
        items: [this.#cart.line()],
        ...delivery,
      });
      this.#orderId = order.id;
      byId('pay').href = order.initPoint;
      byId('pay').hidden = false;
      this.#say('buy.placed', '', { number: order.orderNumber });
      await this.#followPayment(order);
    } catch (error) {
      this.#fail(error);
      this.#showTotal();
    }
  }

  /** The provider tells the marketplace; what the order says is what counts, not where the buyer's browser goes. */
  async #followPayment({ id, orderNumber: number }) {
    for (let polls = 0; polls < POLLS_MAX; polls += 1) {
      await new Promise((resolve) => void setTimeout(resolve, POLL_MS));
      if (this.#orderId !== id) return;
      const status = await this.#paymentStatus(id);
      if (this.#orderId !== id) return;
      if (status === 'pending') continue;
      byId('pay').hidden = true;
      return status === 'approved'
        ? this.#say('buy.paid', 'good', { number })
        : this.#say('buy.over', 'bad', { number, status: orderState({ paymentStatus: status }) });
    }
    this.#say('buy.late', '', { number });
  }

  /** A look that fails is no news. */
  async #paymentStatus(id) {
    try {
      return (await this.#api.order(id)).paymentStatus;
    } catch {
      return 'pending';
    }
  }

  async #saveDocument(event) {
    event.preventDefault();
    try {
      await this.#api.saveDocument(byId('document').elements.cpf.value);
      byId('document').hidden = true;
      this.#showTotal();
    } catch (error) {
      this.#fail(error);
    }
  }
}
