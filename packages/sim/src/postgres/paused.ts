import { sendSignal } from '@estampa/stack/processes/process-table';

/** Server processes that stand still. */
const paused = new Set<number>();

/** Returns when it is certain that the process, asleep, does nothing before it is resumed, whatever wakes it up. */
export function pause(pid: number): void {
  if (paused.has(pid)) return;
  paused.add(pid);
  sendSignal(pid, 'SIGSTOP');
}

export function resume(pid: number): void {
  if (paused.delete(pid)) sendSignal(pid, 'SIGCONT');
}

/** Leaves none behind, as it would neither end with its connection nor let its database be dropped. */
export function resumeAllAtEnd(): void {
  process.on('exit', () => paused.forEach(resume));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
}
