import type { Random } from '@estampa/stack/random';
import type { SimProcess } from '../environment/sim-process.ts';
import type { Conditions } from '../history/conditions.ts';
import type { Database } from './database.ts';
import { Link, type SharedByLinks } from './link.ts';

/** A round trip takes part of a millisecond, now and then more, and very seldom much more. */
const USUAL_MS = 0.6;
const SLOWEST_MS = 3_000;
const SLOWEST_SHARE = 0.0005;

/** All connections of a history to its databases. */
export class Links implements SharedByLinks {
  readonly #random: Random;
  readonly #open: Link[] = [];
  #made = 0;
  /** Those whose statement waits for a lock. */
  readonly blocked = new Set<Link>();
  /** Sessions that are to be opened or ended, one after the other. */
  readonly moving: (() => Promise<void>)[] = [];
  /** Somebody may have given up what another one waits for. */
  locksChanged = false;
  /** While these processes start, their statements take no time. */
  readonly starting = new Set<SimProcess>();
  hasFaults = true;
  /** A transaction of this process has ended, and its response is not there yet. */
  onTransactionEnd: (process: SimProcess) => void = () => {};
  readonly #conditions: Conditions['database'];

  constructor(random: Random, conditions: Conditions['database']) {
    [this.#random, this.#conditions] = [random, conditions];
  }

  /** What a process opens its connections with. */
  opener(process: SimProcess, database: Database): () => Link {
    const mine: Link[] = [];
    process.onEnd(() => {
      const isCut = this.#random.chance(0.5);
      for (const link of mine) link.abandon(isCut);
    });
    return () => {
      this.#made += 1;
      const link = new Link(`${process.name} pg${this.#made}`, process, database, this);
      mine.push(link);
      this.#open.push(link);
      return link;
    };
  }

  latency(): number {
    const kind = this.#random.next();
    const share = this.#random.next();
    if (!this.hasFaults) return USUAL_MS * share;
    if (kind < SLOWEST_SHARE) return SLOWEST_MS * share;
    const { slowShare, slowMs } = this.#conditions;
    return (kind < slowShare ? slowMs : USUAL_MS) * share;
  }

  /** Until every statement is responded to or waits for a lock of one that is not; true when code may go on by it. */
  async settle(): Promise<boolean> {
    let hasMoved = false;
    for (let moving = this.moving.shift(); moving; moving = this.moving.shift()) {
      await moving();
      hasMoved = true;
    }
    while (this.locksChanged && this.blocked.size > 0) {
      this.locksChanged = false;
      for (const link of Array.from(this.blocked)) hasMoved = (await link.unblock()) || hasMoved;
    }
    return hasMoved;
  }

  /** No session is used any more. */
  areFree = (): boolean => this.#open.every((link) => link.isFree);
}
