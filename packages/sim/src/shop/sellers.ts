import { UpdateTemplateRequest } from '@estampa/contracts/catalog/v1/template';
import {
  CreateSellerProductRequest,
  type CreateSellerProductResponse,
  UpdateSellerProductRequest,
} from '@estampa/contracts/catalog/v1/seller_product';
import {
  CompleteArtworkRequest,
  type CompleteArtworkResponse,
  PresignArtworkRequest,
  type PresignArtworkResponse,
  UpdateArtworkRequest,
} from '@estampa/contracts/media/v1/artwork';
import { RenderPlacementRequest, RenderPlacementsRequest } from '@estampa/contracts/media/v1/render';
import { type Order, PlaceOrderRequest } from '@estampa/contracts/orders/v1/order';
import type { Random } from '@estampa/stack/random';
import type { ServiceName } from '@estampa/kernel/topics';
import { imageOf } from '../environment/images.ts';
import { ADDRESS } from '../history/people.ts';
import { SELLERS, SHIPPING_CENTS, UNIT_PRICE_CENTS } from '../history/peers.ts';
import { Requests, uuidFrom } from '../history/requests.ts';
import type { World } from '../history/world.ts';
import type { Bucket } from './bucket.ts';
import { type Furniture, PRINT_AREA, TEMPLATE_ID } from './furnish.ts';

const NEXT_MOVE_MS = 2_500;
/** In a burst. */
const AT_ONCE_MS = 15;
const UPLOADED_WITHIN_MS = 1_500;
/** Of all uploads so many never arrive. */
const NEVER_UPLOADED_SHARE = 0.05;
const PAID_SHARE = 0.8;
/** Without these nothing else can be done. */
const TRIES_MAX = 3;
const ARTWORK_PX = 800;

/** An artwork, and the products that show it; all of one seller. */
export type Offer = { sellerProfileId: string; artworkId: string; productIds: string[] };

/** Something that is done with an artwork and its products. */
export type Move = (sellers: Sellers, offer: Offer) => Promise<unknown>;

/** Sellers, their buyers, and admins: whatever comes into catalog and media-render from people, drawn at random. */
export class Sellers {
  readonly #world: World;
  readonly #bucket: Bucket;
  readonly #random: Random;
  readonly #requests: Requests;
  readonly #furniture: Furniture;
  #drawn = 0;
  #hasLeapt = false;

