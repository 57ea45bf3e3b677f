import type { Caller } from '@estampa/kit/call';
import type { EntityManager } from '@mikro-orm/postgresql';

/** What a use case may touch. */
export type Context = {
  em: EntityManager;
  caller: Caller | null;
  now: () => Date;
};
