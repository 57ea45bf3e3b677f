import { notFound, unknownReference } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { mustBeSeller } from '@estampa/kit/caller';
import type { Work } from '@estampa/kit/transact';
import type { Context } from '../context.ts';
import { artworkOrNull } from '../db/find-artwork.ts';
import type { ArtworkRow } from '../db/artwork.entity.ts';
import { UploadRow } from '../db/upload.entity.ts';
import { checkedSlug, checkedTitle, mustBeNextVersion } from '../domain/artwork.ts';
import { previewKey, workingKey } from '../domain/storage-keys.ts';
import { readUpload } from './read-upload.ts';
import { type ArtworkUpload, type ReadOriginal, recordArtwork } from './record-artwork.ts';

type Input = { artworkId: string; key: string; title: string; slug: string | null };

/** Looks at the uploaded original and makes it an artwork, or the next version of one. Repeating it changes nothing. */
export async function completeArtwork(
  context: Context,
  input: Input,
): Promise<Work<{ artwork: ArtworkRow; created: boolean }>> {
  const title = checkedTitle(input.title);
  const slug = input.slug === null ? null : checkedSlug(input.slug);
  const upload = await findUpload(context, input);
  const current = await artworkOrNull(context.em, upload.artworkId);
  if (upload.completedAt && current) return async () => ({ artwork: current, created: false });
  mustBeNextVersion(upload.fileVersion, current);

  const original = await readOriginal(context, upload);
  return (tx) => recordArtwork({ ...context, em: tx }, upload, { ...original, title, slug });
}

async function findUpload({ em, caller }: Context, { artworkId, key }: Input): Promise<ArtworkUpload> {
  const uploads = isUuid(artworkId) ? await em.find(UploadRow, { artworkId }) : [];
  const [any] = uploads as ArtworkUpload[];
  if (!any) throw notFound('artwork', artworkId);
  mustBeSeller(caller, any.sellerProfileId);
  const upload = uploads.find((candidate) => candidate.key === key);
  if (!upload) throw unknownReference('key', 'upload of this artwork');
  return upload as ArtworkUpload;
}

const readOriginal = ({ store, studio }: Context, upload: ArtworkUpload): Promise<ReadOriginal> =>
  readUpload({ store, studio }, upload, async ({ path, run, facts, sizeBytes, etag, contentHash }) => {
    const pictures = await run('artworkPictures', path);
    await Promise.all([
      store.put(workingKey(upload), pictures.working, { contentType: 'image/png', isPublic: false }),
      store.put(previewKey(upload), pictures.preview, { contentType: 'image/webp', isPublic: true }),
    ]);
    return {
      widthPx: facts.widthPx,
      heightPx: facts.heightPx,
      sizeBytes,
      contentHash,
      originalEtag: etag,
      workingWidthPx: pictures.workingSize.width,
      workingHeightPx: pictures.workingSize.height,
      dominantColor: pictures.dominantColor,
    };
  });
