import pc from 'picocolors';

type Command = (args: readonly string[]) => Promise<number>;
type Load = () => Promise<Command>;

/** A command that is written with the generated client, which a fresh clone does not have yet. */
const withClient =
  (load: Load): Load =>
  async () => {
    await (await import('./commands/gen.ts')).generateCode();
    return load();
  };

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

const [name = '', ...args] = process.argv.slice(2);
const load = COMMANDS[name];
try {
  if (!load) throw new Error(`unknown command "${name}"; there are: ${Object.keys(COMMANDS).join(', ')}`);
  process.exitCode = await (await load())(args);
} catch (error) {
  console.error(pc.red(error instanceof Error ? error.message : String(error)));
  if (process.env.DEBUG) console.error(error);
  process.exitCode = 1;
}
