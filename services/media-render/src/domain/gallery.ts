import { DomainError, notFound } from '@estampa/kernel/errors';

export const PHOTOS_MAX = 20;
export const ALT_TEXT_CHARACTERS_MAX = 300;

/** A photo in a gallery; its place there is its position. */
export type Photo = {
  id: string;
  key: string;
  altText: string | null;
  isPrimary: boolean;
  createdAt: Date;
};

export type PhotoChange = { altText?: string | null; isPrimary?: boolean };

export function mustHaveRoom(photos: readonly Photo[]): void {
  if (photos.length < PHOTOS_MAX) return;
  throw new DomainError('invalid', 'limit_reached', `A product has at most ${PHOTOS_MAX} photos`);
}

/** At the end. */
export function withPhoto(photos: readonly Photo[], photo: Photo): Photo[] {
  mustHaveRoom(photos);
  return [...photos, photo];
}

/** Those behind it move up. */
export function withoutPhoto(photos: readonly Photo[], id: string): Photo[] {
  mustHave(photos, id);
  return photos.filter((photo) => photo.id !== id);
}

export function withChange(photos: readonly Photo[], id: string, change: PhotoChange): Photo[] {
  mustHave(photos, id);
  return photos.map((photo) => (photo.id === id ? { ...photo, ...change } : photo));
}

/** The ids must be exactly those of the gallery, each once. */
export function inOrder(photos: readonly Photo[], ids: readonly string[]): Photo[] {
  const byId = new Map(photos.map((photo) => [photo.id, photo]));
  const isWhole = ids.length === photos.length && new Set(ids).size === ids.length && ids.every((id) => byId.has(id));
  if (isWhole) return ids.map((id) => byId.get(id)!);
  const message = `must name each of the ${photos.length} photos of the product once`;
  const fields = [{ path: 'imageIds', code: 'not_all', message }];
  throw new DomainError('invalid', 'validation_failed', `imageIds ${message}`, { fields });
}

export const isSameGallery = (before: readonly Photo[], after: readonly Photo[]): boolean =>
  before.length === after.length && before.every((photo, at) => isSamePhoto(photo, after[at]!));

const isSamePhoto = (one: Photo, other: Photo): boolean =>
  one.id === other.id && one.altText === other.altText && one.isPrimary === other.isPrimary;

/** Text as the public contract takes it; nothing is no text. */
export function checkedAltText(text: string | null): string | null {
  const trimmed = text?.normalize('NFC').trim() ?? '';
  if (Array.from(trimmed).length <= ALT_TEXT_CHARACTERS_MAX) return trimmed || null;
  const message = `takes at most ${ALT_TEXT_CHARACTERS_MAX} characters`;
  const fields = [{ path: 'altText', code: 'too_big', message }];
  throw new DomainError('invalid', 'validation_failed', `altText ${message}`, { fields });
}

function mustHave(photos: readonly Photo[], id: string): void {
  if (!photos.some((photo) => photo.id === id)) throw notFound('photo', id);
}
