import { isUuid } from '@estampa/kernel/ids';

/** The edge asks of no more at once. */
const REQUESTED_MAX = 100;

/** What is asked for at once, as JSON, since PostgreSQL would plan anew for each length of an array. */
export const requestedAtOnce = (ids: readonly string[]): string =>
  JSON.stringify(ids.slice(0, REQUESTED_MAX).filter(isUuid));
