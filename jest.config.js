import { availableParallelism } from 'node:os';

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
const withInfrastructure = {
  ...shared,
  globalSetup: '<rootDir>/packages/testing/src/global-setup.ts',
  globalTeardown: '<rootDir>/packages/testing/src/global-teardown.ts',
};

export default {
  testTimeout: 60_000,
  reporters: ['default', '<rootDir>/packages/testing/src/log-reporter.ts'],
  // Each service test drives processes of its own, so a worker mostly waits and two share a core well.
  maxWorkers: Math.max(2, Math.floor(availableParallelism() / 2)),
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
