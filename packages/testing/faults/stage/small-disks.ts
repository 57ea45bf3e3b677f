import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MIB = 1024 ** 2;
/** By the directory of a server's data: what a stage needs, several times over. */
const SIZES = { postgres: 1_024 * MIB, kafka: 512 * MIB, s3: 256 * MIB };
const SHRINK_ATTEMPTS = 20;

export type DiskName = keyof typeof SIZES;
export const DISK_NAMES = Object.keys(SIZES) as readonly DiskName[];

/** Mounts of fixed size in memory, where servers have their data and which can be full. Needs root. */
export class SmallDisks implements Disposable {
  readonly #directory: string;

  /** The directories must be empty or missing. */
  constructor(directory: string) {
    this.#directory = directory;
    for (const name of DISK_NAMES) {
      const path = this.#pathOf(name);
      mkdirSync(path, { recursive: true });
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZES[name]},mode=0755`, 'estampa-faults', path]);
    }
  }

  /** Leaves no room on a disk, however much is written meanwhile. */
  fill(name: DiskName): void {
    for (let attempt = 1; ; attempt += 1) {
      const { blocks, bfree, bsize } = statfsSync(this.#pathOf(name));
      try {
        // A size of 0 would be none at all.
        return this.#resize(name, Math.max(blocks - bfree, 1) * bsize);
      } catch (error) {
        // More was written in between.
        if (attempt === SHRINK_ATTEMPTS) throw error;
      }
    }
  }

  free(name: DiskName): void {
    this.#resize(name, SIZES[name]);
  }

  [Symbol.dispose](): void {
    dropSmallDisks(this.#directory);
  }

  #pathOf(name: DiskName): string {
    return join(this.#directory, name);
  }

  #resize(name: DiskName, bytes: number): void {
    execFileSync('mount', ['-o', `remount,size=${bytes}`, this.#pathOf(name)], { stdio: 'pipe' });
  }
}

/** Unmounts what a run has left there; its servers have ended. */
export function dropSmallDisks(directory: string): void {
  for (const name of DISK_NAMES) {
    const path = join(directory, name);
    if (isMounted(path)) execFileSync('umount', [path]);
  }
}

/** Whether this user may mount. */
export const canMount = (): boolean => process.platform === 'linux' && process.getuid?.() === 0;

function isMounted(path: string): boolean {
  if (process.platform !== 'linux') return false;
  return readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .some((line) => line.split(' ')[1] === path);
}
