export type Page = { skip: number; limit: number };

const NEWEST_FIRST = { createdAt: 'desc', id: 'desc' } as const;

/** One window of a list, newest first. */
export const newestFirst = ({ skip, limit }: Page) => ({ orderBy: NEWEST_FIRST, offset: skip, limit });
