import pc from 'picocolors';
import { bringUp, type RunningStack } from '../bring-up.ts';
import { startObserver } from '../observe/observer.ts';
import { LOCAL } from '../paths.ts';
import { portOr } from '../ports.ts';
import { killLeftovers, stopLeftovers } from '../processes/leftovers.ts';
import { readMemory } from '../processes/memory.ts';
import { describeStack, writeStackFile } from '../stack-file.ts';
import { restartOnSave } from '../restart-on-save.ts';
import { createStep, seconds, table } from '../terminal.ts';
import { PROCESS_NAMES, type ProcessName } from '../topology.ts';
import { reset } from './reset.ts';

const OBSERVER_PORT = 9110;
const IDLE_MS = 20_000;
// npm and the terminal both deliver a Ctrl-C, so only a later one is a second one.
const SECOND_SIGNAL_AFTER_MS = 1_000;
const INTERRUPTED = 130;

/**
 * Runs until Ctrl-C; with `--watch`, what runs a source file is restarted when that is saved; with `--only`, some processes alone; with `--observe`, beside
 * a page of what they do.
 */
export async function start(args: readonly string[]): Promise<number> {
  const only = namedProcesses(args);
  if (args.includes('--reset')) await reset();

  const begin = performance.now();
  const stopRequested = whenToStop();
  await using observer = args.includes('--observe') ? await startObserver(await portOr(OBSERVER_PORT)) : null;
  const options = { only, ...(observer && { environment: observer.environment }) };
  const up = await Promise.race([bringUp(createStep(), options), stopRequested]);
  if (up === 'stop') {
    // Twice, because the start may have spawned one more in between.
    await stopLeftovers(LOCAL);
    await stopLeftovers(LOCAL);
    process.exit(INTERRUPTED);
  }
  console.log(overview(up, performance.now() - begin));
  if (observer) {
    // The sandbox stands for others, and measures nothing.
    const { sandbox: _others, ...measured } = up.stack.opsUrls;
    observer.watch(measured);
    console.log(`What the processes do: ${pc.bold(observer.url)}\n`);
  }
  const report = superviseAll(up);
  const watching = args.includes('--watch') ? restartOnSave(up.marketplace, report) : undefined;
  if (watching) console.log('Watching the sources: a save restarts what runs them.\n');
  const idle = setTimeout(() => console.log(memoryReport(up)), IDLE_MS);
  // Also while every child is dead and waits to be started again.
  const staying = setInterval(() => {}, IDLE_MS);

  await stopRequested;
  clearTimeout(idle);
  clearInterval(staying);
  watching?.[Symbol.dispose]();
  await createStep()('stopped', () => up.stop());
  return 0;
}

/** `--only identity,catalog,gateway`: the others are not started, and requests that need them get 503. */
function namedProcesses(args: readonly string[]): ProcessName[] | undefined {
  const place = args.indexOf('--only');
  if (place === -1) return undefined;
  const names = (args[place + 1] ?? '').split(',');
  const unknown = names.find((name) => !PROCESS_NAMES.some((known) => known === name));
  if (unknown !== undefined) throw new Error(`--only names "${unknown}"; there are: ${PROCESS_NAMES.join(', ')}`);
  return names as ProcessName[];
}

function whenToStop(): Promise<'stop'> {
  let requestedAt = 0;
  return new Promise((resolve) => {
    const request = () => {
      if (requestedAt !== 0 && Date.now() - requestedAt > SECOND_SIGNAL_AFTER_MS) {
        killLeftovers(LOCAL);
        process.exit(INTERRUPTED);
      }
      if (requestedAt !== 0) return;
      requestedAt = Date.now();
      console.log('\nStopping. Press Ctrl-C again to kill everything at once.');
      resolve('stop');
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, request);
  });
}

/** Restarts processes that die. Returns the function that reports a restart and records the new process ids in the stack file. */
function superviseAll({ marketplace, infrastructure, stack }: RunningStack): (message: string) => void {
  const report = (message: string) => {
    console.error(pc.yellow(message));
    writeStackFile({ ...describeStack(marketplace, infrastructure), logins: stack.logins });
  };
  const all = [...Object.values(infrastructure.servers), ...Object.values(marketplace.processes)];
  for (const one of all) one.supervise(report);
  return report;
}

function overview({ marketplace, stack }: RunningStack, durationMs: number): string {
  const processes = Object.values(marketplace.processes).map(({ name, startMs }) => [
    name,
    marketplace.address(name),
    stack.opsUrls[name] ?? '',
    seconds(startMs),
  ]);
  const logins = stack.logins.map(({ role, email, password }) => [role, email, password]);
  return [
    `\n${pc.green(pc.bold('Estampa is up'))} after ${seconds(durationMs)}. Ctrl-C stops it; logs are in .local/logs.\n`,
    table([
      ['front page and API', stack.gatewayUrl],
      ['studio', `${stack.gatewayUrl}/studio`],
      ['API reference', `${stack.gatewayUrl}/docs`],
      ['mail inbox', stack.mailUrl ?? stack.smtpUrl],
      ['payment and shipping sandbox', stack.sandboxUrl],
    ]),
    `\n${table([['process', 'address', 'ops', 'start'], ...processes])}`,
    `\n${table([['login', 'e-mail', 'password'], ...logins])}\n`,
  ].join('\n');
}

function memoryReport({ marketplace }: RunningStack): string {
  const measured = Object.values(marketplace.processes).flatMap(({ name, pid }) => {
    const memory = readMemory(pid);
    return memory ? [{ name, ...memory }] : [];
  });
  if (measured.length === 0) return '';
  const sum = (field: 'rssMegabytes' | 'pssMegabytes') =>
    measured.reduce((total, memory) => total + (memory[field] ?? 0), 0).toFixed(0);
  const each = measured.map(({ name, rssMegabytes }) => `${name} ${rssMegabytes.toFixed(0)}`).join(', ');
  return pc.dim(
    `Idle memory: ${sum('rssMegabytes')} MB resident, ${sum('pssMegabytes')} MB with shared pages counted once (${each}).`,
  );
}
