import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Call, newCall, runInCall, serviceCaller } from './call.ts';
import type { Orm } from './db.ts';
import type { Log } from './log.ts';

type Options<C> = {
  name: string;
  everyMs: number;
  orm: Orm;
  log: Log;
  context: (em: EntityManager, call: Call) => C;
  run: (context: C) => Promise<unknown>;
};

export type Job = AsyncDisposable & { wake(): void };

/** Runs something again and again, never twice at once; `wake` runs it now. A failure is logged and tried next time. */
export function startJob<C>(options: Options<C>): Job {
  const stop = new AbortController();
  let wake = new AbortController();
  const caller = serviceCaller(options.name);

  const loop = async () => {
    while (!stop.signal.aborted) {
      const call = newCall({ requestId: randomUUID(), caller });
      await runInCall(call, () => options.run(options.context(options.orm.em.fork(), call))).catch((error: unknown) =>
        options.log.error({ err: error, job: options.name }, 'job failed'),
      );
      await pause(options.everyMs, undefined, { signal: AbortSignal.any([stop.signal, wake.signal]) }).catch(
        () => undefined,
      );
      if (wake.signal.aborted) wake = new AbortController();
    }
  };
  const running = loop();
  return {
    wake: () => wake.abort(),
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
    },
  };
}
