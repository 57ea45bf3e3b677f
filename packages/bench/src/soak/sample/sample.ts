import { loadavg } from 'node:os';
import { SERVICE_NAMES } from '@estampa/kernel/topics';
import { snapshotOf } from '@estampa/stack/observe/figures';
import { HOST } from '@estampa/stack/ports';
import { readMemory } from '@estampa/stack/processes/memory';
import type { Timings } from '../../load/timings.ts';
import { latencyOf, type Latency } from '../../load/statistics.ts';
import { sumOfMetric } from '../../measure/own-metrics.ts';
import type { BenchStack } from '../../stack/bench-stack.ts';
import type { TableSize, TableSizes } from './table-sizes.ts';

/** Of one process. */
export interface ProcessSample {
  readonly residentBytes: number;
  readonly heapBytes: number;
  /** Events that wait to be applied, and to be sent; null where there are none by design. */
  readonly lag: number | null;
  readonly unsent: number | null;
}

/** Everything that is read every few seconds. */
export interface Sample {
  readonly atMs: number;
  /** Of the machine, of one minute. */
  readonly loadAverage: number;
  readonly processes: Readonly<Record<string, ProcessSample>>;
  readonly tables: readonly TableSize[];
  /** Of the visits since the sample before, by kind. */
  readonly latencies: Readonly<Record<string, Latency & { count: number; errors: number }>>;
}

/** The sandbox stands for providers elsewhere. */
const SAMPLED = [...SERVICE_NAMES, 'gateway'] as const;
const MEGABYTE = 1024 ** 2;
const SCRAPE_DEADLINE_MS = 10_000;

export class Sampler {
  readonly #stack: BenchStack;
  readonly #sizes: TableSizes;
  readonly #timings: Timings;
  /** How many times, and errors, of each kind earlier samples have counted. */
  readonly #counted = new Map<string, readonly [times: number, errors: number]>();

  constructor(stack: BenchStack, sizes: TableSizes, timings: Timings) {
    this.#stack = stack;
    this.#sizes = sizes;
    this.#timings = timings;
  }

  async take(): Promise<Sample> {
    const atMs = this.#timings.now();
    const [tables, ...processes] = await Promise.all([
      this.#sizes.read(),
      ...SAMPLED.map((name) => this.#process(name)),
    ]);
    return {
      atMs,
      loadAverage: loadavg()[0]!,
      processes: Object.fromEntries(processes),
      tables,
      latencies: this.#latencies(),
    };
  }

  async #process(name: (typeof SAMPLED)[number]): Promise<[string, ProcessSample]> {
    const { opsPort } = this.#stack.marketplace.surroundings.ports[name];
    const response = await fetch(`http://${HOST}:${opsPort}/metrics`, {
      signal: AbortSignal.timeout(SCRAPE_DEADLINE_MS),
    });
    const text = await response.text();
    const { lag, unsent } = snapshotOf(text, 0);
    const residentBytes = (readMemory(this.#stack.pids.get(name)!)?.rssMegabytes ?? Number.NaN) * MEGABYTE;
    return [name, { residentBytes, heapBytes: sumOfMetric(text, 'nodejs_heap_size_used_bytes'), lag, unsent }];
  }

  #latencies(): Sample['latencies'] {
    const ofKinds = [...this.#timings.kinds].map(([kind, { points, errors }]) => {
      const [times, failed] = this.#counted.get(kind) ?? [0, 0];
      this.#counted.set(kind, [points.length, errors]);
      const since = points.slice(times).map(([, tookMs]) => tookMs);
      return [kind, { count: since.length, errors: errors - failed, ...latencyOf(since) }] as const;
    });
    return Object.fromEntries(ofKinds);
  }
}
