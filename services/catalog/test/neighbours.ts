import { randomUUID } from 'node:crypto';
import { Server, ServerCredentials, type handleUnaryCall } from '@grpc/grpc-js';
import { SellerProfile, SellerProfileServiceService } from '@estampa/contracts/identity/v1/seller_profile';
import { type Artwork, ArtworkServiceService } from '@estampa/contracts/media/v1/artwork';
import type { Render } from '@estampa/contracts/media/v1/render';
import { TemplateImageServiceService } from '@estampa/contracts/media/v1/template_image';
import { DomainError, notFound } from '@estampa/kernel/errors';
import { toServiceError } from '@estampa/kit/rpc/errors';

/** Stand-ins for the services that the catalog calls, responding from memory over real gRPC. */
export type Neighbours = {
  address: string;
  artworks: Map<string, Artwork>;
  renders: Render[];
  publishedStores: string[];
  /** Ids of the seller profiles that identity knows. */
  sellers: Set<string>;
  /** The kinds of template images in each inspection request. */
  checks: string[][];
  /** What the Photoshop files at some keys contain. */
  psds: Map<string, PsdFile>;
};

/** Where media-render finds something else. */
export const NO_PROFILE = 'private/press-profile-uploads/no-profile';

type PsdFile = { read(): Promise<Message>; draw(printArea: number, templateId: string): Message };

export async function startNeighbours(): Promise<Neighbours> {
  const artworks = new Map<string, Artwork>();
  const renders: Render[] = [];
  const publishedStores: string[] = [];
  const sellers = new Set<string>();
  const checks: string[][] = [];
  const psds = new Map<string, PsdFile>();
  const server = new Server();

  server.addService(ArtworkServiceService, {
    ...unasked(ArtworkServiceService),
    getArtwork: response(({ id }: { id: string }) => {
      const artwork = artworks.get(id);
      if (!artwork) throw notFound('artwork', id);
      return { artwork };
    }),
    holdArtwork: response(({ artworkId, templateIds }: { artworkId: string; templateIds: string[] }) => {
      const isRendered = renders.some(
        (render) =>
          render.artworkId === artworkId && render.status === 'rendered' && templateIds.includes(render.templateId),
      );
      return { isActive: artworks.get(artworkId)?.status !== 'inactive', isRendered };
    }),
  });
  server.addService(TemplateImageServiceService, {
    ...unasked(TemplateImageServiceService),
    readPsd: response(({ key }) => psds.get(key)!.read()),
    drawPsd: response(({ key, printArea, templateId }) => psds.get(key)!.draw(printArea, templateId)),
    presignPressProfile: response(({ sizeBytes }) => ({
      upload: { uploadUrl: 'http://upload', key: `private/press-profile-uploads/${sizeBytes}`, headers: {} },
    })),
    storePressProfile: response(({ key }) => {
      if (key === NO_PROFILE) throw new DomainError('invalid', 'not_a_profile', 'not a profile');
      return { key: key.replace('uploads', 'copies'), digest: 'a1'.repeat(32) };
    }),
    presignTemplateImages: response(({ templateId, images }) => ({
      uploads: images.map(({ kind, contentType }: Message) => ({
        uploadUrl: 'http://upload',
        key: `private/${templateId}/${kind}/${randomUUID()}`,
        headers: { 'Content-Type': contentType },
      })),
    })),
    completeTemplateImages: response(({ images }) => {
      checks.push(images.map(({ kind }: Message) => kind));
      return {
        images: images.map(({ kind, key: uploadKey = `private/latest/${kind}` }: Message) => {
          return { uploadKey, imageKey: uploadKey.replace('private', 'public'), widthPx: 800, heightPx: 600 };
        }),
      };
    }),
  });
  server.addService(SellerProfileServiceService, {
    ...unasked(SellerProfileServiceService),
    getSellerProfile: response(({ id }: { id: string }) => {
      if (!sellers.has(id)) throw notFound('seller profile', id);
      return { profile: SellerProfile.fromPartial({ id }) };
    }),
    publishStore: response(({ sellerProfileId }: { sellerProfileId: string }) => {
      publishedStores.push(sellerProfileId);
      return {};
    }),
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  return {
    address: `127.0.0.1:${port}`,
    artworks,
    renders,
    publishedStores,
    sellers,
    checks,
    psds,
  };
}

// oxlint-disable-next-line no-explicit-any -- each method has its own message types
type Message = any;

const response =
  (reply: (request: Message) => Message): handleUnaryCall<Message, Message> =>
  async ({ request }, callback) => {
    try {
      callback(null, await reply(request));
    } catch (error) {
      callback(error instanceof DomainError ? toServiceError(error) : (error as Error));
    }
  };

const unasked = (definition: object): Record<string, handleUnaryCall<Message, Message>> =>
  Object.fromEntries(
    Object.keys(definition).map((name) => [
      name,
      response(() => {
        throw new Error(`${name} was not expected`);
      }),
    ]),
  );
