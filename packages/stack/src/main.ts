import { type Load, runCommand, withClient } from './run-command.ts';

const COMMANDS: Readonly<Record<string, Load>> = {
  start: async () => (await import('./commands/start.ts')).start,
  logs: async () => (await import('./commands/logs.ts')).logs,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
  replay: async () => (await import('./commands/replay.ts')).replay,
  keys: async () => (await import('./commands/keys.ts')).keys,
  reset: async () => (await import('./commands/reset.ts')).reset,
  storage: async () => (await import('./commands/storage.ts')).storage,
  ledger: async () => (await import('./commands/ledger.ts')).ledger,
  rebuild: async () => (await import('./commands/rebuild.ts')).rebuild,
  drill: withClient(async () => (await import('./commands/drill.ts')).drill),
  demo: withClient(async () => (await import('./commands/demo.ts')).demo),
  gen: async () => (await import('./commands/gen.ts')).gen,
  'test:cluster': async () => (await import('./cluster/test-cluster.ts')).testCluster,
  'cluster:secrets': async () => (await import('./cluster/print-secrets.ts')).printSecrets,
  examples: async () => (await import('./commands/examples.ts')).examples,
  check: async () => (await import('./commands/check.ts')).check,
  'release-openapi': async () => (await import('./commands/released-openapi.ts')).releaseOpenApi,
  release: async () => (await import('./release/release.ts')).release,
  'release:verify': async () => (await import('./release/verify.ts')).verifyRelease,
  lock: async () => (await import('./commands/lock.ts')).lock,
  fuzz: withClient(async () => (await import('./commands/fuzz.ts')).fuzz),
  test: async () => (await import('./commands/test.ts')).test,
};

const [name = ''] = process.argv.slice(2);
await runCommand(async () => {
  const load = COMMANDS[name];
  if (!load) throw new Error(`unknown command "${name}"; there are: ${Object.keys(COMMANDS).join(', ')}`);
  return load();
});
