import {
  ProductTypeChanged,
  ProductVariantsChanged,
  SellerProductChanged,
  TemplateChanged,
} from '@estampa/contracts/catalog/v1/events';
import { InboxServiceClient } from '@estampa/contracts/common/v1/inbox';
import { SellerProfileChanged } from '@estampa/contracts/identity/v1/events';
import { ArtworkChanged, GalleryChanged, RenderChanged } from '@estampa/contracts/media/v1/events';
import { OrderChanged } from '@estampa/contracts/orders/v1/events';
import { newId } from '@estampa/kernel/ids';
import type { Topic } from '@estampa/kernel/topics';
import type { EventReference } from '@estampa/kit/rpc/call';
import { kindOf } from '@estampa/kit/events/outbox';
import { eventually } from '@estampa/testing/eventually';
import type { ServiceView } from '@estampa/testing/service-view';

type Message<T> = { fromPartial(partial: Partial<T>): T; toJSON(message: T): unknown };
type Announcement = { topic: Topic; key: string; value: unknown };

const announcement = <T>(topic: Topic, key: string, message: Message<T>, partial: unknown): Announcement => ({
  topic,
  key,
  value: message.toJSON(message.fromPartial(partial as Partial<T>)),
});

export const day = (number: number): Date => new Date(Date.UTC(2026, 0, number, 12));

const DAY_MS = 86_400_000;

/** Neither recently nor long ago. */
export const soldAt = new Date(Date.now() - 40 * DAY_MS);

/** Events of the other services that make up a demo product, each with the given ids or new ones. */
export function demoIds() {
  return {
    seller: newId(),
    user: newId(),
    type: newId(),
    medium: newId(),
    large: newId(),
    artwork: newId(),
    product: newId(),
  };
}
export type Ids = ReturnType<typeof demoIds>;

export const profile = (ids: Ids, change: object = {}, version = 1) =>
  announcement('identity.v1', `seller_profile:${ids.seller}`, SellerProfileChanged, {
    version,
    profile: {
      id: ids.seller,
      userId: ids.user,
      onboardingStatus: 'approved',
      storeStatus: 'published',
      storeName: 'Loja Demo',
      storeSlug: `loja-${ids.seller}`.slice(0, 30),
      active: true,
      createdAt: day(1),
      updatedAt: day(version),
      ...change,
    },
  });

export const productType = (ids: Ids, change: object = {}, version = 1) =>
  announcement('catalog.v1', `product_type:${ids.type}`, ProductTypeChanged, {
    version,
    productType: { id: ids.type, slug: `camiseta-${ids.type}`, name: 'Camiseta', isActive: true, createdAt: day(1) },
    assets: [
      { id: newId(), key: 'size', keyLabelPt: 'Tamanho', value: 'M', labelPt: 'Médio', isActive: true },
      { id: newId(), key: 'size', value: 'G', labelPt: 'Grande', isActive: true },
    ],
    options: [
      {
        id: newId(),
        key: 'color',
        labelPt: 'Cor',
        inputType: 'color_picker',
        displayBehavior: 'filter',
        required: true,
        isActive: true,
        values: [
          { id: newId(), value: 'black', labelPt: 'Preto', hexColor: '#000000', isActive: true },
          { id: newId(), value: 'white', labelPt: 'Branco', hexColor: '#FFFFFF', isActive: true },
        ],
      },
    ],
    ...change,
  });

export const productVariants = (ids: Ids, change: object = {}, version = 1) =>
  announcement('catalog.v1', `product_variants:${ids.type}/0`, ProductVariantsChanged, {
    version,
    productTypeId: ids.type,
    part: 0,
    variants: [
      { id: ids.medium, assets: { size: 'M' }, isActive: true },
      { id: ids.large, assets: { size: 'G' }, isActive: true },
    ],
    ...change,
  });

export const template = (ids: Ids, name: string, change: object = {}, version = 1) =>
  announcement('catalog.v1', `template:${name}-${ids.type}`, TemplateChanged, {
    version,
    template: {
      id: `${name}-${ids.type}`,
      productTypeId: ids.type,
      displayName: name,
      assets: {},
      isActive: true,
      createdAt: day(1),
      ...change,
    },
  });

export const artwork = (ids: Ids, change: object = {}, version = 1) =>
  announcement('media.v1', `artwork:${ids.artwork}`, ArtworkChanged, {
    version,
    artwork: {
      id: ids.artwork,
      sellerProfileId: ids.seller,
      title: 'Onça',
      status: 'active',
      dominantColor: '#AA5500',
      previewKey: `public/${ids.artwork}/preview.webp`,
      ...change,
    },
  });

export const render = (ids: Ids, name: string, change: object = {}, version = 1) =>
  announcement('media.v1', `render:${ids.artwork}/${name}-${ids.type}`, RenderChanged, {
    version,
    render: {
      id: newId(),
      artworkId: ids.artwork,
      templateId: `${name}-${ids.type}`,
      imageKey: `public/${ids.artwork}/${name}.webp?v=${version}`,
      status: 'rendered',
      createdAt: day(version),
      ...change,
    },
  });

/** Photos of the product, in order. */
export const gallery = (ids: Ids, images: readonly object[], version = 1, change: object = {}) =>
  announcement('media.v1', `gallery:${ids.product}`, GalleryChanged, {
    sellerProductId: ids.product,
    sellerProfileId: ids.seller,
    images: images.map((image, position) => ({
      id: newId(),
      sellerProductId: ids.product,
      imageKey: `public/${ids.product}/${position}.webp`,
      position,
      ...image,
    })),
    version,
    ...change,
  });

export const product = (ids: Ids, change: object = {}, version = 1) =>
  announcement('catalog.v1', `seller_product:${ids.product}`, SellerProductChanged, {
    version,
    sellerProduct: {
      id: ids.product,
      sellerProfileId: ids.seller,
      productTypeId: ids.type,
      artworkId: ids.artwork,
      title: 'Camiseta da onça',
      slug: `onca-${ids.product}`,
      status: 'active',
      createdAt: day(1),
      variants: [
        { id: ids.medium, productVariantId: ids.medium, priceCents: 7990, isActive: true },
        {
          id: ids.large,
          productVariantId: ids.large,
          priceCents: 8990,
          isActive: true,
          allowedOptions: { color: { values: ['black'] } },
        },
      ],
      ...change,
    },
  });

export const order = (orderId: string, ids: Ids, change: object = {}, version = 1) =>
  announcement('orders.v1', `order:${orderId}`, OrderChanged, {
    version,
    order: {
      id: orderId,
      paymentStatus: 'approved',
      paidAt: soldAt,
      items: [
        { id: newId(), sellerProductId: ids.product, sellerProfileId: ids.seller, artworkId: ids.artwork, quantity: 2 },
      ],
      ...change,
    },
  });

/** All events that a demo product needs to be shown, with one image. */
export const fullProduct = (ids: Ids): Announcement[] => [
  profile(ids),
  productType(ids),
  productVariants(ids),
  template(ids, 'frente'),
  artwork(ids),
  render(ids, 'frente'),
  product(ids),
];

/** Publishes in the given order and waits until all of it is applied. */
export async function emit(
  service: Pick<ServiceView, 'publish' | 'client'>,
  announcements: readonly Announcement[],
): Promise<void> {
  const events: EventReference[] = [];
  for (const { topic, key, value } of announcements) {
    const id = await service.publish(topic, { type: 'changed', key, value });
    events.push({ topic, kind: kindOf(key), id });
  }
  const inbox = service.client(InboxServiceClient);
  await eventually(() => inbox.settled({ events }), { deadlineMs: 30_000 });
}
