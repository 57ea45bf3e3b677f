import type { AnyRoute } from '../route.ts';

/** The whole public contract: one entry an operation. */
export const routes: readonly AnyRoute[] = [];
