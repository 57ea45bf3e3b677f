import { join } from 'node:path';
import pc from 'picocolors';
import { lockOwner, takeLock } from './checkout-lock.ts';
import { generateCode } from './commands/gen.ts';
import { startInfrastructure, type Infrastructure, type Step } from './infrastructure/infrastructure.ts';
import { startMarketplace, type Marketplace } from './marketplace.ts';
import { LOCAL } from './paths.ts';
import { bundleLibraries } from './processes/bundled-libraries.ts';
import { fillCompileCache } from './processes/compile-cache.ts';
import { killLeftovers, stopLeftovers } from './processes/leftovers.ts';
import { readOrMakeSecrets } from './secrets.ts';
import { describeStack, findRunningStack, removeStackFile, writeStackFile, type StackFile } from './stack-file.ts';
import { seedDemo } from './seed-demo.ts';
import type { ProcessName } from './topology.ts';

export interface RunningStack {
  readonly marketplace: Marketplace;
  readonly infrastructure: Infrastructure;
  readonly stack: StackFile;
  stop(): Promise<void>;
}

const STOP_DEADLINE_MS = 9_000;
// Variables that choose other providers or limits than the local ones reach the services unchanged.
const PASSED_ON = /^(OTEL_|ASAAS_|MERCADOPAGO_|MELHORENVIO_|PAYMENT_PROVIDER$|RATE_LIMITS$)/;

interface BringUpOptions {
  /** These processes alone, without new data. */
  readonly only?: readonly ProcessName[] | undefined;
  /** Settings of all processes, which those of this process's environment win over. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Everything that `npm start` brings up, with the demo data in it. */
export async function bringUp(step: Step, options: BringUpOptions = {}): Promise<RunningStack> {
  const lock = takeLock(LOCAL);
  if (!lock) throw new Error(describeLockOwner());
  try {
    const up = await startAll(step, options);
    return { ...up, stop: () => up.stop().finally(() => lock.release()) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function describeLockOwner(): string {
  const running = findRunningStack();
  if (running)
    return `It runs already: ${running.gatewayUrl}. End it with Ctrl-C there, or drop it with "npm run reset".`;
  const { pid } = lockOwner(LOCAL) ?? {};
  return `Another start of this checkout is under way${pid ? ` (process ${pid})` : ''}: wait until it is up, or end it there.`;
}

async function startAll(step: Step, { only, environment: given = {} }: BringUpOptions): Promise<RunningStack> {
  const leftovers = await stopLeftovers(LOCAL);
  if (leftovers.length > 0) console.log(pc.dim(`Stopped what an earlier start left behind: ${leftovers.join(', ')}`));

  await Promise.all([step('contracts', generateCode), step('libraries', bundleLibraries)]);
  const secrets = readOrMakeSecrets(join(LOCAL, 'secrets.json'));
  const [infrastructure] = await Promise.all([
    startInfrastructure({ directory: LOCAL, secrets, ports: 'usual', step }),
    step('compile cache', () => fillCompileCache('processes')),
  ]);
  const all = Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.test(name)));
  const environment = { all: { ...given, ...(all as Record<string, string>) } };
  const shared = {
    infrastructure,
    secrets,
    directory: LOCAL,
    ports: 'usual',
    step,
    environment,
    ...(only && { only }),
  } as const;
  const marketplace = await startMarketplace(shared).catch(async (error: unknown) => {
    await infrastructure.stop();
    throw error;
  });

  const bare = describeStack(marketplace, infrastructure);
  writeStackFile(bare);
  const stack = only ? bare : { ...bare, logins: [...bare.logins, ...(await seedDemo(bare, step))] };
  writeStackFile(stack);
  const stop = () => stopWithin(STOP_DEADLINE_MS, marketplace, infrastructure);
  return { marketplace, infrastructure, stack, stop };
}

/** In order, but never longer than a person waits: what is left at the deadline is killed. */
async function stopWithin(deadlineMs: number, marketplace: Marketplace, infrastructure: Infrastructure): Promise<void> {
  const timer = setTimeout(() => killLeftovers(LOCAL), deadlineMs);
  await marketplace.stop();
  await infrastructure.stop();
  clearTimeout(timer);
  removeStackFile();
}
