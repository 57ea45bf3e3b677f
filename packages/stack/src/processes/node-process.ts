import { type ChildProcess, spawn } from 'node:child_process';
import { basename, join } from 'node:path';
import { HOST } from '../ports.ts';
import { COMPILE_CACHE, REPOSITORY } from '../paths.ts';
import type { ProcessName, Surroundings } from '../topology.ts';
import { PROCESS_NAMES, TOPOLOGY } from '../topology.ts';
import { GiveUp, waitFor } from '../wait.ts';
import { useBundledLibraries } from './bundled-libraries.ts';
import { startProcess, type ManagedProcess } from './managed-process.ts';

const V8_FLAGS = ['--max-old-space-size=512'];
/** Images pass through as memory outside of the heap; counted by itself it sets off a full collection for every few of them. */
const MEMORY_FLAGS = ['--expose-gc', '--external-memory-accounted-in-global-limit'];
/** Who lets images pass; the others only give back memory by these flags. */
const IMAGES_PASS: readonly ProcessName[] = ['media-render', 'gateway'];
/** V8 wakes all of its four helpers for each small collection; on few processors they stand in each other's way. */
const HELPERS = ['--v8-pool-size=1'];
/** A small young generation saves memory in nine mostly idle processes. */
const SMALL_HEAP = ['--max-semi-space-size=4'];
/** Images of megabytes that pass a heap of 30 MB would set off a full collection for every second one. */
const BUSY_HEAP = ['--heap-growing-percent=300'];
/**
 * One arena, and large blocks straight from the system, so that the memory of images returns to it. From 128 KiB on:
 * once set, the threshold no longer grows with what is freed, and a lower one would map each strip of libvips anew,
 * page fault by page fault. Transparent huge pages are used where the system offers them on request.
 */
export const MALLOC = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: String(128 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(64 * 1024),
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
};
/**
 * Of what composes images: each encoder would begin with pages that the system has just taken back, and cleared again. Up to 64 MiB of
 * what is free stay.
 */
export const IMAGE_MALLOC = {
  MALLOC_MMAP_THRESHOLD_: String(4 * 1024 ** 2),
  MALLOC_TRIM_THRESHOLD_: String(64 * 1024 ** 2),
};
const QUIET_FLAGS = ['--disable-warning=TimeoutNegativeWarning', '--disable-warning=ExperimentalWarning'];
/** In the environment of a process that is to be profiled: names of functions and libraries are lost in the bundles. */
export const SEPARATE_LIBRARIES = 'ESTAMPA_SEPARATE_LIBRARIES';
export const nodeFlags = (environment: Readonly<Record<string, string>> = {}, memoryFlags = MEMORY_FLAGS): string[] => [
  ...V8_FLAGS,
  ...memoryFlags,
  ...HELPERS,
  ...(environment['NODE_ENV'] === 'production' ? BUSY_HEAP : SMALL_HEAP),
  ...QUIET_FLAGS,
  ...(environment[SEPARATE_LIBRARIES] ? [] : useBundledLibraries()),
];
const READY_DEADLINE_MS = 90_000;
const READY_CHECK_TIMEOUT_MS = 2_000;
const INHERITED = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'];

/**
 * Of a process that ends soon, so that what gives back memory is left out: with such flags Node's own modules, which it has compiled
 * for V8 without, are compiled anew in each process, for 60 ms of processor.
 */
const shortLivedFlags = (name: ProcessName, environment: Readonly<Record<string, string>> = {}): string[] =>
  nodeFlags(environment, IMAGES_PASS.includes(name) ? MEMORY_FLAGS : []);

/** Starts one process of the marketplace and waits until it says that it is ready. */
export async function startNodeProcess(
  name: ProcessName,
  surroundings: Surroundings,
  overrides: Record<string, string>,
): Promise<ManagedProcess> {
  const started = startProcess({
    name,
    command: process.execPath,
    args: commandOf(name, surroundings, overrides),
    env: { ...inherited(), ...environmentOf(name, surroundings), ...overrides },
    directory: surroundings.directory,
  });
  try {
    await waitFor(`${name} ready`, () => isReady(name, started, surroundings), { deadlineMs: READY_DEADLINE_MS });
    return started;
  } catch (error) {
    await started.stop();
    throw new Error(`${name} did not start. The end of its log:\n${started.log()}`, { cause: error });
  }
}

