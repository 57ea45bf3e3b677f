import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** What the system knows about its processes; a process that is gone has neither identity nor command line. */
export interface ProcessTable {
  /** The start time that the system reports, which distinguishes a process from a later one with the same id. */
  identity(pid: number): string | undefined;
  commandLine(pid: number): string | undefined;
  children(pid: number): number[];
}

/** Linux: no other program is needed. */
export const procTable: ProcessTable = {
  identity(pid) {
    const { state, startTicks } = readStat(pid) ?? {};
    return state === 'Z' ? undefined : startTicks;
  },
  commandLine: (pid) => readProc(pid, 'cmdline')?.replaceAll('\0', ' ').trim() || undefined,
  children: (parent) =>
    readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && readStat(pid)?.parent === parent),
};

/** macOS and the rest. */
export const psTable: ProcessTable = {
  identity: (pid) => ps('-o', 'lstart=', '-p', String(pid)) || undefined,
  commandLine: (pid) => ps('-ww', '-o', 'command=', '-p', String(pid)) || undefined,
  children: (parent) =>
    ps('-A', '-o', 'pid=,ppid=')
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number))
      .flatMap(([pid = 0, ppid]) => (ppid === parent ? [pid] : [])),
};

const table = existsSync('/proc/self/stat') ? procTable : psTable;

export const processIdentity = (pid: number): string | undefined => table.identity(pid);
export const commandLineOf = (pid: number): string | undefined => table.commandLine(pid);
export const isAlive = (pid: number, identity: string): boolean => processIdentity(pid) === identity;

/** To a process and all below it: PostgreSQL's connections are processes of their own, in groups of their own. */
export function signalTree(pid: number, signal: NodeJS.Signals): void {
  sendSignal(pid, signal);
  for (const child of table.children(pid)) signalTree(child, signal);
}

export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself in between.
  }
}

function readStat(pid: number) {
  const stat = readProc(pid, 'stat');
  // The command name may contain spaces and parentheses, so fields are counted from its closing one.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields && { state: fields[0], parent: Number(fields[1]), startTicks: fields[19] };
}

function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}

/** Empty when there is no such process; throws when `ps` is missing. */
function ps(...args: string[]): string {
  try {
    return execFileSync('ps', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch (error) {
    if ((error as { status?: number | null }).status === 1) return '';
    throw error;
  }
}
