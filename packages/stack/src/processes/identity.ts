import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Tells a process from a later one with the same id: its start time as the system reports it. Undefined when it is gone. */
export function processIdentity(pid: number): string | undefined {
  try {
    return existsSync('/proc/self/stat') ? fromProc(pid) : fromPs(pid);
  } catch {
    return undefined;
  }
}

export function isAlive(pid: number, identity: string): boolean {
  return processIdentity(pid) === identity;
}

function fromProc(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The command name may hold spaces and parentheses, so fields are counted from its closing one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startTicks] = [fields[0], fields[19]];
  return state === 'Z' ? undefined : startTicks;
}

function fromPs(pid: number): string | undefined {
  return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
}
