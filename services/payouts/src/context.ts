import type { BaseContext } from '@estampa/kit/service/context';

/** What a use case may touch. */
export type Context = BaseContext;
