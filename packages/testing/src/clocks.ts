import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ProcessName, PROCESS_NAMES } from '@estampa/stack/topology';

const PRELOADED = join(import.meta.dirname, 'shifted-date.ts');

/** The clocks of the marketplace's processes, each of which may be set while it runs; those of servers and providers stay right. */
export class Clocks {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
    mkdirSync(directory, { recursive: true });
    for (const name of PROCESS_NAMES) this.set(name, 0);
  }

  /** By so many milliseconds ahead of the machine's, at once; a clock has complete ones only. */
  set(name: ProcessName, aheadMs: number): void {
    writeFileSync(this.#fileOf(name), String(Math.round(aheadMs)));
  }

  /** For a process to be started with. */
  environmentOf(name: ProcessName): Record<string, string> {
    return { NODE_OPTIONS: `--import=${pathToFileURL(PRELOADED).href}`, CLOCK_AHEAD_FILE: this.#fileOf(name) };
  }

  #fileOf(name: ProcessName): string {
    return join(this.#directory, name);
  }
}
