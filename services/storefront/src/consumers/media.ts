import { ArtworkChanged, GalleryChanged, RenderChanged } from '@estampa/contracts/media/v1/events';
import { type Consumer, subscribe, subscribeBatch } from '@estampa/kit/consumers';
import { alone, shared } from '@estampa/kit/fact-locks';
import type { Context } from '../context.ts';
import { artworkFact, productFact, templateFact } from '../domain/fact-names.ts';
import { deriveAtEnd } from '../usecases/derive-at-end.ts';
import { keepArtwork } from '../usecases/keep-artwork.ts';
import { keepGallery } from '../usecases/keep-gallery.ts';
import { keepRenders, keepRendersAhead } from '../usecases/keep-renders.ts';

export const media: Consumer<Context> = {
  topic: 'media.v1',
  isRetold: true,
  on: {
    artwork: subscribe(ArtworkChanged, keepArtwork, ({ artwork }) => [alone(artworkFact(artwork!.id))]),
    render: subscribeBatch(
      RenderChanged,
      keepRenders,
      ({ render }) => [alone(artworkFact(render!.artworkId)), shared(templateFact(render!.templateId))],
      keepRendersAhead,
    ),
    gallery: subscribe(GalleryChanged, keepGallery, ({ sellerProductId }) => [alone(productFact(sellerProductId))]),
  },
  conclude: deriveAtEnd,
};
