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
import { type Furniture, PRINT_AREA, TEMPLATE_IDS } from './furnish.ts';

const NEXT_MOVE_MS = 2_500;
/** In a burst, one of them: what a request needs several round trips for meets others in its midst only when they come somewhat later. */
const AT_ONCE_MS = [15, 120, 500] as const;
const UPLOADED_WITHIN_MS = 1_500;
/** Of all uploads so many are reported before they may have arrived. */
const TOO_EARLY_SHARE = 0.15;
/** Of all uploads so many never arrive. */
const NEVER_UPLOADED_SHARE = 0.05;
const PAID_SHARE = 0.8;
/** Of the products so many go on sale before anything else is done. */
const ON_SALE_FIRST_SHARE = 0.7;
/** Without these nothing else can be done. */
const TRIES_MAX = 3;
const ARTWORK_PX = 800;

/** An artwork, the products that show it, and the templates that it was rendered on; all of one seller. */
export type Offer = { sellerProfileId: string; artworkId: string; productIds: string[]; templateIds: string[] };

/** Something that is done with an artwork and its products. */
export type Move = (sellers: Sellers, offer: Offer) => Promise<unknown>;

/** Sellers, their buyers, and admins: whatever comes into catalog and media-render from people, drawn at random. */
export class Sellers {
  readonly #world: World;
  readonly #bucket: Bucket;
  readonly #random: Random;
  readonly #requests: Requests;
  readonly #furniture: Furniture;
  readonly #atOnceMs: number;
  #drawn = 0;
  #hasLeapt = false;

