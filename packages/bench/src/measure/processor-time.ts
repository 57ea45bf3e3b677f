import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const MS_PER_TICK = 1_000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
// In /proc/<pid>/stat, counted from the state: the parent, and user and system time, own and of children that have ended.
const PARENT = 1;
const TIMES = [11, 12, 13, 14];

/** Milliseconds that each process has used since its start, with all below it: every connection of PostgreSQL is a process. */
export function processorTime(pids: ReadonlyMap<string, number>): Map<string, number> {
  const stats = readStats();
  const children = Map.groupBy(stats.keys(), (pid) => Number(stats.get(pid)![PARENT]));
  const used = (pid: number): number =>
    own(stats.get(pid)) + (children.get(pid) ?? []).reduce((sum, child) => sum + used(child), 0);
  const ownUsage = process.cpuUsage();
  return new Map([
    ...[...pids].map(([name, pid]) => [name, used(pid) * MS_PER_TICK] as const),
    ['client', (ownUsage.user + ownUsage.system) / 1_000] as const,
  ]);
}

function readStats(): Map<number, string[]> {
  const pids = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0);
  return new Map(
    pids.flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
        // The command's name may contain spaces and parentheses, so fields are counted from its closing one.
        return [[pid, stat.slice(stat.lastIndexOf(')') + 2).split(' ')] as const];
      } catch {
        return [];
      }
    }),
  );
}

const own = (stat: readonly string[] | undefined): number =>
  stat ? TIMES.reduce((sum, field) => sum + Number(stat[field]), 0) : 0;
