import type { Caller } from '@estampa/kit/call';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { MockupStudio } from './adapters/mockup-studio.ts';
import type { ObjectStore } from './adapters/object-store.ts';

/** What a use case may touch. */
export type Context = {
  em: EntityManager;
  caller: Caller | null;
  now: () => Date;
  store: ObjectStore;
  studio: MockupStudio;
};
