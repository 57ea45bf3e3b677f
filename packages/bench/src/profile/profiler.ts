import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BENCH, REPOSITORY } from '@estampa/stack/paths';
import { freePort, HOST } from '@estampa/stack/ports';
import { SEPARATE_LIBRARIES } from '@estampa/stack/processes/node-process';
import { table } from '@estampa/stack/terminal';
import type { ProcessName } from '@estampa/stack/topology';
import pc from 'picocolors';
import { percent } from '../report/percent.ts';
import { Inspector } from './inspector.ts';
import { selfTimes, type SelfTime } from './self-times.ts';

const SHOWN_PACKAGES = 12;
const SHOWN_FUNCTIONS = 25;
const DIRECTORY = join(BENCH, 'profiles');

/** Takes the processor profile of one process while a case runs. */
export class Profiler {
  readonly environment: Partial<Record<ProcessName, Record<string, string>>>;
  readonly #name: ProcessName;
  readonly #port: number;
  #inspector: Inspector | undefined;

  private constructor(name: ProcessName, port: number) {
    this.#name = name;
    this.#port = port;
    this.environment = { [name]: { NODE_OPTIONS: `--inspect=${HOST}:${port}`, [SEPARATE_LIBRARIES]: 'true' } };
  }

  static async of(name: ProcessName): Promise<Profiler> {
    return new Profiler(name, await freePort());
  }

  async start(): Promise<void> {
    this.#inspector ??= await Inspector.connect(this.#port);
    await this.#inspector.start();
  }

  /** Writes the profile and gives what to show of it. */
  async stop(caseName: string): Promise<string> {
    const profile = await this.#inspector!.stop();
    mkdirSync(DIRECTORY, { recursive: true });
    const file = join(DIRECTORY, `${this.#name}-${caseName}.cpuprofile`);
    writeFileSync(file, JSON.stringify(profile));
    const { idleShare, packages, functions } = selfTimes(profile);
    return [
      `\n${pc.bold(`${this.#name} under ${caseName}`)}, idle ${percent(idleShare)}; to open in a browser's developer tools: ${relative(REPOSITORY, file)}`,
      table(packages.slice(0, SHOWN_PACKAGES).map(row)),
      '',
      table(functions.slice(0, SHOWN_FUNCTIONS).map(row)),
      '',
    ].join('\n');
  }

  close(): void {
    this.#inspector?.close();
  }
}

const row = ({ name, share }: SelfTime): string[] => [percent(share).padStart(6), name];
