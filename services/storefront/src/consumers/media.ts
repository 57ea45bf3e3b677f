import { ArtworkChanged, GalleryChanged, RenderChanged } from '@estampa/contracts/media/v1/events';
import { mockupOf } from '@estampa/kernel/mockup-name';
import { type Consumer, subscribe } from '@estampa/kit/events/consumers';
import { exclusive, shared } from '@estampa/kit/events/state-locks';
import type { Context } from '../context.ts';
import { artworkLock, productLock, templateLock } from '../domain/lock-names.ts';
import { deriveAtEnd } from '../usecases/projections/derive-at-end.ts';
import type { LeftToDerive } from '../usecases/projections/left-to-derive.ts';
import { projectArtwork } from '../usecases/projections/project-artwork.ts';
import { projectGallery } from '../usecases/projections/project-gallery.ts';
import { projectRenders, projectRendersAhead } from '../usecases/projections/project-renders.ts';

export const media: Consumer<Context, LeftToDerive> = {
  topic: 'media.v1',
  isRepublished: true,
  on: {
    artwork: subscribe(ArtworkChanged, {
      apply: projectArtwork,
      locks: ({ artwork }) => [exclusive(artworkLock(artwork!.id))],
    }),
    render: subscribe(RenderChanged, {
      applyBatch: projectRenders,
      ahead: projectRendersAhead,
      locks: ({ render }) => [
        exclusive(artworkLock(render!.artworkId)),
        shared(templateLock(mockupOf(render!.templateId).templateId)),
      ],
    }),
    gallery: subscribe(GalleryChanged, {
      apply: projectGallery,
      locks: ({ sellerProductId }) => [exclusive(productLock(sellerProductId))],
    }),
  },
  conclude: deriveAtEnd,
};
