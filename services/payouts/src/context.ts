import type { BaseContext } from '@estampa/kit/service/context';
import type { HeadStore } from './adapters/head-store.ts';

export type Dependencies = {
  /** Where heads of the ledger's chain are stored; null: nowhere. */
  heads: HeadStore | null;
};

/** What a use case may touch. */
export type Context = BaseContext & Dependencies;
