import { Duplex } from 'node:stream';
import type { SimProcess } from '../environment/sim-process.ts';
import type { Backend } from './backend.ts';
import type { Database } from './database.ts';
import { asLockTimeout, endsUnit, type Frame, FrameReader, repeatable, TERMINATE, WELCOME } from './frames.ts';
import { limitsLockWaits, LOCK_WAIT_MS, STATEMENT_MS, withoutLimits } from './limits.ts';

/** What the connections of a history know of each other: `Links` says what each is. */
export type SharedByLinks = {
  latency(): number;
  pauseBlocked(): void;
  readonly starting: ReadonlySet<SimProcess>;
  readonly blocked: Set<Link>;
  readonly moving: (() => Promise<void>)[];
  locksChanged: boolean;
  readonly onTransactionEnd: (process: SimProcess) => void;
  readonly onStatement: (process: SimProcess) => void;
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
  /** The wait for a lock that it is in. */
  #wait: string | null = null;
  /** Whether its transaction has limited how long it waits for a lock, and whether a statement has waited for too long. */
  #hasLockLimit = false;
  #gaveUp = false;
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
      this.#hasLockLimit ||= limitsLockWaits(frame);
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
    const unit = this.#due.shift();
    if (!unit) return;
    const backend = this.#backend!;
    this.#links.pauseBlocked();
    this.#note('>', unit);
    this.#wasInTransaction = backend.transaction === 'T';
    backend.cork();
    if (backend.transaction === 'I') backend.setTime(new Date(this.#process.scheduler.now).toISOString());
    this.#response = backend.send(unit);
    backend.uncork();
    this.#wait = await this.#database.standing(backend);
    if (this.#wait === null) await this.#respond();
    else this.#waitForLock(this.#response);
  }

  #waitForLock(waited: Promise<Frame[]>): void {
    this.#links.blocked.add(this);
    // To avoid a circle, PostgreSQL may have let another one pass.
    this.#links.locksChanged = true;
    const giveUp = () => this.#response === waited && this.#giveUpWaiting();
    this.#process.scheduler.schedule(
      this.#hasLockLimit ? LOCK_WAIT_MS : STATEMENT_MS,
      null,
      `${this.name} lock wait`,
      giveUp,
    );
  }

  /** The first statements of a process name its database, which has another name in each run. */
  #note(direction: string, bytes: Buffer): void {
    if (!this.#links.starting.has(this.#process))
      this.#process.scheduler.digest.add(`${this.name} ${direction}`, bytes);
  }

  /** What waits for a lock goes on when that is free: true when it did, and is responded to or waits for another one by now. */
  async moves(): Promise<boolean> {
    if (this.#wait === null) return false;
    const backend = this.#backend!;
    if ((await this.#database.waitOf(backend)) === this.#wait) return false;
    backend.resume();
    this.#wait = await this.#database.standing(backend);
    this.#links.pauseBlocked();
    return true;
  }

  /** Does not go on by itself when the lock that it waits for is free. */
  pauseSession(): void {
    if (this.#wait !== null) this.#backend!.pause();
  }

  resumeSession(): void {
    this.#backend?.resume();
  }

  get isResponded(): boolean {
    return this.#wait === null;
  }

  /** Hands out the response to what had waited for a lock. */
  async unblock(): Promise<void> {
    this.#links.blocked.delete(this);
    await this.#respond();
  }

  /** What is cancelled is responded to, however busy the machine is. */
  async #giveUpWaiting(): Promise<void> {
    this.#gaveUp = true;
    this.#links.pauseBlocked();
    this.resumeSession();
    await this.#database.cancel(this.#backend!);
    await this.#response;
    this.#wait = null;
    this.#links.locksChanged = true;
  }

  async #respond(): Promise<void> {
    const sent = await this.#response!;
    const frames = this.#gaveUp && this.#hasLockLimit ? sent.map(asLockTimeout) : sent;
    this.#response = null;
    const { transaction } = this.#backend!;
    this.#gaveUp = false;
    if (transaction === 'I') this.#hasLockLimit = false;
    // A transaction gives up what it has locked when it ends, when it fails, or at a rollback to a savepoint.
    this.#links.locksChanged = true;
    this.#note('<', Buffer.concat(frames.map((one) => Buffer.from(repeatable(one)))));
    const bytes = Buffer.concat(frames.map((one) => one.bytes));
    if (transaction === 'T') this.#links.onStatement(this.#process);
    if (this.#wasInTransaction && transaction === 'I') this.#links.onTransactionEnd(this.#process);
    this.#schedule(this.#links.latency(), `${this.name} response`, () => this.#push(bytes), this.#process);
    // Whoever waited for what this one had locked comes first.
    if (this.#due.length > 0) this.#links.moving.push(() => this.#execute());
    else if (this.#hasEnded) this.#onClose();
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
    this.#links.moving.push(async () => {
      this.#links.pauseBlocked();
      await this.#database.recycle(backend);
      this.#links.locksChanged = true;
    });
  }
}
