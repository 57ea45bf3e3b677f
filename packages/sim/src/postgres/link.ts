import { Duplex } from 'node:stream';
import type { SimProcess } from '../environment/sim-process.ts';
import type { Backend } from './backend.ts';
import type { Database } from './database.ts';
import { endsUnit, type Frame, FrameReader, queryOf, repeatable, simpleQuery, TERMINATE, WELCOME } from './frames.ts';

/** How long a statement may wait for a lock, instead of the limits that the services set: those are the real clock's. */
const LOCK_WAIT_MS = 2_000;
const LIMITS = /\b(lock_timeout|statement_timeout)\b/g;

/** What the connections of a history know of each other. */
export type SharedByLinks = {
  latency(): number;
  /** While these processes start, their statements take no time. */
  readonly starting: ReadonlySet<SimProcess>;
  /** Those whose statement waits for a lock. */
  readonly blocked: Set<Link>;
  /** Sessions that are to be opened or ended, one after the other. */
  readonly moving: (() => Promise<void>)[];
  /** Somebody may have given up what another one waits for. */
  locksChanged: boolean;
  /** A transaction of this process has ended, and its response is not there yet. */
  readonly onTransactionEnd: (process: SimProcess) => void;
};

/**
 * The connection of a simulated process to a real database, as a stream that `pg` takes for a socket. Each statement is released by
 * the scheduler, and so is each response.
 */
export class Link extends Duplex {
  readonly name: string;
  readonly #process: SimProcess;
  readonly #database: Database;
  readonly #links: SharedByLinks;
  readonly #reader = new FrameReader();
  #backend: Backend | null = null;
  #unit: Frame[] = [];
  /** Released, in order; the first may be under way. */
  readonly #due: Buffer[] = [];
  #response: Promise<Frame[]> | null = null;
  #lastAt = 0;
  #wasInTransaction = false;
  #hasStarted = false;
  #hasEnded = false;
  #isCut = false;

  constructor(name: string, process: SimProcess, database: Database, links: SharedByLinks) {
    super();
    [this.name, this.#process, this.#database, this.#links] = [name, process, database, links];
  }

  get isFree(): boolean {
    return this.#backend === null;
  }

  /* What `pg` does with a socket. */

  connect(): this {
    this.#links.moving.push(() => this.#open());
    return this;
  }

  setNoDelay = (): this => this;
  setKeepAlive = (): this => this;
  ref = (): this => this;
  unref = (): this => this;

  override _read(): void {}

  override _writev(chunks: readonly { chunk: Buffer }[], done: () => void): void {
    this.#write(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    done();
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#write(chunk);
    done();
  }

  override _final(done: () => void): void {
    this.#leave();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#leave();
    done(error);
  }

  async #open(): Promise<void> {
    this.#backend = await this.#database.acquire();
    this.#process.run(() => this.emit('connect'));
  }

  #write(chunk: Buffer): void {
    if (!this.#hasStarted) {
      this.#hasStarted = true;
      return this.#push(WELCOME);
    }
    for (const frame of this.#reader.read(chunk)) {
      if (frame.type === TERMINATE) return this.#leave();
      this.#unit.push(frame);
      if (!endsUnit(frame)) continue;
      const unit = Buffer.concat(this.#unit.map(withoutLimits));
      this.#unit = [];
      this.#schedule(this.#links.latency(), `${this.name} statement`, () => this.#release(unit));
    }
  }

  /** In the order of their sending; nothing of it dies with its sender. */
  #schedule(delayMs: number, label: string, run: () => unknown, owner: SimProcess | null = null): void {
    const { scheduler } = this.#process;
    const at = Math.max(scheduler.now + (this.#links.starting.has(this.#process) ? 0 : delayMs), this.#lastAt);
    this.#lastAt = at;
    scheduler.schedule(at - scheduler.now, owner, label, run);
  }

  async #release(unit: Buffer): Promise<void> {
    if (!this.#backend || this.#isCut) return;
    this.#due.push(unit);
    if (!this.#response) await this.#execute();
  }

  /** Gives the next statement to the server; returns when it is responded to, or waits for a lock. */
  async #execute(): Promise<void> {
    const { scheduler } = this.#process;
    for (let unit = this.#due.shift(); unit; unit = this.#due.shift()) {
      const backend = this.#backend!;
      this.#note('>', unit);
      this.#wasInTransaction = backend.transaction === 'T';
      backend.cork();
      if (backend.transaction === 'I') backend.setTime(new Date(scheduler.now).toISOString());
      this.#response = backend.send(unit);
      backend.uncork();
      if (!(await this.#database.hasResponse(backend, this.#response))) {
        this.#links.blocked.add(this);
        const waited = this.#response;
        scheduler.schedule(LOCK_WAIT_MS, null, `${this.name} lock wait`, () => this.#giveUpWaiting(waited));
        return;
      }
      await this.#respond();
    }
  }

  /** The first statements of a process name its database, which has another name in each run. */
  #note(direction: string, bytes: Buffer): void {
    if (!this.#links.starting.has(this.#process))
      this.#process.scheduler.digest.add(`${this.name} ${direction}`, bytes);
  }

  /** What waited for a lock may have it now. */
  async unblock(): Promise<boolean> {
    if (!this.#response || !(await this.#database.hasResponse(this.#backend!, this.#response))) return false;
    this.#links.blocked.delete(this);
    await this.#respond();
    await this.#execute();
    return true;
  }

  async #giveUpWaiting(waited: Promise<Frame[]>): Promise<void> {
    if (this.#response !== waited) return;
    await this.#database.cancel(this.#backend!);
    this.#links.locksChanged = true;
  }

  async #respond(): Promise<void> {
    const frames = await this.#response!;
    this.#response = null;
    if (this.#backend!.transaction === 'I') this.#links.locksChanged = true;
    this.#note('<', Buffer.concat(frames.map((one) => Buffer.from(repeatable(one)))));
    const bytes = Buffer.concat(frames.map((one) => one.bytes));
    if (this.#wasInTransaction && this.#backend!.transaction === 'I') this.#links.onTransactionEnd(this.#process);
    this.#schedule(this.#links.latency(), `${this.name} response`, () => this.#push(bytes), this.#process);
    if (this.#hasEnded && this.#due.length === 0) this.#onClose();
  }

  #push(bytes: Buffer): void {
    if (!this.destroyed) this.#process.run(() => this.push(bytes));
  }

  /** The process is gone: what it had sent is done all the same, or was cut off with it. */
  abandon(isCut: boolean): void {
    this.#isCut = isCut;
    if (isCut) this.#due.length = 0;
    this.#leave();
  }

  #leave(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    if (this.#process.isAlive) this.#process.run(() => this.push(null));
    this.#schedule(this.#links.latency(), `${this.name} end`, () => {
      if (!this.#response) this.#onClose();
    });
  }

  /** The server ends the session: what was open is rolled back, and locks are free. */
  #onClose(): void {
    const backend = this.#backend;
    if (!backend) return;
    this.#backend = null;
    this.#links.locksChanged = true;
    this.#links.moving.push(() => this.#database.recycle(backend));
  }
}

/** Limits of the real clock would make a run depend on how busy the machine is. */
function withoutLimits(frame: Frame): Buffer {
  const sql = queryOf(frame);
  return sql === null ? frame.bytes : simpleQuery(sql.replace(LIMITS, 'sim.$1'));
}
