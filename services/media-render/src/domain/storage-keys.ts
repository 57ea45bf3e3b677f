import { unknownReference } from '@estampa/kernel/errors';
import { nameWithSizes } from '@estampa/kernel/image-sizes';
import { mockupFolder } from '@estampa/kernel/mockup-name';
import { IMAGE_FORMATS, type ImageFormat } from './image.ts';
import type { ProfileImageType } from './profile-image.ts';
import type { ImageKind } from './template.ts';

type FileOfArtwork = { sellerProfileId: string; artworkId: string; fileVersion: number };

export const fileOf = (artwork: { id: string; sellerProfileId: string; fileVersion: number }): FileOfArtwork => ({
  artworkId: artwork.id,
  sellerProfileId: artwork.sellerProfileId,
  fileVersion: artwork.fileVersion,
});

export const originalKey = (file: FileOfArtwork & { format: ImageFormat }): string =>
  `private/${folder(file)}/original/v${file.fileVersion}.${IMAGE_FORMATS[file.format].extension}`;

/** Upright, sRGB and no larger than renders need: what mockups are composed from. */
export const workingKey = (file: FileOfArtwork): string => `private/${folder(file)}/working/v${file.fileVersion}.png`;

export const previewKey = (file: FileOfArtwork): string => `public/${folder(file)}/preview/v${file.fileVersion}.webp`;

/** Each image has a name of its own, so that what stands there never becomes another. */
export const renderKey = (
  file: FileOfArtwork,
  templateId: string,
  { name, widthPx, colours }: { name: string; widthPx: number; colours: number },
): string =>
  nameWithSizes(
    `public/${folder(file)}/renders/${mockupFolder(templateId)}/v${file.fileVersion}/${name}`,
    widthPx,
    colours,
  );

const LATEST = 'render';

/** Where whichever image is the latest of a version can be seen, by a name that is known beforehand. */
export const latestRenderKey = (key: string): string => key.replace(/[^/]+\.webp$/, `${LATEST}.webp`);

/** Before each image had a name of its own they stood there one after the other: any order may show the last one. */
export const isLatestRenderKey = (key: string): boolean => key.endsWith(`/${LATEST}.webp`);

/** The three files that belong to one version of an artwork. */
export type ArtworkKeys = { original: string; working: string; preview: string };

export const artworkKeys = (file: FileOfArtwork & { format: ImageFormat }): ArtworkKeys => ({
  original: originalKey(file),
  working: workingKey(file),
  preview: previewKey(file),
});

/** Where a client puts an original: another key for each address that is given out. */
export const artworkUploadKey = (file: FileOfArtwork & { format: ImageFormat; uploadId: string }): string =>
  `private/${folder(file)}/uploads/${file.uploadId}.${IMAGE_FORMATS[file.format].extension}`;

/** Where an upload that was taken in stands until it has its place: no client can write there, nor another attempt. */
export function takenKeys(uploadKey: string, attemptId: string): ArtworkKeys {
  const [, folderOfUpload, extension] = /^(.*)\.(\w+)$/.exec(uploadKey)!;
  const original = `${folderOfUpload}/${attemptId}/original.${extension}`;
  return siblingKeys(original);
}

/** All three, by the original. */
export const siblingKeys = (original: string): ArtworkKeys => ({
  original,
  working: original.replace(/[^/]+$/, 'working.png'),
  preview: original.replace(/[^/]+$/, 'preview.webp'),
});

/** What sold items are printed from; made again it has another name, so that it cannot go with the one before. */
export const printKey = (
  file: Omit<FileOfArtwork, 'fileVersion'>,
  { digest, timesForgotten, extension }: { digest: string; timesForgotten: number; extension: string },
): string => `private/${folder(file)}/prints/${digest}${timesForgotten === 0 ? '' : `-${timesForgotten}`}.${extension}`;

type FileOfTemplate = { templateId: string; kind: ImageKind; uploadId: string; format: ImageFormat };

/** Where a client puts a template image: no address has to encode any of its characters. */
export const templateUploadKey = ({ templateId, kind, uploadId, format }: FileOfTemplate): string =>
  `private/templates/${templateId}/${kind.replace('@', '-')}/${uploadId}.${IMAGE_FORMATS[format].extension}`;

/** Where an admin puts a Photoshop file. */
export const psdKey = (uploadId: string): string => `private/template-imports/${uploadId}.psd`;

const PSD_KEY = /^private\/template-imports\/[0-9a-f-]{36}\.psd$/;

export function mustBePsdKey(key: string): void {
  if (!PSD_KEY.test(key)) throw unknownReference('key', 'upload of a Photoshop file');
}

/** Where an admin puts the profile of a press. */
export const pressProfileUploadKey = (uploadId: string): string => `private/press-profile-uploads/${uploadId}.icc`;

const PRESS_PROFILE_UPLOAD = /^private\/press-profile-uploads\/([0-9a-f-]{36})\.icc$/;

/** Where the copy of a profile stands that was checked: what stands there never becomes another. */
export function pressProfileKey(uploadKey: string, digest: string): string {
  const [, uploadId] = PRESS_PROFILE_UPLOAD.exec(uploadKey) ?? [];
  if (uploadId === undefined) throw unknownReference('key', 'upload of a press profile');
  return `private/press-profiles/${uploadId}/${digest}.icc`;
}

/** The SHA-256 of the profile that stands there. */
export const profileDigestOf = (key: string): string => /([0-9a-f]{64})\.icc$/.exec(key)![1]!;

export const testRenderKey = (templateId: string, id: string): string =>
  `public/templates/${templateId}/test-renders/${id}.webp`;

/** Where the public copy of such a file stands. */
export const publicKeyOf = (uploadKey: string): string => uploadKey.replace(/^private\//, 'public/');

type FileOfProfile = { sellerProfileId: string; type: ProfileImageType; uploadId: string; format: ImageFormat };

export const profileUploadKey = ({ sellerProfileId, type, uploadId, format }: FileOfProfile): string =>
  `private/sellers/${sellerProfileId}/${type}/${uploadId}.${IMAGE_FORMATS[format].extension}`;

/** Of the image made from an upload. */
export const profileImageKey = (uploadKey: string): string =>
  uploadKey.replace(/^private/, 'public').replace(/\.\w+$/, '.webp');

type FileOfGallery = { sellerProfileId: string; sellerProductId: string; imageId: string; widthPx: number };

export const productImageKey = ({ sellerProfileId, sellerProductId, imageId, widthPx }: FileOfGallery): string =>
  nameWithSizes(`public/sellers/${sellerProfileId}/products/${sellerProductId}/images/${imageId}`, widthPx);

const folder = ({ sellerProfileId, artworkId }: Omit<FileOfArtwork, 'fileVersion'>) =>
  `sellers/${sellerProfileId}/artworks/${artworkId}`;