function commandOf(name: ProcessName, { programs, checkout }: Surroundings, overrides: Record<string, string>) {
  if (programs) return programAt(programs, TOPOLOGY[name].entry, overrides);
  return sourcesOf(TOPOLOGY[name].entry, name === 'sandbox' ? undefined : checkout, overrides);
}

/** Flags and file of an entry. Our bundle has the libraries of our lock file, so other sources run without it. */
function sourcesOf(entry: string, checkout?: string, environment: Readonly<Record<string, string>> = {}): string[] {
  if (!checkout) return [...nodeFlags(environment), join(REPOSITORY, entry)];
  return [...nodeFlags({ ...environment, [SEPARATE_LIBRARIES]: 'true' }), join(checkout, entry)];
}

async function isReady(name: ProcessName, started: ManagedProcess, { ports }: Surroundings): Promise<boolean> {
  if (!started.running()) throw new GiveUp(`${name} ended: ${await started.exited}`);
  const url = `http://${HOST}:${ports[name].opsPort}${TOPOLOGY[name].readyPath}`;
  return (await fetch(url, { signal: AbortSignal.timeout(READY_CHECK_TIMEOUT_MS) })).ok;
}

/** The environment of a process, apart from what it inherits. */
export const environmentOf = (name: ProcessName, surroundings: Surroundings): Record<string, string> => ({
  NODE_ENV: 'development',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'info',
  HOST,
  OPS_PORT: String(surroundings.ports[name].opsPort),
  DRAIN_NOTICE_MS: '0',
  // Before those who started them end them by force.
  DRAIN_CALLS_MS: '4000',
  NODE_COMPILE_CACHE: COMPILE_CACHE,
  ...MALLOC,
  ...(name === 'media-render' ? IMAGE_MALLOC : {}),
  KAFKAJS_NO_PARTITIONER_WARNING: '1',
  ...asText(TOPOLOGY[name].environment(surroundings)),
});

const inherited = (): Record<string, string> =>
  Object.fromEntries(INHERITED.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));

/** Runs an entry of a service to its end, in the environment of that service: a program where they are given, else its sources. */
export function runOnce(
  entry: string,
  environment: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  { programs, checkout }: Pick<Surroundings, 'programs' | 'checkout'> = {},
): ChildProcess {
  const command = programs ? programAt(programs, entry) : sourcesOf(entry, checkout);
  return spawn(process.execPath, [...command, ...args], {
    env: { ...inherited(), ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** What a service runs once, beside its process. */
const SCRIPTS = [
  'services/media-render/src/check-storage.ts',
  'services/payouts/src/check-ledger.ts',
  'services/storefront/src/rebuild.ts',
];

/** What `bundlePrograms` makes a file of. */
export const ENTRIES: readonly string[] = [...PROCESS_NAMES.map((name) => TOPOLOGY[name].entry), ...SCRIPTS];

const ownerOf = (entry: string): ProcessName => PROCESS_NAMES.find((name) => entry.split('/').includes(name))!;

/** Of the file of an entry there: `payouts`, and `payouts-check-ledger`. */
export const programNameOf = (entry: string): string =>
  basename(entry) === 'main.ts' ? ownerOf(entry) : `${ownerOf(entry)}-${basename(entry, '.ts')}`;

export const programFlags = (entry: string, environment: Readonly<Record<string, string>> = {}): string[] =>
  shortLivedFlags(ownerOf(entry), environment);

export const programOf = (programs: string, entry: string): string => join(programs, `${programNameOf(entry)}.mjs`);

const programAt = (programs: string, entry: string, environment: Readonly<Record<string, string>> = {}): string[] => [
  ...programFlags(entry, environment),
  programOf(programs, entry),
];

const asText = (values: Record<string, string | number>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
