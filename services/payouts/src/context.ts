import type { Caller } from '@estampa/kit/call';
import type { EntityManager } from '@mikro-orm/postgresql';

export type Context = { em: EntityManager; caller: Caller | null; now: () => Date };
