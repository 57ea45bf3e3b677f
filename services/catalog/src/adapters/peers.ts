import { SellerProfileServiceClient } from '@estampa/contracts/identity/v1/identity';
import {
  ArtworkServiceClient,
  RenderServiceClient,
  TemplateImageServiceClient,
} from '@estampa/contracts/media/v1/media';
import { grpcClient } from '@estampa/kit/grpc-client';

type Addresses = { IDENTITY_ADDRESS: string; MEDIA_RENDER_ADDRESS: string };

/** The services that the catalog asks: media-render about artworks, renders and pictures, identity about stores. */
export function connectPeers(addresses: Addresses, resources: AsyncDisposableStack) {
  const { IDENTITY_ADDRESS: identity, MEDIA_RENDER_ADDRESS: mediaRender } = addresses;
  return {
    artworks: resources.use(grpcClient(ArtworkServiceClient, mediaRender, 'catalog')),
    renders: resources.use(grpcClient(RenderServiceClient, mediaRender, 'catalog')),
    templateImages: resources.use(grpcClient(TemplateImageServiceClient, mediaRender, 'catalog')),
    sellerProfiles: resources.use(grpcClient(SellerProfileServiceClient, identity, 'catalog')),
  };
}
