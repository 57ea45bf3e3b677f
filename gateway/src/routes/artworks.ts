import { COMPLETE_DEADLINE_MS } from '@estampa/kernel/deadlines';
import { DomainError, unknownReference } from '@estampa/kernel/errors';
import type { Caller } from '@estampa/kit/rpc/call';
import { maskedUpdate } from '@estampa/kit/rpc/update-mask';
import { z } from 'zod';
import type { Clients } from '../clients/clients.ts';
import { UPLOADED_IMAGE_REJECTIONS } from './image-rejections.ts';
import { changesQuery, changesSince } from './order-period.ts';
import { page, replyWith, route } from './route.ts';
import {
  id,
  iso,
  listOf,
  pageQuery,
  paragraphs,
  pathId,
  storageKey,
  text,
  timestamp,
  url,
  imageType,
  uploadHeaders,
  slug,
} from './schemas.ts';
import { sellerProfileOf } from '../access/seller-profile-of.ts';
import { ArtworkStatus, ArtworkJson, artworkView, PublicArtworkJson } from '../views/artwork.ts';
import { withoutNulls } from '../http/without-nulls.ts';

const ARTWORK_MAX_BYTES = 100 * 1024 * 1024;
const TITLE_MAX_CHARACTERS = 200;
/** A file of 100 MB is read, checked and scaled. */

const DESCRIPTION_MAX_CHARACTERS = 5_000;
const TAG_MAX_CHARACTERS = 50;
const TAGS_MAX = 20;

const ofArtwork = z.object({ artworkId: pathId });

