import type { ArtworkServiceService, UpdateArtworkRequest } from '@estampa/contracts/media/v1/artwork';
import { command } from '@estampa/kit/rpc/command';
import type { Handlers } from '@estampa/kit/rpc/server';
import { changesIn, type UpdateFields } from '@estampa/kit/rpc/update-mask';
import type { Context } from '../context.ts';
import type { WantedArtworkChange } from '../domain/artwork.ts';
import { artworkMessage } from '../messages/artwork.ts';
import { placementMessage } from '../messages/render.ts';
import { checkArtworkSlug } from '../usecases/artworks/check-artwork-slug.ts';
import { completeArtwork } from '../usecases/artworks/complete-artwork.ts';
import { getArtwork } from '../usecases/artworks/get-artwork.ts';
import { holdArtwork } from '../usecases/artworks/hold-artwork.ts';
import { listArtworks } from '../usecases/artworks/list-artworks.ts';
import { listPlacements } from '../usecases/renders/list-placements.ts';
import { presignArtwork } from '../usecases/artworks/presign-artwork.ts';
import { putPlacement } from '../usecases/renders/put-placement.ts';
import { updateArtwork } from '../usecases/artworks/update-artwork.ts';

export const artworks: Handlers<typeof ArtworkServiceService, Context> = {
  presignArtwork: command(
    (context, request) => presignArtwork(context, { ...request, artworkId: request.artworkId ?? null }),
    (presigned) => presigned,
  ),

  completeArtwork: command(
    (context, request) => completeArtwork(context, { ...request, slug: request.slug ?? null }),
    ({ artwork, created }) => ({ artwork: artworkMessage(artwork), created }),
  ),

  getArtwork: async (context, { id }) => ({
    artwork: artworkMessage(await getArtwork(context, id)),
  }),

  async listArtworks(context, request) {
    const [rows, total] = await listArtworks(context, request);
    return { artworks: rows.map((row) => artworkMessage(row)), total };
  },

  updateArtwork: command(
    (context, { id, ...request }) => updateArtwork(context, { id, wanted: changesIn({ id, ...request }, CHANGEABLE) }),
    (artwork) => ({ artwork: artworkMessage(artwork) }),
    { callsOthers: false },
  ),

  holdArtwork: command(
    (context, { alsoOn, ...request }) => holdArtwork(context, { ...request, alsoOn: alsoOn?.list ?? [] }),
    (response) => response,
    { callsOthers: false },
  ),

  checkArtworkSlug: async (context, request) => ({ available: await checkArtworkSlug(context, request) }),

  async listPlacements(context, request) {
    const [rows, total] = await listPlacements(context, request);
    return { placements: rows.map((row) => placementMessage(row)), total };
  },

  putPlacement: command(
    (context, { artworkId, templateId, ...placement }) => putPlacement(context, { artworkId, templateId, placement }),
    (placement) => ({ placement: placementMessage(placement) }),
  ),
};

const CHANGEABLE = {
  title: 'required',
  slug: 'required',
  description: 'clearable',
  tags: 'required',
  status: 'required',
} as const satisfies UpdateFields<UpdateArtworkRequest, 'id', WantedArtworkChange>;
