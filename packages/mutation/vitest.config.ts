import { defineConfig } from 'vitest/config';

/** All tests of one package run in one process, which then tries the mutants. */
export default defineConfig({
  test: {
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    include: ['.local/mutation/*.test.ts'],
    setupFiles: ['./packages/mutation/src/load-instrumented.ts'],
    runner: './packages/mutation/src/mutation-runner.ts',
    testTimeout: 0,
    hookTimeout: 0,
    reporters: ['dot'],
  },
});
