import { isUuid } from '@estampa/kernel/ids';

/** The edge asks of no more at once. */
const ASKED_MAX = 100;

/** What is asked for at once, as JSON, since PostgreSQL would plan anew for each length of an array. */
export const askedAtOnce = (ids: readonly string[]): string => JSON.stringify(ids.slice(0, ASKED_MAX).filter(isUuid));
