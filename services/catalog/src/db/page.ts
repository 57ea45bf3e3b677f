import type { Page } from '@estampa/contracts/common/v1/page';

const LIMIT_DEFAULT = 20;
const LIMIT_MAX = 100;

/** One window of a list, newest first. */
export const newestFirst = (page: Page | undefined) => ({
  orderBy: [{ createdAt: 'desc' as const }, { id: 'desc' as const }],
  offset: Math.max(page?.skip ?? 0, 0),
  limit: Math.min(Math.max(page?.limit || LIMIT_DEFAULT, 1), LIMIT_MAX),
});
