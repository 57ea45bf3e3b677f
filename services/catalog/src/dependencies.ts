import { SellerProfileServiceClient } from '@estampa/contracts/identity/v1/seller_profile';
import { ArtworkServiceClient } from '@estampa/contracts/media/v1/artwork';
import { RenderServiceClient } from '@estampa/contracts/media/v1/render';
import { TemplateImageServiceClient } from '@estampa/contracts/media/v1/template_image';
import type { Connect } from '@estampa/kit/rpc/client';
import type { Config } from './config.ts';
import type { Dependencies } from './context.ts';

/** What lies beyond this service: media-render for artworks, renders and images, identity for stores. */
export function connectDependencies(config: Config, connect: Connect): Dependencies {
  const { IDENTITY_ADDRESS: identity, MEDIA_RENDER_ADDRESS: mediaRender } = config;
  return {
    artworks: connect(ArtworkServiceClient, mediaRender),
    renders: connect(RenderServiceClient, mediaRender),
    templateImages: connect(TemplateImageServiceClient, mediaRender),
    sellerProfiles: connect(SellerProfileServiceClient, identity),
  };
}
