import {
  ArtworkServiceService,
  RenderServiceService,
  TemplateImageServiceService,
} from '@estampa/contracts/media/v1/media';
import type { Consumer } from '@estampa/kit/consumers';
import type { Orm } from '@estampa/kit/db';
import { implement, type Implementation } from '@estampa/kit/grpc-server';
import type { Applied } from '@estampa/kit/inbox';
import { settledService } from '@estampa/kit/settled';
import type { Context } from '../context.ts';
import { artworks } from './artworks.ts';
import { renders } from './renders.ts';
import { templateImages } from './template-images.ts';

/** Everything that this service answers. */
export const servicesWith = (
  orm: Orm,
  applied: Applied,
  consumers: readonly Consumer<Context>[],
): Implementation<Context>[] => [
  implement(ArtworkServiceService, artworks),
  implement(RenderServiceService, renders),
  implement(TemplateImageServiceService, templateImages),
  settledService(orm, applied, consumers),
];
