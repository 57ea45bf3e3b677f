import { Api, type Json } from '../demo/api.ts';
import { signIn } from '../demo/people.ts';
import { checkOut, labelledOrder, paidOrder, payOnHostedPage } from '../demo/purchase.ts';
import type { Login } from '../stack-file.ts';

const STORE = { store_slug: 'atelie-demonstracao' };
const PRODUCT = { ...STORE, product_slug: 'camiseta-horizonte' };

/** The demo marketplace as its people see it. */
export class DrillShop {
  readonly #api: Api;
  readonly #logins: readonly Login[];

  constructor(gatewayUrl: string, logins: readonly Login[]) {
    this.#api = new Api(gatewayUrl);
    this.#logins = logins;
  }

  /** A customer buys a shirt and pays; its label is made. */
  async buy(): Promise<string> {
    const customer = await this.#as('customer');
    const { id, skus } = await this.#api.client.getStoreProduct(PRODUCT);
    const { id: variantId, renders } = skus[0]!;
    const line = { sellerProductId: id, variantId, quantity: 1, selectedOptions: renders[0]!.options ?? {} };
    const placed = await checkOut(customer, [line]);
    await payOnHostedPage(placed.initPoint, 'pix');
    await paidOrder(customer, placed.id);
    await labelledOrder(customer, placed.id);
    return placed.id;
  }

  /** What must be the same after a restore: the store, a product, its orders, and what its artist is owed. */
  async readBack(): Promise<Json> {
    const [customer, seller] = await Promise.all([this.#as('customer'), this.#as('seller')]);
    const [store, products, product, orders, payouts, artworks] = await Promise.all([
      this.#api.client.getStore(STORE),
      this.#api.client.listStoreProducts(STORE),
      this.#api.client.getStoreProduct(PRODUCT),
      customer.client.listOwnOrders(),
      seller.client.listOwnPayoutItems(),
      seller.client.listOwnArtworks(),
    ]);
    return { store, products, product, orders, payouts, artworks };
  }

  /** False for an order that does not exist. */
  async knowsOrder(orderId: string): Promise<boolean> {
    const customer = await this.#as('customer');
    return (await customer.client.exchange('getOrder', { orderId })).problem === undefined;
  }

  /** Addresses of all images in the snapshot. */
  imagesIn(checked: Json): string[] {
    return [...new Set(JSON.stringify(checked).match(/https?:[^"\\]+\/cdn\/[^"\\]+/g) ?? [])];
  }

  #as(role: string): Promise<Api> {
    const login = this.#logins.find((one) => one.role === role);
    if (!login) throw new Error(`The demo data has no ${role}`);
    return signIn(this.#api, login);
  }
}