  constructor(world: World, bucket: Bucket, furniture: Furniture, random: Random) {
    [this.#world, this.#bucket, this.#furniture, this.#random] = [world, bucket, furniture, random];
    this.#requests = new Requests(world, random);
    this.#atOnceMs = random.oneOf(AT_ONCE_MS)!;
  }

  /** One artwork from its upload on; each of those who work on it makes moves of its own. */
  async trade(people: readonly (readonly Move[])[]): Promise<void> {
    const sellerProfileId = this.#random.oneOf(SELLERS)!;
    let artworkId: string | null = null;
    for (let tries = 0; artworkId === null && tries < TRIES_MAX; tries += 1)
      artworkId = await this.#upload(sellerProfileId, null);
    if (artworkId === null) return;
    const offer: Offer = { sellerProfileId, artworkId, productIds: [], templateIds: [] };
    // The first render on the other one is left to moves.
    await this.render(offer, [this.oneOf(TEMPLATE_IDS)]);
    for (let tries = 0; offer.productIds.length === 0 && tries < TRIES_MAX; tries += 1) await this.create(offer);
    if (this.#random.chance(ON_SALE_FIRST_SHARE)) await this.setStatus(offer, 'active');
    await Promise.all(people.map((moves) => this.#act(offer, moves)));
  }

  async #act(offer: Offer, moves: readonly Move[]): Promise<void> {
    const { burstShare, quietShare } = this.#world.conditions.people;
    const going: Promise<unknown>[] = [];
    for (const move of moves) {
      const isAtOnce = this.#random.chance(burstShare);
      if (!isAtOnce && this.#random.chance(quietShare)) this.#letTimePass();
      await this.#world.pause(this.#random.between(0, isAtOnce ? this.#atOnceMs : NEXT_MOVE_MS));
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

  /** For some time, at most so long. */
  pause = (mostMs: number): Promise<void> => this.#world.pause(this.#random.between(0, mostMs));

  oneOf = <T>(all: readonly T[]): T => this.#random.oneOf(all)!;

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
      this.send<R>('media-render', method, message, sellerProfileId);
    const presigned = await send<PresignArtworkResponse>('presignArtwork', PresignArtworkRequest.fromPartial(declared));
    if (!presigned) return null;
    const { artworkId, upload } = presigned;
    const uploadedMs = this.#random.between(0, UPLOADED_WITHIN_MS);
    if (!this.#random.chance(NEVER_UPLOADED_SHARE)) this.#put(upload!.uploadUrl, file, uploadedMs);
    const earliestMs = this.#random.chance(TOO_EARLY_SHARE) ? 0 : uploadedMs;
    await this.#world.pause(this.#random.between(earliestMs, UPLOADED_WITHIN_MS));
    const message = CompleteArtworkRequest.fromPartial({
      artworkId,
      key: upload!.key,
      title: `Drawing ${this.#drawn}`,
    });
    const completed = await send<CompleteArtworkResponse>('completeArtwork', message);
    return completed && artworkId;
  }

  #put(key: string, file: Uint8Array, ms: number): void {
    this.#world.scheduler.schedule(ms, null, 'a file is uploaded', () => this.#bucket.put(key, file));
  }

  /** A template that the artwork was never rendered on. */
  unrenderedOn = ({ templateIds }: Offer): string | undefined => TEMPLATE_IDS.find((id) => !templateIds.includes(id));

  /** On one template, or on all. */
  render({ sellerProfileId, artworkId, templateIds: rendered }: Offer, templateIds = this.#someTemplates()) {
    rendered.push(...templateIds);
    const renders = templateIds.map((templateId) => ({ templateId }));
    const message = RenderPlacementsRequest.fromPartial({ artworkId, renders });
    return this.send('media-render', 'renderPlacements', message, sellerProfileId);
  }

  #someTemplates = (): readonly string[] => (this.#random.chance(0.5) ? TEMPLATE_IDS : [this.oneOf(TEMPLATE_IDS)]);

  /** Somewhere within the print area. */
  place({ sellerProfileId, artworkId, templateIds }: Offer) {
    const scale = this.#random.between(0.05, 0.15);
    const [x, y] = [PRINT_AREA.x, PRINT_AREA.y].map((corner) => corner + this.#random.between(0, 50));
    const message = { artworkId, templateId: this.#random.oneOf(templateIds)!, x: x!, y: y!, scale, rotation: 0 };
    return this.send('media-render', 'renderPlacement', RenderPlacementRequest.fromPartial(message), sellerProfileId);
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
    const created = await this.send<CreateSellerProductResponse>(
      'catalog',
      'createSellerProduct',
      message,
      sellerProfileId,
    );
    if (created) offer.productIds.push(created.sellerProduct!.id);
  }

  /** Of that product, or of any. */
  async setStatus({ sellerProfileId, productIds }: Offer, status: string, productId?: string): Promise<void> {
    const id = productId ?? this.#random.oneOf(productIds);
    const message = UpdateSellerProductRequest.fromPartial({ id, status, updateMask: ['status'] });
    if (id !== undefined) await this.send('catalog', 'updateSellerProduct', message, sellerProfileId);
  }

  setArtworkStatus = ({ sellerProfileId, artworkId }: Offer, status: string) =>
    this.send(
      'media-render',
      'updateArtwork',
      UpdateArtworkRequest.fromPartial({ id: artworkId, status, updateMask: ['status'] }),
      sellerProfileId,
    );

  /** For good. */
  async remove({ productIds }: Offer): Promise<void> {
    const id = this.#random.oneOf(productIds);
    if (id !== undefined) await this.send('catalog', 'deleteSellerProduct', { id }, null);
  }

  /** Renders on it look otherwise from then on. */
  changeTemplate(id: string = this.oneOf(TEMPLATE_IDS)) {
    const printWidthMm = 250 + this.#random.below(100);
    const message = UpdateTemplateRequest.fromPartial({
      id,
      printWidthMm,
      updateMask: ['print_width_mm'],
    });
    return this.send('catalog', 'updateTemplate', message, null);
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
  send<R>(service: ServiceName, method: string, message: unknown, sellerProfileId: string | null): Promise<R | null> {
    const roles: 'seller'[] | 'admin'[] = sellerProfileId === null ? ['admin'] : ['seller'];
    return this.#requests.send<R>(service, method, message, {
      userId: uuidFrom(this.#random),
      roles,
      sellerProfileId,
    });
  }
}
