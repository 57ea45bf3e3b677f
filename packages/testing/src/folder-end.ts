import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { REPOSITORY } from '@estampa/stack/paths';
import { stopLeftovers } from '@estampa/stack/processes/leftovers';
import type { Reporter, TestModule, TestSpecification, Vitest } from 'vitest/node';
import { TESTS } from './reused-infrastructure.ts';

/** How the names of the directories begin whose processes the test files of a folder share. */
export const sharedIn = (folder: string): string => `${relative(REPOSITORY, folder).replaceAll('/', '-')}_`;

/** Stops the processes that the test files of a folder share when the last of them has ended: an idle process costs processor time. */
export default class FolderEnd implements Reporter {
  readonly #left = new Map<string, number>();
  readonly #stopping: Promise<unknown>[] = [];
  #isWatching = false;

  onInit({ config }: Vitest): void {
    this.#isWatching = config.watch;
  }

  onTestRunStart(files: readonly Pick<TestSpecification, 'moduleId'>[]): void {
    for (const { moduleId } of files) this.#count(dirname(moduleId), 1);
  }

  onTestModuleEnd({ moduleId }: Pick<TestModule, 'moduleId'>): void {
    const folder = dirname(moduleId);
    // The next round of watching uses them again.
    if (this.#count(folder, -1) === 0 && !this.#isWatching) this.#stopping.push(stopShared(folder));
  }

  async onTestRunEnd(): Promise<void> {
    await Promise.all(this.#stopping);
  }

  #count(folder: string, change: number): number {
    const left = (this.#left.get(folder) ?? 0) + change;
    this.#left.set(folder, left);
    return left;
  }
}

/** Whatever the files of a folder share in this run, or in the one of the directory. */
export async function stopShared(folder: string, run = join(TESTS, `run-${process.pid}`)): Promise<void> {
  if (!existsSync(run)) return;
  const shared = readdirSync(run).filter((name) => name.startsWith(sharedIn(folder)));
  await Promise.all(shared.map((name) => stopLeftovers(join(run, name))));
}
