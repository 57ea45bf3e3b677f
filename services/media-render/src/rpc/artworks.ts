import type { ArtworkServiceService } from '@estampa/contracts/media/v1/media';
import { command } from '@estampa/kit/command';
import type { Handlers } from '@estampa/kit/grpc-server';
import type { Context } from '../context.ts';
import { artworkMessage } from '../messages/artwork.ts';
import { completeArtwork } from '../usecases/complete-artwork.ts';
import { getArtwork } from '../usecases/get-artwork.ts';
import { listArtworks } from '../usecases/list-artworks.ts';
import { presignArtwork } from '../usecases/presign-artwork.ts';

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
};
