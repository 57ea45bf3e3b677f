import type { PresignProfileImageRequest } from '@estampa/contracts/identity/v1/seller_profile';
import { COMPLETE_DEADLINE_MS } from '@estampa/kernel/deadlines';
import type { AllFields } from '@estampa/kernel/all-fields';
import { z } from 'zod';
import { UPLOADED_IMAGE_REJECTIONS } from './image-rejections.ts';
import { route } from './route.ts';
import { storageKey, url, imageType, uploadHeaders } from './schemas.ts';
import { SellerProfileJson, sellerProfileView } from '../views/seller-profile.ts';

const IMAGE_MAX_BYTES = 10 * 1024 * 1024;
/** A file of 10 MB is read, checked and scaled. */

const type = z.enum(['avatar', 'banner']).meta({ id: 'ProfileImageType' });

export const profileImageRoutes = [
  route({
    name: 'presignProfileImage',
    method: 'post',
    path: '/profiles/seller/me/upload-url',
    auth: 'user',
    summary: 'Ask where to PUT an avatar or a banner',
    description: 'Then complete it.',
    notIdempotent: 'changes nothing before the image is completed',
    body: z.object({
      type: type.describe('Which image it is'),
      contentType: imageType.describe('Of the file as it is sent'),
      sizeBytes: z.int().min(1).max(IMAGE_MAX_BYTES).describe('Of the file, exactly'),
    }),
    errors: { 404: ['not_found'] },
    response: z.object({
      uploadUrl: url.describe('Where to PUT the file, for some minutes'),
      key: z.string().describe('What to complete the upload with'),
      type: type.describe('Which image it is'),
      headers: uploadHeaders,
    }),
    async handle({ body, caller, clients }) {
      const { uploadUrl, key, headers } = await clients.sellerProfiles.presignProfileImage({
        userId: caller.userId,
        ...body,
      } satisfies AllFields<PresignProfileImageRequest>);
      return { uploadUrl, key, type: body.type, headers };
    },
  }),

  route({
    name: 'completeProfileImage',
    method: 'post',
    path: '/profiles/seller/me/upload-complete',
    auth: 'user',
    summary: 'Show an uploaded image',
    description: 'An avatar of 512 x 512 px, a banner of 1600 x 400 px, cut about its middle.',
    body: z.object({ type: type.describe('Which image it is'), key: storageKey }),
    errors: {
      400: UPLOADED_IMAGE_REJECTIONS,
      404: ['not_found'],
    },
    response: SellerProfileJson,
    settles: ['storefront'],
    async handle({ body, caller, clients, imageUrl }) {
      const { profile } = await clients.sellerProfiles.completeProfileImage(
        { userId: caller.userId, ...body },
        { deadlineMs: COMPLETE_DEADLINE_MS },
      );
      return sellerProfileView(profile!, imageUrl);
    },
  }),

  route({
    name: 'deleteProfileImage',
    method: 'delete',
    path: '/profiles/seller/me/image/{type}',
    auth: 'user',
    owner: 'nobody',
    summary: 'Show no avatar or banner any more',
    params: z.object({ type }),
    status: 204,
    settles: ['storefront'],
    async handle({ params, caller, clients }) {
      await clients.sellerProfiles.removeProfileImage({ userId: caller.userId, type: params.type });
    },
  }),
];
