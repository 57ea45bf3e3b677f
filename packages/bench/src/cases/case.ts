import type { Act } from '../load/closed-loop.ts';
import type { World } from '../seed/world.ts';
import type { BenchStack } from '../stack/bench-stack.ts';
import type { Logins } from './logins.ts';

/** What a case measures on. */
export interface Ground {
  readonly stack: BenchStack;
  readonly world: World;
  readonly logins: Logins;
  readonly signal: AbortSignal;
}

export interface Prepared {
  readonly act: Act;
  /** Where the clients connect, when that is not the gateway. */
  readonly url?: string;
  /** Times that are shown apart, filled by `act`; emptied when the warm-up is over. */
  readonly samples?: Readonly<Record<string, number[]>>;
  /** The best possible for the same work, or for a part of it, measured by the same clients in alternation with it. */
  readonly limits?: readonly Limit[];
  /** Stops and continues what goes on beside the clients, so that it does not weigh on the limits. */
  pause?(): Promise<void>;
  resume?(): void;
  close?(): Promise<void>;
}

export interface Limit {
  readonly title: string;
  /** Throughput is compared, or the median time where one client waits for work that is all computing. */
  readonly by: 'throughput' | 'median';
  start(): Promise<Omit<Prepared, 'limits'>>;
}

export interface Case {
  readonly name: string;
  readonly title: string;
  readonly clients: number;
  prepare(ground: Ground): Promise<Prepared>;
}
