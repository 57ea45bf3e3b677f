import { DomainError, type FieldError } from './errors.ts';

export const LIST_LIMIT_DEFAULT = 20;
export const LIST_LIMIT_MAX = 100;
/** The largest 32-bit integer. */
export const LIST_SKIP_MAX = 2_147_483_647;

/** A window on a list: how many to pass over, how many to give. */
export type Page = { skip: number; limit: number };

export type PageRequest = { skip?: number | undefined; limit?: number | undefined } | undefined;

/** The requested window; one that is too small or too large is rejected, never silently corrected. */
export function pageOf(requested: PageRequest): Page {
  const { skip = 0, limit = LIST_LIMIT_DEFAULT } = requested ?? {};
  const fields = [...outside('skip', skip, 0, LIST_SKIP_MAX), ...outside('limit', limit, 1, LIST_LIMIT_MAX)];
  if (fields.length === 0) return { skip, limit };
  const reported = fields.map(({ path, message }) => `${path} ${message}`).join('; ');
  throw new DomainError('invalid', 'validation_failed', reported, { fields });
}

function outside(path: string, value: number, min: number, max: number): FieldError[] {
  if (!Number.isInteger(value)) return [{ path, code: 'invalid_type', message: 'must be a whole number' }];
  if (value < min) return [{ path, code: 'too_small', message: `must be at least ${min}` }];
  return value > max ? [{ path, code: 'too_big', message: `must be at most ${max}` }] : [];
}

const NEWEST_FIRST = { createdAt: 'desc', id: 'desc' } as const;

/** So that clients that follow changes can go on from the last one. */
const LATEST_CHANGE_LAST = { updatedAt: 'asc', id: 'asc' } as const;

/** The window in the object mapper's terms, newest first. */
export function newestFirst(requested: PageRequest) {
  const { skip, limit } = pageOf(requested);
  return { orderBy: NEWEST_FIRST, offset: skip, limit };
}

/** The same, or what was changed since an instant, the latest change last: condition and window. */
export function changedSince(updatedSince: Date | undefined, requested: PageRequest) {
  const window = newestFirst(requested);
  if (!updatedSince) return { changed: {}, window };
  return { changed: { updatedAt: { $gte: updatedSince } }, window: { ...window, orderBy: LATEST_CHANGE_LAST } };
}
