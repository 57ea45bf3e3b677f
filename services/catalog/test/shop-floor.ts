import { randomUUID } from 'node:crypto';
import { ProductTypeServiceClient } from '@estampa/contracts/catalog/v1/product_type';
import { SellerProductServiceClient } from '@estampa/contracts/catalog/v1/seller_product';
import { TemplateServiceClient } from '@estampa/contracts/catalog/v1/template';
import { TemplateImportServiceClient } from '@estampa/contracts/catalog/v1/template_import';
import { Artwork } from '@estampa/contracts/media/v1/artwork';
import { Render } from '@estampa/contracts/media/v1/render';
import type { Caller, IdempotencyKey } from '@estampa/kit/rpc/call';
import { startWorkerService } from '@estampa/testing/start-service';
import { type Neighbours, startNeighbours } from './neighbours.ts';

export const admin: Caller = { userId: randomUUID(), roles: ['admin'], sellerProfileId: null, sessionId: null };
export const customer: Caller = { userId: randomUUID(), roles: ['customer'], sellerProfileId: null, sessionId: null };
export const aSeller = (): Caller & { sellerProfileId: string } => ({
  userId: randomUUID(),
  roles: ['seller'],
  sellerProfileId: randomUUID(),
  sessionId: null,
});

let neighboursOfThisWorker: Promise<Neighbours> | undefined;

/** The catalog's real process, with what a test needs around it, and what earlier test files of this worker left in it. */
export async function openShopFloor() {
  const neighbours = await (neighboursOfThisWorker ??= startNeighbours());
  const { address } = neighbours;
  const service = await startWorkerService('catalog', { IDENTITY_ADDRESS: address, MEDIA_RENDER_ADDRESS: address });
  const as = (caller: Caller | null, idempotency: IdempotencyKey | null = null) => ({
    types: service.client(ProductTypeServiceClient, { caller, idempotency }),
    templates: service.client(TemplateServiceClient, { caller, idempotency }),
    templateImports: service.client(TemplateImportServiceClient, { caller, idempotency }),
    products: service.client(SellerProductServiceClient, { caller, idempotency }),
  });
  return { service, neighbours, as, close: service.stop };
}

export type ShopFloor = Awaited<ReturnType<typeof openShopFloor>>;

const aSlug = () => `type-${randomUUID().slice(0, 8)}`;

/** A type with two sizes, a required colour and an optional collar, its variants and one active template. */
export async function setUpType({ as }: Pick<ShopFloor, 'as'>) {
  const { types, templates } = as(admin);
  const slug = aSlug();
  const { productType } = await types.createProductType({
    slug,
    name: 'Camiseta',
    platformFeeBasisPoints: 1500,
    artistRoyaltyBasisPoints: 5000,
  });
  const productTypeId = productType!.id;
  const asset = (value: string, labelPt: string) => ({ key: 'size', value, labelPt });
  await types.createAssets({ productTypeId, assets: [asset('P', 'Pequena'), asset('M', 'Média')] });
  const option = { productTypeId, displayBehavior: 'filter', inputType: 'color_picker' };
  const values = (...all: string[]) => all.map((value) => ({ value, labelPt: value }));
  await types.createOption({
    ...option,
    key: 'color',
    labelPt: 'Cor',
    required: true,
    values: values('white', 'black'),
  });
  await types.createOption({
    ...option,
    key: 'collar',
    labelPt: 'Gola',
    required: false,
    values: values('round', 'v'),
  });
  const costs = { baseCostCents: 3500, productionDays: 3, packagingDays: 1 };
  const { variants } = await types.generateVariants({ productTypeId, ...costs });
  const { template } = await templates.createTemplate({
    productTypeId,
    displayName: `Frente ${slug}`,
    assets: {},
    isActive: true,
  });
  return { productTypeId, slug, variants, template: template! };
}

export type TypeOnSale = Awaited<ReturnType<typeof setUpType>>;

/** An artwork as media-render knows it. */
export function anArtwork({ neighbours }: ShopFloor, sellerProfileId: string, given: Partial<Artwork> = {}): Artwork {
  const artwork = Artwork.fromPartial({ id: randomUUID(), sellerProfileId, status: 'active', ...given });
  neighbours.artworks.set(artwork.id, artwork);
  return artwork;
}

export function aRender({ neighbours }: ShopFloor, artworkId: string, templateId: string): void {
  neighbours.renders.push(Render.fromPartial({ id: randomUUID(), artworkId, templateId, status: 'rendered' }));
}

/** The input of a draft with all variants of the type. */
export const aDraft = (type: TypeOnSale, artwork: Artwork) => ({
  sellerProfileId: artwork.sellerProfileId,
  productTypeId: type.productTypeId,
  artworkId: artwork.id,
  title: 'Produto de teste',
  variants: type.variants.map(({ id }) => ({ productVariantId: id, priceCents: 7990, allowedOptions: {} })),
});
