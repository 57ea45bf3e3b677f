import type { Equivalent } from './equivalents.ts';

/** By target. */
export const EQUIVALENTS: Readonly<Record<string, readonly Equivalent[]>> = {};
