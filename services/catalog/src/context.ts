import type { SellerProfileServiceService } from '@estampa/contracts/identity/v1/identity';
import type {
  ArtworkServiceService,
  RenderServiceService,
  TemplateImageServiceService,
} from '@estampa/contracts/media/v1/media';
import type { Caller } from '@estampa/kit/call';
import type { RpcClient } from '@estampa/kit/grpc-client';
import type { EntityManager } from '@mikro-orm/postgresql';

/** What a use case may touch. */
export type Context = {
  em: EntityManager;
  caller: Caller | null;
  now: () => Date;
  artworks: RpcClient<typeof ArtworkServiceService>;
  renders: RpcClient<typeof RenderServiceService>;
  templateImages: RpcClient<typeof TemplateImageServiceService>;
  sellerProfiles: RpcClient<typeof SellerProfileServiceService>;
};
