import type { DomainError } from '@estampa/kernel/errors';
import { toStored } from '@estampa/kit/rpc/stored-outcome';
import type { Scheduler } from '../environment/scheduler.ts';
import { checkLinearizable, type Model, type Operation } from '../linearizable/check.ts';
import {
  IDEMPOTENCY_KEY,
  LEASE,
  type LeaseInput,
  type Outcome,
  VERSION,
  type VersionInput,
} from '../linearizable/models.ts';

type Recorded<I, O> = Map<string, Operation<I, O>[]>;

/** Operations of the parts of the system that act like one register each, as their callers saw them. */
export class Records {
  readonly #scheduler: Scheduler;
  readonly #keys: Recorded<null, Outcome | 'again'> = new Map();
  readonly #leases: Recorded<LeaseInput, true> = new Map();
  readonly #versions: Recorded<VersionInput, number> = new Map();

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  /** A request with an idempotency key begins; the function takes what came of it. */
  request(key: string): (outcome: Outcome | 'again') => void {
    const operation = this.#begin(this.#keys, key, null);
    return (outcome) => void Object.assign(operation, { output: outcome, respondedAt: this.#scheduler.now });
  }

  /** Somebody acts on what one at a time may act on; the function says when that is over, whoever has given up waiting for it. */
  lease(name: string, owner: string): () => void {
    this.#now(name, { owner, action: 'take' });
    return () => this.#now(name, { owner, action: 'leave' });
  }

  /** A version of a record is waited for or read; the function takes the one that is there. */
  version(name: string, action: VersionInput['action']): (version: number) => void {
    const operation = this.#begin(this.#versions, name, { action });
    return (output) => void Object.assign(operation, { output, respondedAt: this.#scheduler.now });
  }

  wrongs = (): string[] => [
    ...wrongsOf('the requests of key', IDEMPOTENCY_KEY, this.#keys),
    ...wrongsOf('what has the lease of', LEASE, this.#leases),
    ...wrongsOf('settled reads of', VERSION, this.#versions),
  ];

  #now(name: string, input: LeaseInput): void {
    Object.assign(this.#begin(this.#leases, name, input), { output: true, respondedAt: this.#scheduler.now });
  }

  #begin<I, O>(recorded: Recorded<I, O>, key: string, input: I): Operation<I, O> {
    const operation: Operation<I, O> = { input, output: null, calledAt: this.#scheduler.now, respondedAt: Infinity };
    const known = recorded.get(key);
    if (known) known.push(operation);
    else recorded.set(key, [operation]);
    return operation;
  }
}

const wrongsOf = <S, I, O>(what: string, model: Model<S, I, O>, recorded: Recorded<I, O>): string[] =>
  [...recorded].flatMap(([key, operations]) => {
    const verdict = checkLinearizable(model, operations);
    if (verdict === 'linearizable') return [];
    const outputs = operations.map(({ input, output }) => JSON.stringify([input, output]));
    return `${what} ${key} is ${verdict}: ${outputs.join(', ')}`;
  });

/** What a rejection says of its key: nothing, where the service stores none. */
export const rejectionOf = (error: DomainError): Outcome | 'again' =>
  toStored({ rejection: error }, { events: [], hasMoreEvents: false }) === null ? 'again' : { rejected: error.reason };
