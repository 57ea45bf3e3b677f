import { readFileSync } from 'node:fs';

export interface Memory {
  readonly rssMegabytes: number;
  /** Proportional set size, which shares out common pages such as the node binary; undefined where the system has no such figure. */
  readonly pssMegabytes: number | undefined;
}

const KILOBYTES_PER_MEGABYTE = 1024;

/** Resident memory of a process from /proc; undefined where there is none (macOS). */
export function readMemory(pid: number): Memory | undefined {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const rssMegabytes = megabytes(rollup, 'Rss');
    return rssMegabytes === undefined ? undefined : { rssMegabytes, pssMegabytes: megabytes(rollup, 'Pss') };
  } catch {
    return undefined;
  }
}

function megabytes(rollup: string, field: string): number | undefined {
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / KILOBYTES_PER_MEGABYTE;
}
