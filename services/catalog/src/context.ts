import type { SellerProfileServiceService } from '@estampa/contracts/identity/v1/identity';
import type {
  ArtworkServiceService,
  RenderServiceService,
  TemplateImageServiceService,
} from '@estampa/contracts/media/v1/media';
import type { BaseContext } from '@estampa/kit/context';
import type { RpcClient } from '@estampa/kit/grpc-client';

export type Outside = {
  artworks: RpcClient<typeof ArtworkServiceService>;
  renders: RpcClient<typeof RenderServiceService>;
  templateImages: RpcClient<typeof TemplateImageServiceService>;
  sellerProfiles: RpcClient<typeof SellerProfileServiceService>;
};

/** What a use case may touch. */
export type Context = BaseContext & Outside;
