import type {
  CreateSellerProfileRequest,
  UpdateSellerProfileRequest,
} from '@estampa/contracts/identity/v1/seller_profile';
import type { AllFields } from '@estampa/kernel/all-fields';
import { maskedUpdate } from '@estampa/kit/rpc/update-mask';
import { z } from 'zod';
import { route } from './route.ts';
import { paragraphs, text, webUrl } from './schemas.ts';
import { SellerProfileJson, sellerProfileView, StoreStatus } from '../views/seller-profile.ts';

const STORE_NAME_MAX_CHARACTERS = 80;
const BIO_MAX_CHARACTERS = 2_000;
const PLATFORM_MAX_CHARACTERS = 50;
const SOCIAL_LINKS_MAX = 10;

const storeSlug = z.string().regex(/^[a-z0-9-]{3,50}$/, 'must be 3-50 lower-case letters, digits and hyphens');
const socialLinks = z
  .array(
    z.object({
      platform: text(1, PLATFORM_MAX_CHARACTERS).describe('Such as instagram'),
      url: webUrl(/^https$/).describe('Of the artist there'),
    }),
  )
  .max(SOCIAL_LINKS_MAX);

const about = {
  displayName: text(1, STORE_NAME_MAX_CHARACTERS)
    .nullish()
    .describe('What the artist is called; the store’s name when left out'),
  bio: paragraphs(0, BIO_MAX_CHARACTERS).nullish().describe('What visitors read about the artist'),
  socialLinks: socialLinks.nullish().describe('All of them: those there were before are replaced'),
};

const NewBody = z.object({
  storeName: text(1, STORE_NAME_MAX_CHARACTERS).nullish().meta({ description: 'Your name by default' }),
  storeSlug: storeSlug.nullish().meta({ description: 'Made of the store’s name by default' }),
  ...about,
});

const ChangeBody = z.object({
  storeName: text(1, STORE_NAME_MAX_CHARACTERS).optional().describe('What visitors see'),
  storeSlug: storeSlug.optional().describe('The store in addresses; links with the old one end'),
  ...about,
  storeStatus: StoreStatus.optional().describe('Whether the store is shown in discovery'),
});

export const sellerProfileRoutes = [
  route({
    name: 'createSellerProfile',
    method: 'post',
    path: '/profiles/seller/me',
    auth: 'user',
    summary: 'Become a seller',
    description:
      'A profile that was given up opens again. Where sellers are invited, only who took up an invitation becomes one.',
    body: NewBody,
    status: 201,
    errors: { 403: ['invitation_required'], 409: ['already_exists'] },
    response: SellerProfileJson,
    settles: ['storefront'],
    async handle({ body, caller, clients, imageUrl }) {
      const { profile } = await clients.sellerProfiles.createSellerProfile({
        userId: caller.userId,
        storeName: body.storeName ?? undefined,
        storeSlug: body.storeSlug ?? undefined,
        displayName: body.displayName ?? undefined,
        bio: body.bio ?? undefined,
        socialLinks: body.socialLinks ?? [],
      } satisfies AllFields<CreateSellerProfileRequest>);
      return sellerProfileView(profile!, imageUrl);
    },
  }),

  route({
    name: 'getSellerProfile',
    method: 'get',
    path: '/profiles/seller/me',
    auth: 'user',
    summary: 'One’s own seller profile',
    errors: { 404: ['not_found'] },
    response: SellerProfileJson,
    async handle({ caller, clients, imageUrl }) {
      const { profile } = await clients.sellerProfiles.getSellerProfile({ userId: caller.userId });
      return sellerProfileView(profile!, imageUrl);
    },
  }),

  route({
    name: 'updateSellerProfile',
    method: 'patch',
    path: '/profiles/seller/me',
    auth: 'user',
    summary: 'Change one’s own seller profile',
    body: ChangeBody,
    errors: { 404: ['not_found'], 409: ['already_exists'] },
    response: SellerProfileJson,
    settles: ['storefront'],
    async handle({ body, caller, clients, imageUrl }) {
      const { profile } = await clients.sellerProfiles.updateSellerProfile({
        userId: caller.userId,
        ...maskedUpdate(body),
        socialLinks: body.socialLinks ?? [],
      } satisfies AllFields<UpdateSellerProfileRequest>);
      return sellerProfileView(profile!, imageUrl);
    },
  }),

  route({
    name: 'deleteSellerProfile',
    method: 'delete',
    path: '/profiles/seller/me',
    auth: 'user',
    summary: 'Be a seller no more',
    description: 'The record stays for past orders, and the last role stays.',
    status: 204,
    errors: { 400: ['last_role'], 404: ['not_found'] },
    settles: ['storefront'],
    async handle({ caller, clients }) {
      await clients.sellerProfiles.deleteSellerProfile({ userId: caller.userId });
    },
  }),
];
