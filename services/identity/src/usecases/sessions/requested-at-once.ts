import { isUuid } from '@estampa/kernel/ids';

/** The gateway requests no more at once. */
const REQUESTED_MAX = 100;

/** Ids requested at once, as JSON, since PostgreSQL would plan anew for each length of an array. */
export const requestedAtOnce = (ids: readonly string[]): string =>
  JSON.stringify(ids.slice(0, REQUESTED_MAX).filter(isUuid));
