import { fromCursor, markOf, type Position } from './cursor.ts';
import { DomainError, type FieldError } from './errors.ts';

export const LIST_LIMIT_DEFAULT = 20;
export const LIST_LIMIT_MAX = 100;
/** The largest 32-bit integer. */
export const LIST_SKIP_MAX = 2_147_483_647;

/** How many rows a page passes over at most, where no counts tell what they are; deeper pages begin after a cursor. */
export const PASSED_MAX = 100_000;

/** So far the total of any list is exact; beyond it is where it is kept, and else the least that it is. */
export const TOTAL_COUNTED_MAX = 10_000;

/** A window on a list: how many to pass over, how many to give. */
export type Page = { skip: number; limit: number };

/** The same on a list that gives cursors: after which row, and the mark that its cursors bear. */
export type ListPage = Page & { after?: Position | undefined; mark: string };

export type PageRequest =
  | { skip?: number | undefined; limit?: number | undefined; cursor?: string | undefined }
  | undefined;

/** The requested window; one that is too small or too large is rejected, never silently corrected. */
export function pageOf(requested: PageRequest): Page {
  const { skip = 0, limit = LIST_LIMIT_DEFAULT } = requested ?? {};
  const fields = [...outside('skip', skip, 0, LIST_SKIP_MAX), ...outside('limit', limit, 1, LIST_LIMIT_MAX)];
  if (fields.length === 0) return { skip, limit };
  const reported = fields.map(({ path, message }) => `${path} ${message}`).join('; ');
  throw new DomainError('invalid', 'validation_failed', reported, { fields });
}

/** The requested window of a list that gives cursors; one of another list, order or filter is rejected. */
export function listPageOf(requested: PageRequest, list: string, filter: object): ListPage {
  const mark = markOf(list, filter);
  const after = requested?.cursor ? fromCursor(requested.cursor, mark) : undefined;
  return { ...pageOf(requested), after, mark };
}

function outside(path: string, value: number, min: number, max: number): FieldError[] {
  if (!Number.isInteger(value)) return [{ path, code: 'invalid_type', message: 'must be a whole number' }];
  if (value < min) return [{ path, code: 'too_small', message: `must be at least ${min}` }];
  return value > max ? [{ path, code: 'too_big', message: `must be at most ${max}` }] : [];
}

/** What is read of a list: where it would pass over too many rows, whether there are so many. */
export const readableOf = <P extends Page>(page: P): P =>
  page.skip > PASSED_MAX ? { ...page, skip: PASSED_MAX, limit: 1 } : page;

/** The rows of the requested page among those that `readableOf` made it read; rejected where it lies too deep. */
export function reached<Row>({ skip }: Page, found: Row[]): Row[] {
  if (skip <= PASSED_MAX || found.length === 0) return found;
  const message = `passes over more than ${PASSED_MAX} entries: continue after the cursor of a page`;
  throw new DomainError('invalid', 'validation_failed', `skip ${message}`, {
    fields: [{ path: 'skip', code: 'too_big', message }],
  });
}

/**
 * The total of a list of which a page was found, when it need not be counted: a page that is not full ends the list. Undefined when it
 * has to be; no page after a cursor says how many came before.
 */
export const totalByPage = (
  { skip, limit, after }: Pick<ListPage, 'skip' | 'limit' | 'after'>,
  found: number,
): number | undefined => (!after && found < limit && (found > 0 || skip === 0) ? skip + found : undefined);

/**
 * The total where no more than one above the limit were counted: no less than what was seen, so that paging goes on. An empty page
 * shows nothing, however deep it lies.
 */
export const totalByCount = ({ skip, limit }: Page, found: number, counted: number): number =>
  counted <= TOTAL_COUNTED_MAX || found === 0 ? counted : Math.max(counted, skip + found + (found === limit ? 1 : 0));

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
