import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';
import { REPOSITORY } from '@estampa/stack/paths';

const BYTES_PER_GIBIBYTE = 2 ** 30;

/** What figures depend on; nothing that names the machine or its owner. */
export function machineInfo(postgresVersion: string): Readonly<Record<string, string>> {
  return {
    cores: `${availableParallelism()}, ${cpus()[0]?.model.trim() || 'of an unknown make'}`,
    memory: `${(totalmem() / BYTES_PER_GIBIBYTE).toFixed(0)} GiB`,
    system: `${type()} ${release()}`,
    node: process.versions.node,
    PostgreSQL: postgresVersion,
    'load before': loadavg()[0]!.toFixed(1),
    commit: commit(),
    date: new Date().toISOString().slice(0, 10),
  };
}

function commit(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], { cwd: REPOSITORY, encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}
