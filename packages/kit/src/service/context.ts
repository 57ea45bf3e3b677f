import type { EntityManager } from '@mikro-orm/postgresql';
import type { Reads } from '../postgres/queries.ts';
import type { Call, Caller } from '../rpc/call.ts';
import type { Log } from '../telemetry/log.ts';

/** What every use case of every service may touch; a service adds what it talks to outside its database. */
export type BaseContext = {
  em: EntityManager;
  /** For what may come from a replica of the database, and for no decision: see `Replica`. Never in a transaction. */
  reads: Reads;
  /** The request, event or run of a job that it serves. */
  call: Call;
  caller: Caller | null;
  now: () => Date;
  log: Log;
  /** Lets a job of this service run at once, as soon as the call has committed. */
  wake: (job: string) => void;
};
