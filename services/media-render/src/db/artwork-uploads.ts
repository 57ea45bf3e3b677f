import type { EntityManager } from '@mikro-orm/postgresql';
import { integer } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { ImageFormat } from '../domain/image.ts';
import { UploadRow } from './upload.entity.ts';

export type ArtworkUpload = UploadRow & {
  artworkId: string;
  sellerProfileId: string;
  fileVersion: number;
  format: ImageFormat;
};

/** Addresses that somebody asked for and let go do not count for ever. */
const UPLOADS_MAX = 20;

/** What was presigned for an artwork, the newest first. */
export const artworkUploads = (em: EntityManager, artworkId: string): Promise<ArtworkUpload[]> =>
  em.find(UploadRow, { artworkId }, { orderBy: { createdAt: 'desc', key: 'desc' }, limit: UPLOADS_MAX }) as Promise<
    ArtworkUpload[]
  >;

const OPEN = statement(
  `select count(*)::int as count, coalesce(sum(size_bytes), 0)::bigint as bytes
   from upload where seller_profile_id = $1 and artwork_id is not null and completed_at is null`,
  { count: integer, bytes: integer },
);

/** Uploads of originals that a seller may still make, and what was promised to them; those of yesterday are removed by a job. */
export const openUploads = async (
  em: EntityManager,
  sellerProfileId: string,
): Promise<{ count: number; bytes: number }> => (await OPEN.first(em, [sellerProfileId]))!;
