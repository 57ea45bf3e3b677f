import {
  type handleUnaryCall,
  Metadata,
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type sendUnaryData,
  type ServiceDefinition,
  status,
} from '@grpc/grpc-js';
import { DomainError } from '@estampa/kernel/errors';
import { type Call, runInCall } from './call.ts';
import type { Orm } from './db.ts';
import { toServiceError } from './grpc-errors.ts';
import { addHealth, addReflection } from './grpc-introspection.ts';
import { answerOnce } from './idempotency.ts';
import type { WakeJobs } from './jobs.ts';
import type { Log } from './log.ts';
import { fromMetadata, REPLAYED, withEvents } from './metadata.ts';
import { grpcServed } from './metrics.ts';

const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;
const DRAIN_MS = 5_000;

type Method<Request, Response> = {
  path: string;
  requestDeserialize: (bytes: Buffer) => Request;
  responseSerialize: (value: Response) => Buffer;
};
// oxlint-disable-next-line no-explicit-any -- each method has its own message types; they are recovered below
type Definition = Record<string, Method<any, any>>;

/** The handlers of one proto service: each takes the context and a message, and gives a message. */
export type Handlers<D extends Definition, C> = {
  [M in keyof D]: D[M] extends Method<infer Request, infer Response>
    ? (context: C, request: Request) => Promise<Response>
    : never;
};

export type Implementation<C> = { definition: Definition; handlers: Record<string, Handler<C>> };
type Handler<C> = (context: C, request: never) => Promise<unknown>;

/** Binds handlers to their proto service. */
export const implement = <D extends Definition, C>(definition: D, handlers: Handlers<D, C>): Implementation<C> => ({
  definition,
  handlers,
});

type Options<C> = {
  host: string;
  port: number;
  orm: Orm;
  log: Log;
  context: (em: Orm['em'], call: Call) => C;
  wake: WakeJobs;
  services: readonly Implementation<C>[];
  reflection: boolean;
};

/** Serves until disposed: first no new calls, then those under way, at most 5 s, then the rest is cut. */
export async function serveGrpc<C>(options: Options<C>): Promise<AsyncDisposable & { port: number }> {
  const server = new Server({ 'grpc.max_receive_message_length': MAX_MESSAGE_BYTES });
  for (const { definition, handlers } of options.services) {
    server.addService(
      rawDefinition(definition),
      mapValues(definition, (method, name) => unary(options, method, handlers[name]!)),
    );
  }
  const health = await addHealth(server);
  if (options.reflection) addReflection(server);
  const port = await bind(server, `${options.host}:${options.port}`);
  return {
    port,
    async [Symbol.asyncDispose]() {
      health.stop();
      await Promise.race([
        new Promise<void>((resolve) => server.tryShutdown(() => resolve())),
        new Promise<void>((resolve) => setTimeout(resolve, DRAIN_MS).unref()),
      ]);
      server.forceShutdown();
    },
  };
}

function unary<C>(
  options: Options<C>,
  method: Method<unknown, unknown>,
  handler: Handler<C>,
): handleUnaryCall<unknown, Buffer> {
  return (wire: ServerUnaryCall<unknown, Buffer>, callback: sendUnaryData<Buffer>) => {
    const call = fromMetadata(wire.metadata);
    const seconds = grpcServed.startTimer({ grpc_method: method.path });
    const run = async () => {
      const context = options.context(options.orm.em.fork(), call);
      return method.responseSerialize(await handler(context, wire.request as never));
    };
    runInCall(call, () => answerOnce(options.orm, run)).then(
      ({ answer, replayed }) => {
        seconds({ grpc_code: 'OK' });
        options.wake(call);
        const trailer = withEvents(new Metadata(), call);
        if (replayed) trailer.set(REPLAYED, 'true');
        callback(null, answer, trailer);
      },
      (error: unknown) => {
        options.wake(call);
        const known = error instanceof DomainError;
        if (!known) runInCall(call, () => options.log.error({ err: error, method: method.path }, 'call failed'));
        const answer = known ? toServiceError(error) : { code: status.INTERNAL, details: 'internal error' };
        // A refusal may have an effect too: a stolen token that is used ends its session.
        answer.metadata = withEvents(answer.metadata ?? new Metadata(), call);
        seconds({ grpc_code: status[answer.code ?? status.INTERNAL] });
        callback(answer);
      },
    );
  };
}

/** Answers are serialised by us, since they may be stored; the server passes the bytes on. */
const rawDefinition = (definition: Definition): ServiceDefinition =>
  mapValues(definition, (method) => ({
    ...method,
    responseSerialize: (bytes: Buffer) => bytes,
  })) as unknown as ServiceDefinition;

const mapValues = <T, R>(record: Record<string, T>, map: (value: T, name: string) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value, name)]));

const bind = (server: Server, address: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.bindAsync(address, ServerCredentials.createInsecure(), (error, port) =>
      error ? reject(error) : resolve(port),
    );
  });
