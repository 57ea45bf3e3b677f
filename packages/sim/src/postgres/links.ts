import type { Random } from '@estampa/stack/random';
import { withMachine } from '../environment/machine.ts';
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
  /** Sessions that are to be opened or ended, or go on with what they were sent, one after the other. */
  readonly moving: (() => Promise<void>)[] = [];
  /** Somebody may have given up what another one waits for. */
  locksChanged = false;
  /** While these processes start, their statements take no time. */
  readonly starting = new Set<SimProcess>();
  hasFaults = true;
  /** A transaction of this process has ended, and its response is not there yet. */
  onTransactionEnd: (process: SimProcess) => void = () => {};
  /** A statement of a transaction that goes on was executed, and its response is not there yet. */
  onStatement: (process: SimProcess) => void = () => {};
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
    for (let next = await this.#nextMove(); next; next = await this.#nextMove()) {
      await withMachine(next);
      hasMoved = true;
    }
    return hasMoved;
  }

  /** One at a time: what it frees stands again before the next one begins. */
  async #nextMove(): Promise<(() => Promise<void>) | undefined> {
    const freed = await this.#firstFreed();
    return freed ? () => freed.unblock() : this.moving.shift();
  }

  /**
   * Where several wait, what frees them leaves it to the machine which of them comes first to what all want next, such as the new version
   * of a row. So all are paused before anything may free them, and go on one at a time.
   */
  pauseBlocked(): void {
    if (this.blocked.size > 1) for (const link of this.blocked) link.pauseSession();
  }

  /**
   * Of those that have got the lock they waited for, the one that began to wait first. They go on in that order, each until it stands
   * again, and may free or block the next ones meanwhile: so none is handed out before all stand.
   */
  async #firstFreed(): Promise<Link | undefined> {
    if (this.locksChanged) {
      this.locksChanged = false;
      const blocked = Array.from(this.blocked);
      for (let hasMoved = true; hasMoved;) {
        hasMoved = false;
        for (const link of blocked) hasMoved = (await link.moves()) || hasMoved;
      }
      for (const link of blocked) link.resumeSession();
    }
    return this.blocked.values().find((link) => link.isResponded);
  }

  /** No session is used any more. */
  areFree = (): boolean => this.#open.every((link) => link.isFree);
}
