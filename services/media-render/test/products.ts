import { randomUUID } from 'node:crypto';
import { SellerProductChanged } from '@estampa/contracts/catalog/v1/events';
import { InboxServiceClient } from '@estampa/contracts/common/v1/inbox';
import type { aSeller, Media } from './media.ts';

type ProductInput = {
  seller: ReturnType<typeof aSeller>;
  artworkId: string;
  productTypeId?: string;
  /** What it shows on surfaces other than its first one. */
  others?: readonly string[];
};

/** A product as the catalog publishes it. */
export function aProduct(media: Media, input: ProductInput) {
  const { seller, artworkId, productTypeId = randomUUID(), others = [] } = input;
  const id = randomUUID();
  const { sellerProfileId } = seller;
  let newest = 0;
  /** Waits until it has been applied. */
  const emit = async (
    status: string,
    version = newest + 1,
    shownElsewhere = others,
    deleted = false,
  ): Promise<void> => {
    newest = Math.max(newest, version);
    const shown = [artworkId, ...shownElsewhere];
    const surfaces = shown.map((one, place) => ({ surface: `surface-${place}`, artworkId: one }));
    const sellerProduct = { id, artworkId, status, sellerProfileId, productTypeId, surfaces, title: 'A product' };
    const value = SellerProductChanged.toJSON(SellerProductChanged.fromPartial({ sellerProduct, version, deleted }));
    const event = { type: 'seller_product_updated', key: `seller_product:${id}`, value };
    const eventId = await media.service.publish('catalog.v1', event);
    const received = { topic: 'catalog.v1', kind: 'seller_product', id: eventId };
    await media.service.client(InboxServiceClient).settled({ events: [received] });
  };
  return { id, emit, emitDeleted: () => emit('archived', newest + 1, others, true) };
}
