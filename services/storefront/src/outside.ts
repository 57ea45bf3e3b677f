import type { Orm } from '@estampa/kit/db';
import { PageCache } from './adapters/page-cache.ts';
import type { Config } from './config.ts';
import type { Outside } from './context.ts';
import { readChangeMark } from './db/change-mark.ts';

/** The pages in memory, checked against the mark in the database. */
export const connectOutside = ({ CDN_URL: cdnUrl }: Config, { orm }: { orm: Orm }): Outside => ({
  cdnUrl,
  isCollecting: false,
  pages: new PageCache(() => readChangeMark(orm.em.fork())),
});
