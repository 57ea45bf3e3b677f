import { DomainError } from '@estampa/kernel/errors';

const HOUR_MS = 60 * 60_000;

/** How long after its address has expired an upload may still be completed. */
export const COMPLETABLE_MS = 12 * HOUR_MS;
/** When it can no longer be completed. */
export const ABANDONED_MS = 24 * HOUR_MS;
/** Longer than a file that began to come in before its address expired can take. */
const UNDER_WAY_MS = HOUR_MS;
/** How long a repeated completion is known as such. */
export const COMPLETED_RETENTION_MS = 30 * 24 * HOUR_MS;
/** What a buyer may have ordered: longer than an order waits to be paid, which says what it shows. */
export const ORDERED_RETENTION_MS = 90 * 24 * HOUR_MS;
/** Longer than an image can take from its beginning to its record. */
export const MAKING_MS = HOUR_MS;
/** A client that has the address of an image from before it was replaced may still show it. */
export const REPLACED_RETENTION_MS = 24 * HOUR_MS;

/**
 * How long a print stays after it was sold or read last: longer than an item takes from its payment to its buyer, and than both may
 * argue about it. The original stays, so that a print that is needed later can be made again.
 */
export const PRINT_RETENTION_MS = 180 * 24 * HOUR_MS;

type Upload = { completedAt: Date | null; expiresAt: Date };

export function mustBeCompletable({ completedAt, expiresAt }: Upload, now: Date): void {
  if (completedAt || now.getTime() <= expiresAt.getTime() + COMPLETABLE_MS) return;
  throw new DomainError('invalid', 'upload_expired', 'This upload has expired; presign again');
}

/** When a client can no longer put a file at the address of a completed upload. */
export const stagingDueAt = (expiresAt: Date, now: Date): Date =>
  new Date(Math.max(expiresAt.getTime(), now.getTime()) + UNDER_WAY_MS);
