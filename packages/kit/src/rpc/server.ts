import type { EventEmitter } from 'node:events';
import {
  Metadata,
  Server,
  type ServerWritableStream,
  type sendUnaryData,
  type ServerCredentials,
  type ServiceDefinition,
  type ServiceError,
  status,
} from '@grpc/grpc-js';
import { DomainError } from '@estampa/kernel/errors';
import { type Call, runInCall } from './call.ts';
import type { Command, StreamedCommand } from './command.ts';
import { databaseRejection, type Orm } from '../postgres/connect.ts';
import { toFailure, toServiceError } from './errors.ts';
import { addHealth } from './health.ts';
import { addReflection } from './introspection.ts';
import { endOf } from './stream.ts';
import { type CheckAccess, type GrpcTls, orInsecure } from './tls.ts';
import {
  type AnyHandler,
  type ExchangedQuery,
  type Method,
  observeServed,
  respondOn,
  type StreamedQuery,
  type Wire,
} from './respond-on.ts';
import type { WakeJobs } from '../service/jobs.ts';
import type { Log } from '../telemetry/log.ts';
import { fromMetadata, REPLAYED, withEvents } from './metadata.ts';
import { grpcHandled } from '../telemetry/metrics.ts';
import { beginSpan } from '../telemetry/trace.ts';

const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;
/** Connections end now and then, so that clients find new replicas. */
const CONNECTION_AGE_MS = 5 * 60_000;
/** Longer than any call may take, a file that comes slowly included. */
const CONNECTION_GRACE_MS = 120_000;

// oxlint-disable-next-line no-explicit-any -- each method has its own message types; they are recovered below
type Definition = Record<string, Method<any, any>>;

/** The handlers of one proto service: each takes the context and a message, and gives a message; commands are declared. */
export type Handlers<D extends Definition, C> = {
  [M in keyof D]: D[M] extends Method<infer Request, infer Response>
    ? D[M]['requestStream'] extends true
      ? D[M]['responseStream'] extends true
        ? ExchangedQuery<C, Request, Response>
        : StreamedCommand<C, Request, Response>
      : D[M]['responseStream'] extends true
        ? StreamedQuery<C, Request, Response>
        : ((context: C, request: Request) => Promise<Response>) | Command<C, Request, Response>
    : never;
};

export type Implementation<C> = {
  definition: Definition;
  handlers: Record<string, AnyHandler<C>>;
};

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
  /** How long calls under way may take once the server is disposed. */
  drainMs: number;
  /** Null for plaintext, which trusts every client. */
  tls: GrpcTls | null;
  checkAccess: CheckAccess;
};
type Serving<C> = Options<C> & { stopping: AbortSignal };

/** Serves until disposed: first no new calls, then those under way have `drainMs`, then the rest is cut. */
export async function serveGrpc<C>(options: Options<C>): Promise<AsyncDisposable & { port: number }> {
  const server = new Server({
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_connection_age_ms': CONNECTION_AGE_MS,
    'grpc.max_connection_age_grace_ms': CONNECTION_GRACE_MS,
  });
  const stop = new AbortController();
  const serving = { ...options, stopping: stop.signal };
  for (const { definition, handlers } of options.services) {
    server.addService(
      rawDefinition(definition),
      mapValues(definition, (method, name) => serve(serving, method, handlers[name]!)),
    );
  }
  const health = addHealth(server);
  if (options.reflection) addReflection(server);
  const port = await bind(server, `${options.host}:${options.port}`, orInsecure(options.tls).server);
  return {
    port,
    async [Symbol.asyncDispose]() {
      health.stop();
      stop.abort();
      await Promise.race([
        new Promise<void>((resolve) => server.tryShutdown(() => resolve())),
        new Promise<void>((resolve) => setTimeout(resolve, options.drainMs).unref()),
      ]);
      server.forceShutdown();
    },
  };
}