export const artworkRoutes = [
  route({
    name: 'presignArtwork',
    method: 'post',
    path: '/uploads/artworks/presign',
    auth: 'seller',
    summary: 'Ask where to PUT the original of an artwork',
    description: 'Then complete it.',
    body: z.object({
      contentType: imageType.describe('Of the file as it is sent'),
      sizeBytes: z.int().min(1).max(ARTWORK_MAX_BYTES).describe('Of the file, exactly'),
      artworkId: id.nullish().describe('An own artwork, to add a new version of its file'),
      sellerProfileId: id.nullish().describe('For admins: the seller on whose behalf they upload'),
    }),
    errors: { 400: ['unknown_reference', 'seller_profile_required', 'quota_exceeded', 'limit_reached'] },
    response: z.object({
      artworkId: id.describe('What to complete; a new artwork exists from then on'),
      uploadUrl: url.describe('Where to PUT the file'),
      key: z.string().describe('What to complete the upload with'),
      headers: uploadHeaders,
      expiresAt: timestamp.describe('When the address ends'),
    }),
    async handle({ body, caller, clients }) {
      const { artworkId, upload } = await clients.artworks.presignArtwork({
        sellerProfileId: await uploadingFor(caller, body.sellerProfileId ?? null, clients),
        contentType: body.contentType,
        sizeBytes: body.sizeBytes,
        artworkId: body.artworkId ?? undefined,
      });
      const { uploadUrl, key, headers, expiresAt } = upload!;
      return { artworkId, uploadUrl, key, headers, expiresAt: iso(expiresAt!) };
    },
  }),

  route({
    name: 'completeArtwork',
    method: 'post',
    path: '/uploads/artworks/{artworkId}/complete',
    auth: 'seller',
    owner: 'seller',
    summary: 'Make an artwork of an uploaded original, or its next version',
    description: 'The next version returns 200, as does a repeated request.',
    params: ofArtwork,
    body: z.object({
      key: storageKey,
      title: text(1, TITLE_MAX_CHARACTERS).describe('What visitors see'),
      slug: slug.nullish().describe('Made from the title when left out'),
    }),
    status: 201,
    statusWhenRepeated: 200,
    errors: {
      400: [...UPLOADED_IMAGE_REJECTIONS, 'quota_exceeded'],
      409: ['already_exists', 'conflict'],
    },
    response: ArtworkJson,
    settles: ['storefront'],
    async handle({ params, body, clients, imageUrl }) {
      const { artwork, created } = await clients.artworks.completeArtwork(
        { ...params, ...withoutNulls(body) },
        { deadlineMs: COMPLETE_DEADLINE_MS },
      );
      return replyWith(created ? 201 : 200, artworkView(artwork!, imageUrl));
    },
  }),

  route({
    name: 'listOwnArtworks',
    method: 'get',
    path: '/artworks/me',
    auth: 'seller',
    summary: 'List own artworks, newest first, or what changed since',
    query: z.object({
      ...pageQuery,
      ...changesQuery,
      sellerProfileId: id.optional().describe('For admins: the artworks of this seller'),
    }),
    errors: { 400: ['seller_profile_required'] },
    response: listOf('artworks', ArtworkJson),
    async handle({ query: { skip, limit, sellerProfileId, ...filter }, caller, clients, imageUrl }) {
      const { artworks, total } = await clients.artworks.listArtworks({
        sellerProfileId: sellerProfileId ?? sellerProfileOf(caller),
        page: { skip, limit },
        updatedSince: changesSince(filter),
      });
      return { artworks: artworks.map((artwork) => artworkView(artwork, imageUrl)), total, skip, limit };
    },
  }),

  route({
    name: 'getArtwork',
    method: 'get',
    path: '/artworks/{artworkId}',
    auth: 'seller',
    owner: 'seller',
    summary: 'One of the own artworks',
    params: ofArtwork,
    response: ArtworkJson,
    async handle({ params: { artworkId }, clients, imageUrl }) {
      const { artwork } = await clients.artworks.getArtwork({ id: artworkId });
      return artworkView(artwork!, imageUrl);
    },
  }),

  route({
    name: 'updateArtwork',
    method: 'patch',
    path: '/artworks/{artworkId}',
    auth: 'seller',
    owner: 'seller',
    summary: 'Change the details of an artwork',
    params: ofArtwork,
    body: z
      .object({
        title: text(1, TITLE_MAX_CHARACTERS).describe('What visitors see'),
        slug: slug.describe('Unique among the artist’s'),
        description: paragraphs(0, DESCRIPTION_MAX_CHARACTERS)
          .nullable()
          .describe('What visitors read; null clears it'),
        tags: z.array(text(1, TAG_MAX_CHARACTERS)).max(TAGS_MAX).nullable().describe('All of them; null clears them'),
        status: ArtworkStatus.describe('An artwork on a product that is on sale cannot be made inactive'),
      })
      .partial(),
    errors: { 400: ['wrong_state'], 409: ['already_exists'] },
    response: ArtworkJson,
    settles: ['storefront'],
    async handle({ params: { artworkId }, body, clients, imageUrl }) {
      const { artwork } = await clients.artworks.updateArtwork({
        ...maskedUpdate(body),
        tags: body.tags ?? [],
        id: artworkId,
      });
      return artworkView(artwork!, imageUrl);
    },
  }),

  route({
    name: 'deactivateArtwork',
    method: 'delete',
    path: '/artworks/{artworkId}',
    auth: 'seller',
    owner: 'seller',
    summary: 'Deactivate an artwork that no product on sale shows',
    description: 'It can be made active again.',
    params: ofArtwork,
    status: 204,
    errors: { 400: ['wrong_state'] },
    settles: ['storefront'],
    async handle({ params: { artworkId }, clients }) {
      await clients.artworks.updateArtwork({ ...maskedUpdate({ status: 'inactive' }), tags: [], id: artworkId });
    },
  }),

  page({
    name: 'getPublicArtwork',
    path: '/artworks/public/{id}',
    summary: 'Show an artwork with the products on sale that show it',
    params: z.object({ id: pathId }),
    response: PublicArtworkJson,
    async document({ params, clients }) {
      const { document } = await clients.storefront.getStoreArtwork(params);
      return document!;
    },
  }),

  route({
    name: 'checkArtworkSlug',
    method: 'get',
    path: '/artworks/check-slug',
    auth: 'seller',
    summary: 'Whether a slug is free among the own artworks',
    query: z.object({ slug, sellerProfileId: id.optional().describe('For admins: among the artworks of this seller') }),
    errors: { 400: ['seller_profile_required'] },
    response: z.object({
      slug: z.string().describe('As requested'),
      available: z.boolean().describe('Whether an artwork can take it'),
    }),
    async handle({ query: { slug: requested, sellerProfileId }, caller, clients }) {
      const { available } = await clients.artworks.checkArtworkSlug({
        sellerProfileId: sellerProfileId ?? sellerProfileOf(caller),
        slug: requested,
      });
      return { slug: requested, available };
    },
  }),
];

/** Sellers upload for themselves; admins for whom they name, who must exist. */
async function uploadingFor(caller: Caller, sellerProfileId: string | null, clients: Clients): Promise<string> {
  if (sellerProfileId === null || sellerProfileId === caller.sellerProfileId) return sellerProfileOf(caller);
  if (!caller.roles.includes('admin')) return sellerProfileId;
  await clients.sellerProfiles.getSellerProfile({ id: sellerProfileId }).catch((error: unknown) => {
    if (error instanceof DomainError && error.kind === 'not_found') {
      throw unknownReference('sellerProfileId', 'seller');
    }
    throw error;
  });
  return sellerProfileId;
}
