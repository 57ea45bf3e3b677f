import type { EntityManager } from '@mikro-orm/postgresql';
import type { Caller } from '../rpc/call.ts';
import type { Log } from '../telemetry/log.ts';

/** What every use case of every service may touch; a service adds what it talks to outside its database. */
export type BaseContext = {
  em: EntityManager;
  caller: Caller | null;
  now: () => Date;
  log: Log;
  /** Lets a job of this service look at once, as soon as the present call or event has committed. */
  wake: (job: string) => void;
};
