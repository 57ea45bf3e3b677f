import { availableParallelism, totalmem } from 'node:os';

const shared = {
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2024' }, module: { type: 'es6' } }],
  },
  modulePathIgnorePatterns: ['<rootDir>/.local/'],
  watchPathIgnorePatterns: ['<rootDir>/.local/', '<rootDir>/packages/contracts/gen/'],
};
// A marketplace of its own takes up to a gigabyte, and its test file another one.
const WORKER_BYTES = 2 * 1024 ** 3;
const withInfrastructure = {
  ...shared,
  globalSetup: '<rootDir>/packages/testing/src/global-setup.ts',
  globalTeardown: '<rootDir>/packages/testing/src/global-teardown.ts',
};

export default {
  testTimeout: 60_000,
  reporters: ['default', '<rootDir>/packages/testing/src/log-reporter.ts'],
  testSequencer: '<rootDir>/packages/testing/src/longest-first.ts',
  // Each test with servers drives processes of its own and waits for half of its time, so two share a core well.
  maxWorkers: Math.max(2, Math.min(2 * availableParallelism(), Math.floor(totalmem() / WORKER_BYTES))),
  projects: [
    { ...shared, displayName: 'unit', testMatch: ['**/src/**/*.test.ts'] },
    {
      ...withInfrastructure,
      displayName: 'service',
      testMatch: ['**/services/*/test/**/*.test.ts', '**/gateway/test/**/*.test.ts', '**/packages/*/test/**/*.test.ts'],
    },
    { ...withInfrastructure, displayName: 'e2e', testMatch: ['**/packages/testing/e2e/**/*.test.ts'] },
  ],
};
