import type { BaseContext } from '@estampa/kit/context';

/** What a use case may touch. */
export type Context = BaseContext;
