import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { freemem, totalmem } from 'node:os';
import { join } from 'node:path';
import pc from 'picocolors';
import { LOCAL, REPOSITORY } from '../paths.ts';
import { isFree } from '../ports.ts';
import { findRunningStack, type StackFile } from '../stack-file.ts';
import { type ProcessName, TOPOLOGY } from '../topology.ts';

const GIGABYTE = 1024 ** 3;
/** Downloads, databases and a day of work. */
const DISK_MIN_BYTES = 4 * GIGABYTE;
/** All processes with their servers, and a browser beside them. */
const MEMORY_MIN_BYTES = 3 * GIGABYTE;
const READY_DEADLINE_MS = 3_000;

/** What was checked, and what to do where it is not as it should be; a note hinders nothing. */
export type Finding = { what: string; problem: string | null; note?: string };

type Machine = { machineProblems(args: readonly string[], repository: string): string[] };
const { machineProblems } = createRequire(import.meta.url)('../../bin/machine.cjs') as Machine;

/** Prints what prevents the local stack from running on this machine, with the remedy; returns 1 when there is a problem. */
export async function doctor(): Promise<number> {
  const running = findRunningStack();
  const findings = [
    ...programs(),
    installed(),
    disk(),
    memory(running),
    ...(running ? await processesOf(running) : [await checkPorts(usualPorts())]),
  ];
  for (const { what, problem, note } of findings)
    console.log(
      problem === null ? `${pc.green('✓')} ${what}${note ? `: ${note}` : ''}` : `${pc.red('✗')} ${what}: ${problem}`,
    );
  const failed = findings.filter(({ problem }) => problem !== null).length;
  console.log(failed === 0 ? '\nNothing is amiss.' : `\n${failed} of ${findings.length} need attention.`);
  return failed === 0 ? 0 : 1;
}

function programs(): Finding[] {
  const problems = machineProblems(['start'], REPOSITORY);
  const what = `Node ${process.versions.node}, Java and Maven where they are needed`;
  return problems.length === 0 ? [{ what, problem: null }] : problems.map((problem) => ({ what, problem }));
}

/** Every command installs what the lock file names; this finds packages that were changed by hand afterwards. */
function installed(): Finding {
  const what = 'libraries as the lock file has them';
  const marks = ['package-lock.json', 'node_modules/.package-lock.json'].map((file) => join(REPOSITORY, file));
  const [wanted, present] = marks.map((file) => versionsIn(readFileSync(file, 'utf8')));
  const other = [...present!].find(([path, version]) => wanted!.get(path) !== version);
  return { what, problem: other ? `${other[0].replace('node_modules/', '')} is of another version: npm ci` : null };
}

const versionsIn = (lock: string): Map<string, string> => {
  const { packages } = JSON.parse(lock) as { packages: Record<string, { version?: string }> };
  return new Map(Object.entries(packages).flatMap(([path, { version }]) => (version ? [[path, version]] : [])));
};

const gigabytes = (bytes: number): string => `${(bytes / GIGABYTE).toFixed(1)} GB`;

function disk(): Finding {
  const { bavail, bsize } = statfsSync(existsSync(LOCAL) ? LOCAL : REPOSITORY);
  const free = bavail * bsize;
  return {
    what: `disk: ${gigabytes(free)} free`,
    problem:
      free < DISK_MIN_BYTES ? `${gigabytes(DISK_MIN_BYTES)} are needed; .local holds what can go: npm run reset` : null,
  };
}

function memory(running: StackFile | undefined): Finding {
  const [free, all] = [availableBytes(), totalmem()];
  const isShort = !running && free < MEMORY_MIN_BYTES;
  return {
    what: `memory: ${gigabytes(free)} of ${gigabytes(all)} available`,
    problem: isShort ? `${gigabytes(MEMORY_MIN_BYTES)} are needed: end other programs` : null,
  };
}

/** What the system could give without swapping, which is more than what lies idle. */
function availableBytes(): number {
  const reported =
    existsSync('/proc/meminfo') && /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8'));
  return reported ? Number(reported[1]) * 1024 : freemem();
}

type NamedPort = { name: string; port: number };

const usualPorts = (): NamedPort[] =>
  Object.entries(TOPOLOGY).flatMap(([name, { usualPorts: its }]) =>
    [...new Set(Object.values(its))].map((port) => ({ name, port })),
  );

/** Ports that other programs listen on are noted and no problem: `npm start` chooses others in their place and prints them. */
export async function checkPorts(usual: readonly NamedPort[]): Promise<Finding> {
  const taken = await Promise.all(usual.map(async (one) => ((await isFree(one.port)) ? [] : [one])));
  const names = taken.flat().map(({ name, port }) => `${port} (${name})`);
  const what = 'the usual ports';
  return names.length === 0
    ? { what, problem: null }
    : { what, problem: null, note: `${names.join(', ')} in use; npm start chooses others and prints them` };
}

async function processesOf({ opsUrls, gatewayUrl }: StackFile): Promise<Finding[]> {
  const all = Object.entries(opsUrls).map(async ([name, url]) => ({
    what: `${name} is ready`,
    problem: await unreadiness(name as ProcessName, url),
  }));
  return [{ what: `running at ${gatewayUrl}`, problem: null }, ...(await Promise.all(all))];
}

async function unreadiness(name: ProcessName, opsUrl: string): Promise<string | null> {
  const why = `npm run logs -- ${name} says why`;
  try {
    const { ok, status } = await fetch(opsUrl + TOPOLOGY[name].readyPath, {
      signal: AbortSignal.timeout(READY_DEADLINE_MS),
    });
    return ok ? null : `it responds ${status}; ${why}`;
  } catch {
    return `it does not respond; ${why}`;
  }
}
