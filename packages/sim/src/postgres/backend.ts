import type { Socket } from 'node:net';
import pg from 'pg';
import { commandLineOf } from '@estampa/stack/processes/process-table';
import { type Frame, FrameReader, lockWaitOf, NOTIFICATION, READY, simpleQuery, transactionState } from './frames.ts';
import { pause, resume } from './paused.ts';

type Waiting = { frames: Frame[]; isHidden: boolean; resolve: (frames: Frame[]) => void };

/** One session of the real server, used by one simulated connection after another. */
export class Backend {
  readonly pid: number;
  readonly #socket: Socket;
  readonly #reader = new FrameReader();
  readonly #waiting: Waiting[] = [];
  /** Of the last statement that was responded to. */
  transaction = 'I';
  /** The virtual time that it was reported last. */
  reportedTime = '';
  /** How often it has said that it waits for a lock, or does so no more. */
  messages = 0;
  /** What it has said last: the statement under way waits for a lock, and nobody waits for it in a circle. */
  #isBlocked = false;
  #changed = Promise.withResolvers<void>();
  /** Its server's process is one of this machine; of a server elsewhere the number may be anybody's. */
  readonly #isLocal: boolean;

  private constructor(pid: number, socket: Socket, isLocal: boolean) {
    this.pid = pid;
    this.#socket = socket;
    this.#isLocal = isLocal;
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('error', () => undefined);
  }

  static async connect(url: string): Promise<Backend> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { connection, processID } = client as unknown as { connection: { stream: Socket }; processID: number };
    const { stream } = connection;
    // From here on its messages are read and written as they are.
    for (const event of ['data', 'error', 'end', 'close']) stream.removeAllListeners(event);
    // PostgreSQL shows in its command line whom a process serves.
    const isLocal = commandLineOf(processID)?.includes(` ${client.database} `) ?? false;
    return new Backend(processID, stream, isLocal);
  }

  /** Resolves with the messages of the response, up to ReadyForQuery. */
  send(unit: Buffer): Promise<Frame[]> {
    const response = this.#expect(false);
    this.#socket.write(unit);
    return response;
  }

  /** What comes after it in the same write is done at this time. */
  setTime(time: string): void {
    if (time === this.reportedTime) return;
    this.reportedTime = time;
    void this.#expect(true);
    this.#socket.write(simpleQuery(`set sim.now = '${time}'`));
  }

  /** As fresh as a new session; what was under way in it is rolled back. */
  async reset(): Promise<void> {
    this.#socket.cork();
    if (this.transaction !== 'I') void this.send(simpleQuery('rollback'));
    const done = this.send(simpleQuery('discard all'));
    this.#socket.uncork();
    await done;
    this.reportedTime = '';
  }

  /** True when all is responded to; false when the statement under way waits for a lock. */
  async comesToRest(): Promise<boolean> {
    await this.#until(() => !this.#isBusy() || this.#isBlocked);
    return !this.#isBusy();
  }

  /** Only while it waits for a lock: it has no page locked then, for which others would wait without saying so. */
  pause(): void {
    if (this.#isLocal) pause(this.pid);
  }

  resume(): void {
    resume(this.pid);
  }

  close(): void {
    this.resume();
    this.#socket.destroy();
  }

  cork(): void {
    this.#socket.cork();
  }

  uncork(): void {
    this.#socket.uncork();
  }

  #expect(isHidden: boolean): Promise<Frame[]> {
    return new Promise((resolve) => this.#waiting.push({ frames: [], isHidden, resolve }));
  }

  #isBusy = (): boolean => this.#waiting.length > 0;

  async #until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await this.#changed.promise;
  }

  #receive(chunk: Buffer): void {
    for (const frame of this.#reader.read(chunk)) this.#take(frame);
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  }

  #take(frame: Frame): void {
    const lockWait = lockWaitOf(frame);
    if (lockWait) {
      this.messages += 1;
      this.#isBlocked = lockWait === 'waits';
      return;
    }
    const waiting = this.#waiting[0];
    // Wake-ups are lost with this link; what relies on them polls as well.
    if (!waiting || frame.type === NOTIFICATION) return;
    waiting.frames.push(frame);
    if (frame.type !== READY) return;
    this.transaction = transactionState(frame);
    this.#isBlocked = false;
    this.#waiting.shift();
    waiting.resolve(waiting.frames);
  }
}
