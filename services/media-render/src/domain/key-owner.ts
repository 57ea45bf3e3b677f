import { isLatestRenderKey, originalKey, previewKey, workingKey } from './storage-keys.ts';
import type { ImageFormat } from './image.ts';

export type KeyOwner = { artworkId: string } | { templateId: string } | null;

/** Whose folder a key lies in; null for what is no folder of an artwork or a template. */
export function ownerOfKey(key: string): KeyOwner {
  const [, artworkId] = /^(?:private|public)\/sellers\/[\w-]+\/artworks\/([\w-]+)\//.exec(key) ?? [];
  if (artworkId) return { artworkId };
  const [, templateId] = /^public\/templates\/([a-z0-9-]+)\//.exec(key) ?? [];
  return templateId ? { templateId } : null;
}

export type ArtworkPreview = { artworkId: string; fileVersion: number };

/** Which version of an artwork a preview shows; null for another image. */
export function previewedBy(key: string): ArtworkPreview | null {
  const [, artworkId, version] =
    /^public\/sellers\/[\w-]+\/artworks\/([0-9a-f-]{36})\/preview\/v(\d+)\.webp$/.exec(key) ?? [];
  return artworkId === undefined ? null : { artworkId, fileVersion: Number(version) };
}

type ArtworkFile = {
  id: string;
  sellerProfileId: string;
  fileVersion: number;
  format: ImageFormat;
  olderFiles: readonly { fileVersion: number; format: ImageFormat }[];
  renderKeys: readonly string[];
};

/** What must be in storage for an artwork: of older versions the originals, from which items that were sold are printed. */
export function keysOfArtwork({
  id,
  sellerProfileId,
  fileVersion,
  format,
  olderFiles,
  renderKeys,
}: ArtworkFile): string[] {
  const artwork = { artworkId: id, sellerProfileId };
  const file = { ...artwork, fileVersion };
  const older = olderFiles.map((one) => originalKey({ ...artwork, ...one }));
  return [...older, originalKey({ ...file, format }), workingKey(file), previewKey(file), ...renderKeys];
}

/** Files of older versions stay, since orders and pages elsewhere may show them, and so does what shows the latest image of a version. */
export function isOlderVersion(key: string, { fileVersion }: Pick<ArtworkFile, 'fileVersion'>): boolean {
  if (isLatestRenderKey(key)) return true;
  const version = /.*\/v(\d+)(?:\.|\/)/.exec(key)?.[1];
  return version !== undefined && Number(version) < fileVersion;
}
