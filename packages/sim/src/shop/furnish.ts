import {
  CompleteTemplateImagesRequest,
  type CompleteTemplateImagesResponse,
  CreateTemplateRequest,
  PresignTemplateImagesRequest,
  type PresignTemplateImagesResponse,
} from '@estampa/contracts/catalog/v1/template';
import { CreateProductTypeRequest, type CreateProductTypeResponse } from '@estampa/contracts/catalog/v1/product_type';
import { CreateVariantRequest, type CreateVariantResponse } from '@estampa/contracts/catalog/v1/variant';
import type { Caller } from '@estampa/kit/rpc/call';
import { imageOf } from '../environment/images.ts';
import type { World } from '../history/world.ts';
import type { Bucket } from './bucket.ts';

/** A product may go on sale with a render on one of them. */
export const TEMPLATE_IDS = ['front', 'folded'] as const;
/** Wide enough for copies beside each render. */
const TEMPLATE_SIDE_PX = 450;
export const PRINT_AREA = { x: 50, y: 50, width: 200, height: 200 };

/** What the platform takes of what nothing else was agreed on. */
export const FEE_BASIS_POINTS = 1_000;

export const ADMIN: Caller = {
  userId: '01900000-0000-7000-8000-0000000000ad',
  roles: ['admin'],
  sellerProfileId: null,
  sessionId: null,
};

/** What sellers choose from: a product type with one variant and its templates. It comes before all faults. */
export type Furniture = { productTypeId: string; productVariantId: string };

export async function furnish(world: World, bucket: Bucket): Promise<Furniture> {
  const send = async <R>(method: string, message: unknown): Promise<R> =>
    (await world.call('catalog', { method, message, caller: ADMIN, idempotency: null })) as R;
  const shares = { platformFeeBasisPoints: FEE_BASIS_POINTS, artistRoyaltyBasisPoints: 5_000 };
  const type = CreateProductTypeRequest.fromPartial({ slug: 'shirt', name: 'Shirt', ...shares });
  const { productType } = await send<CreateProductTypeResponse>('createProductType', type);
  const productTypeId = productType!.id;
  const days = { productionDays: 3, packagingDays: 1 };
  const wanted = CreateVariantRequest.fromPartial({ productTypeId, baseCostCents: 2_000, ...days });
  const { variant } = await send<CreateVariantResponse>('createVariant', wanted);
  for (const id of TEMPLATE_IDS) {
    const place = { displayName: id, printArea: PRINT_AREA, printWidthMm: 280 };
    await send('createTemplate', CreateTemplateRequest.fromPartial({ productTypeId, id, ...place }));
    await addBase(send, bucket, id);
  }
  return { productTypeId, productVariantId: variant!.id };
}

async function addBase(
  send: <R>(method: string, message: unknown) => Promise<R>,
  bucket: Bucket,
  templateId: string,
): Promise<void> {
  const size = { widthPx: TEMPLATE_SIDE_PX, heightPx: TEMPLATE_SIDE_PX };
  const base = imageOf({ format: 'png', ...size, shows: `a shirt, ${templateId}` });
  const image = { kind: 'base', contentType: 'image/png', sizeBytes: base.length };
  const presigned = PresignTemplateImagesRequest.fromPartial({ templateId, images: [image] });
  const { uploads } = await send<PresignTemplateImagesResponse>('presignTemplateImages', presigned);
  bucket.put(uploads[0]!.uploadUrl, base);
  const completed = CompleteTemplateImagesRequest.fromPartial({
    templateId,
    images: [{ kind: 'base', key: uploads[0]!.key }],
  });
  await send<CompleteTemplateImagesResponse>('completeTemplateImages', completed);
}
