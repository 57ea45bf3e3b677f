import { firstFree, slugOf } from '@estampa/kernel/slug';
import { DomainError } from '@estampa/kernel/errors';

export const ARTWORK_STATUSES = ['active', 'inactive'] as const;
export type ArtworkStatus = (typeof ARTWORK_STATUSES)[number];

export const TITLE_MAX_CHARACTERS = 200;
export const SLUG_MAX_CHARACTERS = 100;

/** A file becomes the next version of its artwork, or none: another upload was completed first. */
export function mustBeNextVersion(fileVersion: number, artwork: { fileVersion: number } | null): void {
  const current = artwork?.fileVersion ?? 0;
  if (fileVersion === current + 1) return;
  throw new DomainError('conflict', 'conflict', `Version ${current} of this artwork is already there; presign again`);
}

type Size = { widthPx: number; heightPx: number };

/** How far two aspect ratios may be apart and still be that of the same image. */
const ASPECT_TOLERANCE = 0.01;
/** Below what a side of one pixel more makes, so that floating-point errors do not decide. */
const EPSILON = 1e-9;

/**
 * By how much a placement's scale grows when its artwork gets a new file, so that the artwork stays as large as it was where
 * it lies; null when the new file has another shape.
 */
export function scaleForNewFile(before: Size, after: Size): number | null {
  const aspect = (size: Size) => size.widthPx / size.heightPx;
  const difference = Math.abs(aspect(after) / aspect(before) - 1);
  return difference <= ASPECT_TOLERANCE + EPSILON ? before.widthPx / after.widthPx : null;
}

/** Addresses that a seller was given and has not used yet. */
export const OPEN_UPLOADS_MAX = 1_000;

/** Originals may take so many bytes of storage for each seller; what is promised to uploads that are open counts. */
export function mustBeWithinQuota(bytes: { used: number; open?: number; added: number; limit: number }): void {
  const { used, open = 0, added, limit } = bytes;
  if (used + open + added <= limit) return;
  const promised = open > 0 ? ` and open uploads ${open}, until they are completed or a day has gone by,` : '';
  const message = `Originals take ${used}${promised} of ${limit} bytes; ${added} more do not fit`;
  const members = { usedBytes: String(used), openBytes: String(open), limitBytes: String(limit) };
  throw new DomainError('invalid', 'quota_exceeded', message, { members });
}

export function mustHaveOpenUploadLeft(open: number): void {
  if (open < OPEN_UPLOADS_MAX) return;
  const message = `${OPEN_UPLOADS_MAX} uploads are open: complete them, or wait until a day has gone by`;
  throw new DomainError('invalid', 'limit_reached', message);
}

export function checkedTitle(title: string): string {
  const length = Array.from(title).length;
  if (length >= 1 && length <= TITLE_MAX_CHARACTERS) return title;
  throw invalidField('title', 'invalid_length', `must have 1 to ${TITLE_MAX_CHARACTERS} characters`);
}

export function checkedSlug(slug: string): string {
  const lower = slug.toLowerCase();
  if (/^[a-z0-9-]{1,100}$/.test(lower)) return lower;
  throw invalidField('slug', 'invalid_format', 'takes 1 to 100 of a-z, 0-9 and -');
}

export const DESCRIPTION_MAX_CHARACTERS = 5_000;
export const TAGS_MAX = 20;
export const TAG_MAX_CHARACTERS = 50;

export type ArtworkChange = {
  title?: string;
  slug?: string;
  description?: string | null;
  tags?: string[];
  status?: ArtworkStatus;
};
/** As requested. */
export type WantedArtworkChange = Omit<ArtworkChange, 'status'> & { status?: string };

/** The rules of what a seller may change; the same tag twice is one. */
export function checkedChange({ title, slug, description, tags, status }: WantedArtworkChange): ArtworkChange {
  if (description && Array.from(description).length > DESCRIPTION_MAX_CHARACTERS) {
    throw invalidField('description', 'invalid_length', `takes at most ${DESCRIPTION_MAX_CHARACTERS} characters`);
  }
  const isTag = (tag: string) => tag !== '' && Array.from(tag).length <= TAG_MAX_CHARACTERS;
  if (tags && !(tags.length <= TAGS_MAX && tags.every(isTag))) {
    const rule = `takes at most ${TAGS_MAX} tags of 1 to ${TAG_MAX_CHARACTERS} characters`;
    throw invalidField('tags', 'invalid', rule);
  }
  return {
    ...(title !== undefined && { title: checkedTitle(title) }),
    ...(slug !== undefined && { slug: checkedSlug(slug) }),
    ...(description !== undefined && { description }),
    ...(tags && { tags: [...new Set(tags)] }),
    ...(status !== undefined && { status: checkedStatus(status) }),
  };
}

function checkedStatus(text: string): ArtworkStatus {
  const status = ARTWORK_STATUSES.find((known) => known === text);
  if (status) return status;
  throw invalidField('status', 'invalid_value', `must be one of ${ARTWORK_STATUSES.join(', ')}`);
}

const NAMELESS_SLUG = 'artwork';

export const slugFrom = (title: string): string => slugOf(title, SLUG_MAX_CHARACTERS) || NAMELESS_SLUG;

/** The slug itself, or the first of `-2`, `-3`, ... that is free. */
export const firstFreeSlug = (slug: string, taken: ReadonlySet<string>): string =>
  firstFree(slug, (candidate) => taken.has(candidate), SLUG_MAX_CHARACTERS);

const invalidField = (path: string, code: string, message: string) =>
  new DomainError('invalid', 'validation_failed', `${path} ${message}`, { fields: [{ path, code, message }] });
