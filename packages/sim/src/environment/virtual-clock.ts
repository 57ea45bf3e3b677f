import { AsyncLocalStorage } from 'node:async_hooks';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import timers from 'node:timers/promises';
import { Random } from '@estampa/stack/random';
import { noteUse } from './machine.ts';
import { currentProcess, type SimProcess } from './sim-process.ts';

const LONGEST_TIMER_MS = 2 ** 31 - 1;
const PROCESSORS = 2;
const SECOND_NS = 1_000_000_000n;

/**
 * Gives code that runs in a simulated process that process's clock, timers and random numbers in place of the machine's, as an
 * operating system would: libraries that read them need no parameter for it. Code outside of any process has the real ones, and is noted.
 */
export function virtualizeEnvironment(): void {
  virtualizeDate();
  virtualizeTimers();
  virtualizeRandom();
  // What is done at once would differ from machine to machine.
  os.availableParallelism = () => PROCESSORS;
  syncBuiltinESMExports();
}

function virtualizeDate(): void {
  const Real = globalThis.Date;
  const now = (): number => currentProcess()?.now() ?? ofMachine('the date', Real.now);
  const Virtual = new Proxy(Real, {
    construct: (target, args: [], newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new Real(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
  Object.defineProperty(Real.prototype, 'constructor', { value: Virtual, configurable: true, writable: true });
  globalThis.Date = Virtual;
  const realNow = performance.now.bind(performance);
  const elapsedMs = (): number => currentProcess()?.scheduler.now ?? ofMachine('the clock', realNow);
  performance.now = elapsedMs;
  const bigint = (): bigint => BigInt(Math.round(elapsedMs() * 1_000)) * 1_000n;
  const hrtime = (since: [number, number] = [0, 0]): [number, number] => {
    const ns = bigint() - BigInt(since[0]) * SECOND_NS - BigInt(since[1]);
    return [Number(ns / SECOND_NS), Number(ns % SECOND_NS)];
  };
  process.hrtime = Object.assign(hrtime, { bigint });
}

/** Of code that belongs to no simulated process. */
function ofMachine<T>(part: string, use: () => T): T {
  noteUse(part);
  return use();
}

/** What `setTimeout` gives, as far as anybody uses it. */
class VirtualTimer {
  #cancel: () => void;

  constructor(cancel: () => void) {
    this.#cancel = cancel;
  }

  close(): this {
    this.#cancel();
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return false;
  }

  [Symbol.dispose](): void {
    this.#cancel();
  }
}

function after(process: SimProcess, ms: number, run: () => void): VirtualTimer {
  const inContext = AsyncLocalStorage.snapshot();
  const delayMs = Number.isFinite(ms) ? Math.min(Math.max(ms, 1), LONGEST_TIMER_MS) : 1;
  const step = process.scheduler.schedule(delayMs, process, `${process.name} timer`, () => inContext(run));
  return new VirtualTimer(() => (step.isCancelled = true));
}

function every(process: SimProcess, ms: number, run: () => void): VirtualTimer {
  let current = after(process, ms, again);
  function again(): void {
    current = after(process, ms, again);
    run();
  }
  return new VirtualTimer(() => current.close());
}

type Callback = (...args: unknown[]) => void;

function virtualizeTimers(): void {
  const { setTimeout: realTimeout, setInterval: realInterval, clearTimeout: realClear } = globalThis;
  const realPause = timers.setTimeout;
  const realSignal = AbortSignal.timeout.bind(AbortSignal);
  const begin =
    (start: typeof after, otherwise: (...args: never[]) => unknown) =>
    (run: Callback, ms = 1, ...args: unknown[]): unknown => {
      const process = currentProcess();
      if (process) return start(process, ms, () => run(...args));
      return ofMachine('a timer', () => (otherwise as Callback)(run, ms, ...args));
    };
  const clear = (timer: unknown): void => {
    if (timer instanceof VirtualTimer) timer.close();
    else realClear(timer as NodeJS.Timeout);
  };
  Object.assign(globalThis, {
    setTimeout: begin(after, realTimeout),
    setInterval: begin(every, realInterval),
    clearTimeout: clear,
    clearInterval: clear,
  });
  AbortSignal.timeout = (ms) => {
    const process = currentProcess();
    if (!process) return ofMachine('a timer', () => realSignal(ms));
    const controller = new AbortController();
    after(process, ms, () => controller.abort(new DOMException('The operation timed out', 'TimeoutError')));
    return controller.signal;
  };
  timers.setTimeout = ((ms?: number, value?: unknown, options?: { signal?: AbortSignal }) => {
    const process = currentProcess();
    if (process) return pause(process, ms ?? 1, value, options?.signal);
    return ofMachine('a timer', () => realPause(ms, value, options));
  }) as typeof realPause;
  noteRounds();
}

/** How often the event loop goes round while PostgreSQL is waited for, nobody knows. */
function noteRounds(): void {
  const { setImmediate: realImmediate } = globalThis;
  globalThis.setImmediate = Object.assign((run: Callback, ...args: unknown[]) => {
    if (currentProcess()) noteUse('the event loop');
    return realImmediate(run, ...args);
  }, realImmediate);
}

function pause<T>(process: SimProcess, ms: number, value: T, signal?: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = () => {
      timer.close();
      reject(new DOMException('The operation was aborted', 'AbortError'));
    };
    const timer = after(process, ms, () => {
      signal?.removeEventListener('abort', abort);
      resolve(value);
    });
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort, { once: true });
  });
}

function virtualizeRandom(): void {
  const { randomBytes, randomUUID } = crypto;
  const drawn = (process: SimProcess, size: number): Buffer => {
    const bytes = Buffer.alloc(size);
    process.random.fill(bytes);
    return bytes;
  };
  Object.assign(crypto, {
    randomBytes: (size: number) => {
      const process = currentProcess();
      return process ? drawn(process, size) : ofMachine('a random number', () => randomBytes(size));
    },
    randomUUID: () => {
      const process = currentProcess();
      return process ? uuidOf(drawn(process, 16), 4) : ofMachine('a random number', () => randomUUID());
    },
  });
  virtualizeMathRandom();
}

/** From a stream of its own, so that a library that draws from it changes no id. */
function virtualizeMathRandom(): void {
  const realRandom = Math.random;
  const streams = new WeakMap<SimProcess, Random>();
  const streamOf = (process: SimProcess): Random => {
    const stream = streams.get(process) ?? new Random(process.name.length);
    streams.set(process, stream);
    return stream;
  };
  Math.random = () => {
    const process = currentProcess();
    return process ? streamOf(process).next() : ofMachine('a random number', realRandom);
  };
}

/** 16 bytes as a UUID of that version. */
export function uuidOf(bytes: Buffer, version: number): ReturnType<typeof crypto.randomUUID> {
  bytes[6] = (bytes[6]! & 0x0f) | (version << 4);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
