import { ArtworkChanged, RenderChanged } from '@estampa/contracts/media/v1/events';
import { type Consumer, hear } from '@estampa/kit/consumers';
import type { Context } from '../context.ts';
import { keepArtwork } from '../usecases/keep-artwork.ts';
import { keepRender } from '../usecases/keep-render.ts';

export const media: Consumer<Context> = {
  topic: 'media.v1',
  isRetold: true,
  on: { artwork: hear(ArtworkChanged, keepArtwork), render: hear(RenderChanged, keepRender) },
};
