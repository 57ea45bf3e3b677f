import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, HOST } from '@estampa/stack/ports';
import type { ProcessName } from '@estampa/stack/topology';
import { Inspector } from '../../profile/inspector.ts';
import { objectBytesOf } from './snapshot-objects.ts';

/** What a process holds. */
export interface Held {
  readonly residentBytes: number;
  /** Of objects. */
  readonly heapBytes: number;
  /** Of compiled code and what belongs to it, which grows for an hour as V8 finds out what is worth it, and ends with the program's functions. */
  readonly codeBytes: number;
  /** Of buffers, which lie outside of the heap. */
  readonly bufferBytes: number;
}

/** All garbage, and the room that V8 has set aside for more: how much it sets aside grows by steps, and would look like a leak. */
const COLLECTED = `
  gc({ type: 'major', flavor: 'last-resort' });
  ({ memory: process.memoryUsage(), spaces: process.getBuiltinModule('v8').getHeapSpaceStatistics() })`;
const IS_CODE = /^(?:shared_)?(?:code|trusted)_/;

type Collected = {
  memory: NodeJS.MemoryUsage;
  spaces: readonly { space_name: string; space_used_size: number }[];
};

/** Collects the garbage of processes through their inspectors, which only a soak opens, and reads what they hold then. */
export class Heaps {
  readonly environment: Partial<Record<ProcessName, Record<string, string>>>;
  readonly #ports: ReadonlyMap<ProcessName, number>;
  readonly #inspectors = new Map<ProcessName, Promise<Inspector>>();

  private constructor(ports: ReadonlyMap<ProcessName, number>) {
    this.#ports = ports;
    this.environment = Object.fromEntries(
      [...ports].map(([name, port]) => [
        name,
        { NODE_OPTIONS: `--inspect=${HOST}:${port} --inspect-publish-uid=http` },
      ]),
    );
  }

  static async of(names: readonly ProcessName[]): Promise<Heaps> {
    const ports = new Map<ProcessName, number>();
    for (const name of names) ports.set(name, await freePort());
    return new Heaps(ports);
  }

  /** Read at once, before anything else runs. */
  async collect(name: ProcessName): Promise<Held> {
    const { memory, spaces } = (await (await this.#inspectorOf(name)).evaluate(COLLECTED)) as Collected;
    return {
      residentBytes: memory.rss,
      heapBytes: usedOf(spaces.filter(({ space_name: space }) => !IS_CODE.test(space))),
      codeBytes: usedOf(spaces.filter(({ space_name: space }) => IS_CODE.test(space))),
      bufferBytes: memory.arrayBuffers,
    };
  }

  /** Bytes of what each process holds; it stands still for a second, so only without load. Files go to the directory, and away again. */
  async objects(directory: string): Promise<Record<string, number>> {
    const found: Record<string, number> = {};
    for (const name of this.#ports.keys()) {
      const file = join(directory, `${name}.heapsnapshot`);
      const write = `process.getBuiltinModule('v8').writeHeapSnapshot(${JSON.stringify(file)})`;
      await (await this.#inspectorOf(name)).evaluate(write);
      found[name] = objectBytesOf(JSON.parse(readFileSync(file, 'utf8')) as Parameters<typeof objectBytesOf>[0]);
      rmSync(file);
    }
    return found;
  }

  #inspectorOf(name: ProcessName): Promise<Inspector> {
    const inspector = this.#inspectors.get(name) ?? Inspector.connect(this.#ports.get(name)!);
    this.#inspectors.set(name, inspector);
    return inspector;
  }

  /** A process waits with its end until nobody inspects it. */
  async close(): Promise<void> {
    const connected = await Promise.allSettled(this.#inspectors.values());
    for (const one of connected) if (one.status === 'fulfilled') one.value.close();
  }
}

const usedOf = (spaces: Collected['spaces']): number =>
  spaces.reduce((sum, { space_used_size: used }) => sum + used, 0);
