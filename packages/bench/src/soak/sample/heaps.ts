import { freePort, HOST } from '@estampa/stack/ports';
import type { ProcessName } from '@estampa/stack/topology';
import { Inspector } from '../../profile/inspector.ts';

/** All garbage, and the room that V8 has set aside for more: how much it sets aside grows by steps, and would look like a leak. */
const COLLECTED = `gc({ type: 'major', flavor: 'last-resort' }), process.memoryUsage()`;

/** What a process holds. */
export interface Held {
  readonly residentBytes: number;
  readonly heapBytes: number;
  /** Of buffers, which lie outside of the heap. */
  readonly bufferBytes: number;
}

/** Collects the garbage of processes through their inspectors, which only a soak opens, and reads what they hold then. */
export class Heaps implements Disposable {
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
    const inspector = this.#inspectors.get(name) ?? Inspector.connect(this.#ports.get(name)!);
    this.#inspectors.set(name, inspector);
    const { rss, heapUsed, arrayBuffers } = (await (await inspector).evaluate(COLLECTED)) as NodeJS.MemoryUsage;
    return { residentBytes: rss, heapBytes: heapUsed, bufferBytes: arrayBuffers };
  }

  [Symbol.dispose](): void {
    for (const inspector of this.#inspectors.values()) void inspector.then((one) => one.close());
  }
}
