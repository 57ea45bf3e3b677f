import type { Orm } from '@estampa/kit/db';
import { PageCache } from './adapters/page-cache.ts';
import type { Config } from './config.ts';
import type { Outside } from './context.ts';
import { lookAtChanges } from './db/page-changes.ts';

/** The pages in memory, checked against the mark in the database. */
export const connectOutside = ({ CDN_URL: cdnUrl }: Config, { orm }: { orm: Orm }): Outside => ({
  cdnUrl,
  isCollecting: false,
  pages: new PageCache(changeCount(orm)),
});

function changeCount(orm: Orm): () => Promise<string> {
  let [known, changes] = ['', 0];
  return async () => {
    const { mark, names } = await lookAtChanges(orm.em.fork(), known);
    known = mark;
    if (names?.length !== 0) changes += 1;
    return String(changes);
  };
}