  constructor(world: World, bucket: Bucket, furniture: Furniture, random: Random) {
    [this.#world, this.#bucket, this.#furniture, this.#random] = [world, bucket, furniture, random];
    this.#requests = new Requests(world, random);
  }

  /** One artwork from its upload on. */
  async trade(moves: readonly Move[]): Promise<void> {
    const sellerProfileId = this.#random.oneOf(SELLERS)!;
    let artworkId: string | null = null;
    for (let tries = 0; artworkId === null && tries < TRIES_MAX; tries += 1)
      artworkId = await this.#upload(sellerProfileId, null);
    if (artworkId === null) return;
    const offer: Offer = { sellerProfileId, artworkId, productIds: [] };
    await this.renderAll(offer);
    for (let tries = 0; offer.productIds.length === 0 && tries < TRIES_MAX; tries += 1) await this.create(offer);
    await this.setStatus(offer, 'active');
    const { burstShare, quietShare } = this.#world.conditions.people;
    const going: Promise<unknown>[] = [];
    for (const move of moves) {
      const isAtOnce = this.#random.chance(burstShare);
      if (!isAtOnce && this.#random.chance(quietShare)) this.#letTimePass();
      await this.#world.pause(this.#random.between(0, isAtOnce ? AT_ONCE_MS : NEXT_MOVE_MS));
      const done = move(this, offer);
      going.push(done);
      if (!isAtOnce && this.#random.chance(0.6)) await done;
    }
    await Promise.all(going);
  }

  /** Once: a reservation outlasts one delay of events, and is not meant to outlast several. */
  #letTimePass(): void {
    if (this.#hasLeapt) return;
    this.#hasLeapt = true;
    const { scheduler } = this.#world;
    const ms = this.#random.between(20_000, 110_000);
    scheduler.schedule(0, null, 'time passes', () => scheduler.leap(ms));
  }

  newFile = (offer: Offer) => this.#upload(offer.sellerProfileId, offer.artworkId);

  async #upload(sellerProfileId: string, known: string | null): Promise<string | null> {
    this.#drawn += 1;
    const size = { widthPx: ARTWORK_PX, heightPx: this.#random.chance(0.7) ? ARTWORK_PX : ARTWORK_PX / 2 };
    const file = imageOf({ format: 'png', ...size, shows: `drawing ${this.#drawn}` });
    const declared = {
      sellerProfileId,
      contentType: 'image/png',
      sizeBytes: file.length,
      artworkId: known ?? undefined,
    };
    const send = <R>(method: string, message: unknown) =>
      this.#send<R>('media-render', method, message, sellerProfileId);
    const presigned = await send<PresignArtworkResponse>('presignArtwork', PresignArtworkRequest.fromPartial(declared));
    if (!presigned) return null;
    const { artworkId, upload } = presigned;
    if (!this.#random.chance(NEVER_UPLOADED_SHARE)) this.#put(upload!.uploadUrl, file);
    await this.#world.pause(this.#random.between(0, UPLOADED_WITHIN_MS));
    const message = CompleteArtworkRequest.fromPartial({
      artworkId,
      key: upload!.key,
      title: `Drawing ${this.#drawn}`,
    });
    const completed = await send<CompleteArtworkResponse>('completeArtwork', message);
    return completed && artworkId;
  }

  #put(key: string, file: Uint8Array): void {
    const ms = this.#random.between(0, UPLOADED_WITHIN_MS);
    this.#world.scheduler.schedule(ms, null, 'a file is uploaded', () => this.#bucket.put(key, file));
  }

  renderAll = ({ sellerProfileId, artworkId }: Offer) =>
    this.#send(
      'media-render',
      'renderPlacements',
      RenderPlacementsRequest.fromPartial({ artworkId, renders: [{ templateId: TEMPLATE_ID }] }),
      sellerProfileId,
    );

  /** Somewhere within the print area. */
  place({ sellerProfileId, artworkId }: Offer) {
    const scale = this.#random.between(0.05, 0.15);
    const [x, y] = [PRINT_AREA.x, PRINT_AREA.y].map((corner) => corner + this.#random.between(0, 50));
    const message = { artworkId, templateId: TEMPLATE_ID, x: x!, y: y!, scale, rotation: 0 };
    return this.#send('media-render', 'renderPlacement', RenderPlacementRequest.fromPartial(message), sellerProfileId);
  }

  async create(offer: Offer): Promise<void> {
    const { sellerProfileId, artworkId } = offer;
    const { productTypeId, productVariantId } = this.#furniture;
    const message = CreateSellerProductRequest.fromPartial({
      sellerProfileId,
      productTypeId,
      artworkId,
      title: 'A shirt',
      slug: `shirt-${uuidFrom(this.#random)}`,
      variants: [{ productVariantId, priceCents: UNIT_PRICE_CENTS }],
    });
    const created = await this.#send<CreateSellerProductResponse>(
      'catalog',
      'createSellerProduct',
      message,
      sellerProfileId,
    );
    if (created) offer.productIds.push(created.sellerProduct!.id);
  }

  async setStatus({ sellerProfileId, productIds }: Offer, status: string): Promise<void> {
    const id = this.#random.oneOf(productIds);
    const message = UpdateSellerProductRequest.fromPartial({ id, status, updateMask: ['status'] });
    if (id !== undefined) await this.#send('catalog', 'updateSellerProduct', message, sellerProfileId);
  }

  setArtworkStatus = ({ sellerProfileId, artworkId }: Offer, status: string) =>
    this.#send(
      'media-render',
      'updateArtwork',
      UpdateArtworkRequest.fromPartial({ id: artworkId, status, updateMask: ['status'] }),
      sellerProfileId,
    );

  /** For good. */
  async remove({ productIds }: Offer): Promise<void> {
    const id = this.#random.oneOf(productIds);
    if (id !== undefined) await this.#send('catalog', 'deleteSellerProduct', { id }, null);
  }

  /** Renders on it look otherwise from then on. */
  changeTemplate() {
    const printWidthMm = 250 + this.#random.below(100);
    const message = UpdateTemplateRequest.fromPartial({
      id: TEMPLATE_ID,
      printWidthMm,
      updateMask: ['print_width_mm'],
    });
    return this.#send('catalog', 'updateTemplate', message, null);
  }

  /** Two of one product; most are paid for. */
  async buy({ productIds }: Offer): Promise<void> {
    const sellerProductId = this.#random.oneOf(productIds);
    const variantId = sellerProductId && this.#variantOf(sellerProductId);
    if (!variantId) return;
    const userId = uuidFrom(this.#random);
    const items = [{ sellerProductId, variantId, quantity: 2, selectedOptions: {} }];
    const message = PlaceOrderRequest.fromPartial({ userId, shipping: ADDRESS, items, shippingCents: SHIPPING_CENTS });
    const buyer = { userId, roles: ['customer' as const] };
    const placed = await this.#requests.send<{ order: Order }>('orders-payments', 'placeOrder', message, buyer);
    if (!placed || !this.#random.chance(PAID_SHARE)) return;
    await this.#world.pause(this.#random.between(0, NEXT_MOVE_MS));
    const { book } = this.#world;
    const charge = book.charges.find(({ reference }) => reference.startsWith(placed.order.id));
    if (charge) book.pay(charge);
  }

  /** Of a product that was published as such. */
  #variantOf(id: string): string | undefined {
    const known = this.#world.broker.recordsOf('catalog.v1');
    const last = known.findLast(({ key }) => key?.toString() === `seller_product:${id}`);
    if (!last) return undefined;
    const { sellerProduct } = JSON.parse(last.value!.toString()) as { sellerProduct: { variants?: { id: string }[] } };
    return sellerProduct.variants?.[0]?.id;
  }

  /** As the seller, or as an admin. */
  #send<R>(service: ServiceName, method: string, message: unknown, sellerProfileId: string | null): Promise<R | null> {
    const roles: 'seller'[] | 'admin'[] = sellerProfileId === null ? ['admin'] : ['seller'];
    return this.#requests.send<R>(service, method, message, {
      userId: uuidFrom(this.#random),
      roles,
      sellerProfileId,
    });
  }
}
