import type { SellerProfileServiceService } from '@estampa/contracts/identity/v1/seller_profile';
import type { ArtworkServiceService } from '@estampa/contracts/media/v1/artwork';
import type { RenderServiceService } from '@estampa/contracts/media/v1/render';
import type { TemplateImageServiceService } from '@estampa/contracts/media/v1/template_image';
import type { BaseContext } from '@estampa/kit/service/context';
import type { RpcClient } from '@estampa/kit/rpc/client';

export type Dependencies = {
  artworks: RpcClient<typeof ArtworkServiceService>;
  renders: RpcClient<typeof RenderServiceService>;
  templateImages: RpcClient<typeof TemplateImageServiceService>;
  sellerProfiles: RpcClient<typeof SellerProfileServiceService>;
};

/** What a use case may touch. */
export type Context = BaseContext & Dependencies;
