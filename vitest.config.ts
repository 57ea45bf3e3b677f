import { availableParallelism, totalmem } from 'node:os';
import { defineConfig } from 'vitest/config';
import LongestFirst from './packages/testing/src/longest-first.ts';

// A marketplace of its own takes up to a gigabyte, and its test file another one.
const WORKER_BYTES = 2 * 1024 ** 3;
/** What fails says so by a deadline of its own before; a machine may be slow, and all of it busy. */
const TEST_DEADLINE_MS = 120_000;
const HOOK_DEADLINE_MS = 180_000;

export default defineConfig({
  test: {
    pool: 'forks',
    // Files share what a worker has loaded: loading it again would cost most of them more than their tests do.
    isolate: false,
    // Node loads the sources as it does in production: the modules that they are, with types stripped.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Each test with servers drives processes of its own and waits for half of its time, and some wait for an outage to end.
    maxWorkers: Math.max(2, Math.min(3 * availableParallelism(), Math.floor(totalmem() / WORKER_BYTES))),
    testTimeout: TEST_DEADLINE_MS,
    hookTimeout: HOOK_DEADLINE_MS,
    reporters: ['default', './packages/testing/src/log-reporter.ts', './packages/testing/src/folder-end.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: 'unit', include: ['{packages,services,gateway}/**/src/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'integration',
          include: [
            '{packages,services}/*/test/**/*.test.ts',
            'gateway/test/**/*.test.ts',
            'packages/testing/e2e/**/*.test.ts',
          ],
          globalSetup: './packages/testing/src/global-setup.ts',
        },
      },
    ],
  },
});
