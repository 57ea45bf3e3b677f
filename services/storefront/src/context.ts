import type { Caller } from '@estampa/kit/call';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { PageCache } from './adapters/page-cache.ts';

/** What a use case may touch. */
export type Context = {
  em: EntityManager;
  caller: Caller | null;
  pages: PageCache;
};
