import { COMPLETE_DEADLINE_MS } from '@estampa/kernel/deadlines';
import { z } from 'zod';
import { ProductTypeJson, productTypeView } from '../views/product-type.ts';
import { route } from './route.ts';
import { pathId, storageKey, text, uploadHeaders, url } from './schemas.ts';

const PROFILE_MAX_BYTES = 4 * 1024 * 1024;
const NAME_MAX_CHARACTERS = 150;

const params = z.object({ id: pathId });

export const pressProfileRoutes = [
  route({
    name: 'presignPressProfile',
    method: 'post',
    path: '/products/types/{id}/press-profile/presign',
    auth: 'admin',
    summary: 'Ask where to PUT the ICC profile of the press that prints a product type',
    description: 'Then complete it. The file is deleted a day later.',
    notIdempotent: 'changes nothing before the profile is completed',
    params,
    body: z.object({ sizeBytes: z.int().min(1).max(PROFILE_MAX_BYTES).describe('Of the file, exactly') }),
    response: z
      .object({
        uploadUrl: url.describe('Where to PUT the file, for some minutes'),
        key: z.string().describe('What to complete the upload with'),
        headers: uploadHeaders,
      })
      .meta({ id: 'PressProfileUpload' }),
    async handle({ params: { id }, body, clients }) {
      const file = { productTypeId: id, ...body };
      const { uploadUrl, key, headers } = await clients.productTypes.presignPressProfile(file);
      return { uploadUrl, key, headers };
    },
  }),

  route({
    name: 'completePressProfile',
    method: 'post',
    path: '/products/types/{id}/press-profile/complete',
    auth: 'admin',
    summary: 'Print a product type by an uploaded ICC profile',
    description:
      'A profile of a press in CMYK, of version 2 or 4, with tables both ways (A2B0, B2A0). TIFF files of what is sold from then on and soft proofs are made with it. What was sold before keeps what it was sold with.',
    params,
    body: z.object({ key: storageKey, name: text(1, NAME_MAX_CHARACTERS).describe('What admins call the profile') }),
    errors: { 400: ['unknown_reference', 'file_not_found', 'not_a_profile', 'unusable_profile'] },
    response: ProductTypeJson,
    settles: ['media-render', 'storefront'],
    async handle({ params: { id }, body, clients }) {
      const { productType } = await clients.productTypes.completePressProfile(
        { productTypeId: id, ...body },
        { deadlineMs: COMPLETE_DEADLINE_MS },
      );
      return productTypeView(productType!);
    },
  }),

  route({
    name: 'removePressProfile',
    method: 'delete',
    path: '/products/types/{id}/press-profile',
    auth: 'admin',
    summary: 'Print a product type by the built-in profile again',
    description: 'What was sold before keeps the profile that it was sold with.',
    params,
    status: 204,
    settles: ['media-render', 'storefront'],
    handle: ({ params: { id }, clients }) => clients.productTypes.removePressProfile({ productTypeId: id }),
  }),
];