function serve<C>(options: Serving<C>, method: Method<unknown, unknown>, handler: AnyHandler<C>) {
  return (wire: Wire, respondWith: sendUnaryData<Buffer>): void => {
    const callback = method.responseStream ? endOf(wire as ServerWritableStream<unknown, Buffer>) : respondWith;
    const events: EventEmitter = wire;
    const abandoned = new AbortController();
    const abandon = () => abandoned.abort();
    events.on('cancelled', abandon);
    const call = callOf(wire, abandoned.signal);
    const start = performance.now();
    const span = beginSpan(method.path, 'server', call.traceparent);
    if (span) Object.assign(call, { span, traceparent: span.traceparent });
    const end = (code: status, error: Partial<ServiceError> | null, bytes?: Buffer, replayed = false) => {
      // Every call is reported as cancelled once its response is sent; to abort then would cost an error with its stack each time.
      events.off('cancelled', abandon);
      options.wake(call);
      span?.set({ 'rpc.system': 'grpc', 'rpc.grpc.status_code': code, 'estampa.request_id': call.requestId });
      span?.end(code === status.OK ? null : status[code]);
      grpcHandled.inc({ grpc_method: method.path, grpc_code: status[code] });
      if (!('each' in handler)) observeServed(method, start, span);
      const trailer = withEvents(error?.metadata ?? new Metadata(), call);
      if (replayed) trailer.set(REPLAYED, 'true');
      callback(error && { ...error, metadata: trailer }, bytes, trailer);
    };
    const rejectCall = (rejection: DomainError, replayed = false) => {
      if (rejection.cause !== undefined)
        runInCall(call, () => options.log.warn({ err: rejection, method: method.path }, 'call rejected'));
      const error = toServiceError(rejection);
      end(error.code, error, undefined, replayed);
    };
    runInCall(call, () => respondOn(wire, options, method, handler, call)).then(
      ({ outcome, replayed }) => {
        if ('response' in outcome) end(status.OK, null, outcome.response, replayed);
        else rejectCall(outcome.rejection, replayed);
      },
      (error: unknown) => {
        if (error instanceof DomainError) return rejectCall(error);
        // No client reads the response; its place in the counts is all that is left of it.
        if (call.signal?.aborted)
          return end(isLate(call) ? status.DEADLINE_EXCEEDED : status.CANCELLED, toFailure(error));
        const rejection = databaseRejection(error);
        if (rejection) return rejectCall(rejection);
        runInCall(call, () => options.log.error({ err: error, method: method.path }, 'call failed'));
        const failure = toFailure(error);
        return end(failure.code, failure);
      },
    );
  };
}

/** The call as it came in; it is over when its caller has gone or its deadline has passed. */
function callOf(wire: Wire, signal: AbortSignal): Call {
  const call = fromMetadata(wire.metadata);
  const deadline = Number(wire.getDeadline());
  return Object.assign(call, {
    deadline: Number.isFinite(deadline) ? deadline : null,
    signal,
  });
}

/** A caller counts from when it sent, we from when we read that, so it is gone somewhat before the time is over for us. */
const READ_WITHIN_MS = 250;
const isLate = ({ deadline }: Call): boolean => deadline !== null && Date.now() >= deadline - READ_WITHIN_MS;

/** Responses are serialised by us, since they may be stored; the server passes the bytes on. */
const rawDefinition = (definition: Definition): ServiceDefinition =>
  mapValues(definition, (method) => ({
    ...method,
    responseSerialize: (bytes: Buffer) => bytes,
  })) as unknown as ServiceDefinition;

const mapValues = <T, R>(record: Record<string, T>, map: (value: T, name: string) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value, name)]));

const bind = (server: Server, address: string, credentials: ServerCredentials): Promise<number> =>
  new Promise((resolve, reject) => {
    server.bindAsync(address, credentials, (error, port) => (error ? reject(error) : resolve(port)));
  });
