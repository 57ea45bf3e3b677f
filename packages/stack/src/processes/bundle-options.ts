import type { BuildOptions } from 'esbuild';

/** How modules of Node are bundled: what several entries share is shared, and functions and classes are named as before. */
export const BUNDLED = {
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  keepNames: true,
  logLevel: 'error',
} as const satisfies BuildOptions;
