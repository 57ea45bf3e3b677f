import { randomUUID } from 'node:crypto';
import { TemplateChanged } from '@estampa/contracts/catalog/v1/events';
import type { DeepPartial, Template } from '@estampa/contracts/catalog/v1/template';
import { InboxServiceClient } from '@estampa/contracts/common/v1/inbox';
import { ArtworkServiceClient } from '@estampa/contracts/media/v1/artwork';
import type { PresignedUpload } from '@estampa/contracts/media/v1/presigned_upload';
import { ProfileImageServiceClient } from '@estampa/contracts/media/v1/profile_image';
import { RenderServiceClient } from '@estampa/contracts/media/v1/render';
import { TemplateImageServiceClient } from '@estampa/contracts/media/v1/template_image';
import type { Caller } from '@estampa/kit/rpc/call';
import { eventually } from '@estampa/testing/eventually';
import { startMarketplace, startSharedMarketplace, type TestMarketplace } from '@estampa/testing/marketplace';
import { currentTestRun } from '@estampa/testing/test-run';
import sharp from 'sharp';

export const aSeller = (): Caller & { sellerProfileId: string } => ({
  userId: randomUUID(),
  roles: ['seller'],
  sellerProfileId: randomUUID(),
  sessionId: null,
});

export const ADMIN: Caller = { userId: randomUUID(), roles: ['admin'], sellerProfileId: null, sessionId: null };

const settings = (environment: Record<string, string>) => ({
  only: ['media-render' as const],
  environment: {
    'media-render': {
      UPLOAD_URL: currentTestRun().infrastructure.objectStore.endpoint,
      DISCARD_EVERY_MS: '200',
      ...environment,
    },
  },
});

/** The service with its uploads going straight to storage: there is no gateway between them here. */
export const startMedia = async (environment: Record<string, string> = {}) =>
  mediaIn(await startMarketplace(settings(environment)));

/** The one of all test files that neither disturb the process nor count what is not their own. */
export const startSharedMedia = async () => mediaIn(await startSharedMarketplace(settings({})));

function mediaIn(marketplace: TestMarketplace) {
  const { endpoint } = marketplace.surroundings.infrastructure.objectStore;
  const service = marketplace.service('media-render');
  const bucketUrl = `${endpoint}/${marketplace.surroundings.bucket}`;
  const put = async ({ uploadUrl, headers }: PresignedUpload, body: Buffer): Promise<number> => {
    return (await fetch(uploadUrl, { method: 'PUT', headers, body: new Uint8Array(body) })).status;
  };
  return {
    service,
    surroundings: marketplace.surroundings,
    put,
    artworks: (caller: Caller) => service.client(ArtworkServiceClient, { caller }),
    profileImages: (caller: Caller) => service.client(ProfileImageServiceClient, { caller }),
    renders: (caller: Caller) => service.client(RenderServiceClient, { caller }),
    templateImages: (caller: Caller) => service.client(TemplateImageServiceClient, { caller }),
    /** As anyone sees it, without a signature. */
    seePublicly: (key: string) => fetch(`${bucketUrl}/${key.split('?')[0]}`),
    emitTemplate: async (template: DeepPartial<Template>, version = 1) => {
      const value = TemplateChanged.toJSON(TemplateChanged.fromPartial({ template, version }));
      const id = await service.publish('catalog.v1', {
        type: 'template_changed',
        key: `template:${template.id}`,
        value,
      });
      // A killed replica's partitions are free only when its session has run out, which is longer than one wait.
      const events = [{ topic: 'catalog.v1', kind: 'template', id }];
      await eventually(async () => void (await service.client(InboxServiceClient).settled({ events })));
    },
    stop: () => marketplace.stop(),
  };
}

/** Large images take a while on a busy machine. */
const COMPLETE_DEADLINE_MS = 60_000;

export type Media = Awaited<ReturnType<typeof startMedia>>;

type Colour = { r: number; g: number; b: number; alpha?: number };

export const sampleImage = ({ width, height }: { width: number; height: number }, background: Colour) =>
  sharp({ create: { width, height, channels: background.alpha === undefined ? 3 : 4, background } });

/** Presign, PUT, complete. */
export async function anArtwork(media: Media, seller: Caller & { sellerProfileId: string }, bytes: Buffer) {
  const { artworks, put } = media;
  const { artworkId, upload } = await artworks(seller).presignArtwork({
    sellerProfileId: seller.sellerProfileId,
    contentType: 'image/png',
    sizeBytes: bytes.byteLength,
  });
  await put(upload!, bytes);
  const completed = { artworkId, key: upload!.key, title: 'A demo artwork' };
  const { artwork } = await artworks(seller).completeArtwork(completed, { deadlineMs: COMPLETE_DEADLINE_MS });
  return artwork!;
}

export async function presignLayer(
  media: Media,
  templateId: string,
  kind: string,
  sizeBytes: number,
  contentType = 'image/png',
): Promise<PresignedUpload> {
  const images = [{ kind, contentType, sizeBytes }];
  const { uploads } = await media.templateImages(ADMIN).presignTemplateImages({ templateId, images });
  return uploads[0]!;
}

export async function putLayer(
  media: Media,
  templateId: string,
  kind: string,
  bytes: Buffer,
): Promise<PresignedUpload> {
  const upload = await presignLayer(media, templateId, kind, bytes.byteLength);
  const status = await media.put(upload, bytes);
  if (status !== 200) throw new Error(`storage answered ${status}`);
  return upload;
}

export async function uploadLayer(media: Media, templateId: string, kind: string, bytes: Buffer) {
  const { key } = await putLayer(media, templateId, kind, bytes);
  return completeLayer(media, templateId, kind, key);
}

/** The image as the catalog stores it. */
export async function completeLayer(media: Media, templateId: string, kind: string, key?: string) {
  const images = [{ kind, key }];
  const completed = await media
    .templateImages(ADMIN)
    .completeTemplateImages({ templateId, images }, { deadlineMs: COMPLETE_DEADLINE_MS });
  const { imageKey, widthPx, heightPx } = completed.images[0]!;
  return { kind, key: imageKey, widthPx, heightPx };
}

/** Uploads a template's images as an admin would, and publishes the catalog's event of them. */
export async function aTemplate(
  media: Media,
  layerImages: Record<string, Buffer>,
  info: DeepPartial<
    Pick<
      Template,
      | 'id'
      | 'productTypeId'
      | 'printArea'
      | 'areas'
      | 'warp'
      | 'displacement'
      | 'blend'
      | 'inkOpacity'
      | 'underbase'
      | 'colourMask'
      | 'colours'
    >
  >,
) {
  const id = info.id ?? `template-${randomUUID().slice(0, 8)}`;
  const images = [];
  for (const [kind, bytes] of Object.entries(layerImages)) {
    images.push(await uploadLayer(media, id, kind, bytes));
  }
  const base = images.find(({ kind }) => kind === 'base');
  const template = {
    ...info,
    id,
    productTypeId: info.productTypeId ?? randomUUID(),
    isActive: base !== undefined,
    images,
    revision: 1,
    sourceImage: base && { width: base.widthPx, height: base.heightPx },
    options: { values: { color: 'white' } },
  };
  await media.emitTemplate(template);
  return template;
}
