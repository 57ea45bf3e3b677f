import type { EntityManager } from '@mikro-orm/postgresql';
import type { PictureFormat } from '../domain/picture.ts';
import { UploadRow } from './upload.entity.ts';

export type ArtworkUpload = UploadRow & {
  artworkId: string;
  sellerProfileId: string;
  fileVersion: number;
  format: PictureFormat;
};

/** Addresses that somebody asked for and let go do not count for ever. */
const UPLOADS_MAX = 20;

/** What was presigned for an artwork, the newest first. */
export const artworkUploads = (em: EntityManager, artworkId: string): Promise<ArtworkUpload[]> =>
  em.find(UploadRow, { artworkId }, { orderBy: { createdAt: 'desc', key: 'desc' }, limit: UPLOADS_MAX }) as Promise<
    ArtworkUpload[]
  >;
