import { loadavg } from 'node:os';
import { SERVICE_NAMES } from '@estampa/kernel/topics';
import { snapshotOf } from '@estampa/stack/observe/figures';
import { HOST } from '@estampa/stack/ports';
import { readMemory } from '@estampa/stack/processes/memory';
import type { Timings } from '../../load/timings.ts';
import { latencyOf, type Latency } from '../../load/statistics.ts';
import { sumOfMetric } from '../../measure/own-metrics.ts';
import type { BenchStack } from '../../stack/bench-stack.ts';
import type { Heaps, Held } from './heaps.ts';
import { Processors } from './processors.ts';
import type { TableSize, TableSizes } from './table-sizes.ts';

/** Of one process. */
export interface ProcessSample {
  readonly residentBytes: number;
  readonly heapBytes: number;
  /** Right after a collection of all garbage; null in most samples. */
  readonly collected: Held | null;
  /** Events that wait to be applied, and to be sent; null where there are none by design. */
  readonly lag: number | null;
  readonly unsent: number | null;
}

/** Everything that is read every few seconds. */
export interface Sample {
  readonly atMs: number;
  /** Of the machine, of one minute. */
  readonly loadAverage: number;
  /** What part of all processors each process, and all of the machine, has used since the sample before. */
  readonly processors: Readonly<Record<string, number>>;
  readonly processes: Readonly<Record<string, ProcessSample>>;
  readonly tables: readonly TableSize[];
  /** Of the visits since the sample before, by kind. */
  readonly latencies: Readonly<Record<string, Latency & { count: number; errors: number }>>;
}

/** The sandbox stands for providers elsewhere. */
export const SAMPLED = [...SERVICE_NAMES, 'gateway'] as const;
/** Each process in turn, one in a sample, so that no visit meets two collections. */
const SAMPLES_PER_COLLECTION = 10;
const MEGABYTE = 1024 ** 2;
const SCRAPE_DEADLINE_MS = 10_000;

type Sampled = (typeof SAMPLED)[number];

export interface Sources {
  readonly stack: BenchStack;
  readonly sizes: TableSizes;
  readonly heaps: Heaps;
  readonly timings: Timings;
}

export class Sampler {
  readonly #stack: BenchStack;
  readonly #sizes: TableSizes;
  readonly #heaps: Heaps;
  readonly #timings: Timings;
  readonly #processors: Processors;
  #taken = 0;
  /** How many times, and errors, of each kind earlier samples have counted. */
  readonly #counted = new Map<string, readonly [times: number, errors: number]>();

  constructor({ stack, sizes, heaps, timings }: Sources) {
    this.#stack = stack;
    this.#sizes = sizes;
    this.#heaps = heaps;
    this.#timings = timings;
    this.#processors = new Processors(stack);
  }

  async take(): Promise<Sample> {
    const atMs = this.#timings.now();
    const processors = this.#processors.read();
    const [tables, ...processes] = await Promise.all([
      this.#sizes.read(),
      ...SAMPLED.map((name) => this.#process(name)),
    ]);
    this.#taken += 1;
    return {
      atMs,
      loadAverage: loadavg()[0]!,
      processors,
      processes: Object.fromEntries(processes),
      tables,
      latencies: this.#latencies(),
    };
  }

  async #process(name: Sampled): Promise<[string, ProcessSample]> {
    const { opsPort } = this.#stack.marketplace.surroundings.ports[name];
    const response = await fetch(`http://${HOST}:${opsPort}/metrics`, {
      signal: AbortSignal.timeout(SCRAPE_DEADLINE_MS),
      // Servers end a connection that rested for 5 s, just when the next sample would use it.
      headers: { connection: 'close' },
    });
    const text = await response.text();
    const { lag, unsent } = snapshotOf(text, 0);
    const residentBytes = (readMemory(this.#stack.pids.get(name)!)?.rssMegabytes ?? Number.NaN) * MEGABYTE;
    const own = { residentBytes, heapBytes: sumOfMetric(text, 'nodejs_heap_size_used_bytes') };
    const isCollected = SAMPLED.indexOf(name) === this.#taken % SAMPLES_PER_COLLECTION;
    return [name, { ...own, lag, unsent, collected: isCollected ? await this.#heaps.collect(name) : null }];
  }

  #latencies(): Sample['latencies'] {
    const ofKinds = [...this.#timings.kinds].map(([kind, { points, errors }]) => {
      const [times, failed] = this.#counted.get(kind) ?? [0, 0];
      this.#counted.set(kind, [points.length, errors]);
      const since = points.from(times).map(([, tookMs]) => tookMs);
      return [kind, { count: since.length, errors: errors - failed, ...latencyOf(since) }] as const;
    });
    return Object.fromEntries(ofKinds);
  }
}
