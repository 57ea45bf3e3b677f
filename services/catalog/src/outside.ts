import { SellerProfileServiceClient } from '@estampa/contracts/identity/v1/identity';
import {
  ArtworkServiceClient,
  RenderServiceClient,
  TemplateImageServiceClient,
} from '@estampa/contracts/media/v1/media';
import { grpcClient } from '@estampa/kit/grpc-client';
import type { Config } from './config.ts';
import type { Outside } from './context.ts';

/** What lies beyond this service: media-render for artworks, renders and pictures, identity for stores. */
export function connectOutside(config: Config, resources: AsyncDisposableStack): Outside {
  const { IDENTITY_ADDRESS: identity, MEDIA_RENDER_ADDRESS: mediaRender } = config;
  return {
    artworks: resources.use(grpcClient(ArtworkServiceClient, mediaRender, 'catalog')),
    renders: resources.use(grpcClient(RenderServiceClient, mediaRender, 'catalog')),
    templateImages: resources.use(grpcClient(TemplateImageServiceClient, mediaRender, 'catalog')),
    sellerProfiles: resources.use(grpcClient(SellerProfileServiceClient, identity, 'catalog')),
  };
}
