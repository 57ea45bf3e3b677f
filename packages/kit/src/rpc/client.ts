import { randomUUID } from 'node:crypto';
import { SIDE_EFFECT_FREE } from '@estampa/contracts/side-effect-free';
import {
  type ChannelCredentials,
  type Client,
  type ClientWritableStream,
  credentials,
  Metadata,
  type ServiceError,
  status,
  type StatusObject,
} from '@grpc/grpc-js';
import { type Call, type Caller, currentCall, newCall } from './call.ts';
import { pingOpenSessionsAlone } from './grpc-patches.ts';
import { fromServiceError } from './errors.ts';
import { type Exchange, openExchange } from './exchange.ts';
import { readParts, sendParts } from './stream.ts';
import { type GrpcTls, orInsecure } from './tls.ts';
import { grpcResponses, grpcCalled } from '../telemetry/metrics.ts';
import { READ_POSITION, REPLAYED, takeEvents, toMetadata } from './metadata.ts';
import { beginSpan } from '../telemetry/trace.ts';

/** Every call has a deadline: this one unless it names another. */
export const DEFAULT_DEADLINE_MS = 5_000;
/** What is left of a caller's time when a call made on its behalf ends. */
const DEADLINE_MARGIN_MS = 50;
const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;
const CONNECTION_IDLE_MS = 30 * 60_000;

type Method<Request, Response> = {
  path: string;
  requestStream: boolean;
  responseStream: boolean;
  requestSerialize: (value: Request) => Buffer;
  responseDeserialize: (bytes: Buffer) => Response;
};
// oxlint-disable-next-line no-explicit-any -- each method has its own message types; they are recovered below
type Definition = Record<string, Method<any, any>>;

/** What the response must at least show; all that is committed when missing. */
type Reading = { readPosition?: string | undefined };
export type CallOptions = Reading & { deadlineMs?: number; withIdempotencyKey?: boolean; onReplay?: () => void };

/** Of a response in parts: `deadlineMs` is for all of it, and `signal` aborts once nobody reads it any more. */
export type StreamOptions = { deadlineMs?: number; partDeadlineMs?: number; signal?: AbortSignal };

/** A gRPC service as plain asynchronous functions. */
export type RpcClient<D extends Definition> = {
  [M in keyof D]: D[M] extends Method<infer Request, infer Response>
    ? D[M]['responseStream'] extends true
      ? D[M]['requestStream'] extends true
        ? () => Exchange<Request, Response>
        : (request: Request, options?: StreamOptions) => AsyncIterable<Response>
      : (
          request: D[M]['requestStream'] extends true ? AsyncIterable<Request> : Request,
          options?: CallOptions,
        ) => Promise<Response>
    : never;
} & Disposable;

type ClientClass<D extends Definition> = {
  new (address: string, channel: ChannelCredentials, options?: object): Client;
  service: D;
};

/** Connects on first use; rejections come back as DomainError, recorded events are added to the current call. */
export function grpcClient<D extends Definition>(
  Class: ClientClass<D>,
  address: string,
  self: Caller | null,
  channel: ChannelCredentials = credentials.createInsecure(),
): RpcClient<D> {
  const client = new Class(address, channel, {
    ...CHANNEL_OPTIONS,
    'grpc.service_config': JSON.stringify(serviceConfig(Object.values(Class.service))),
  });
  const exchanges = new Set<Exchange<unknown, unknown>>();
  const open = (method: Method<unknown, unknown>) => {
    for (const one of exchanges) if (one.isOver) exchanges.delete(one);
    const exchange = openExchange(client, method, self);
    exchanges.add(exchange);
    return exchange;
  };
  const invocation = (method: Method<unknown, unknown>) => {
    if (method.requestStream && method.responseStream) return () => open(method);
    return method.responseStream
      ? (request: unknown, options: StreamOptions = {}) => invokeStream(client, method, request, options, self)
      : (request: unknown, options: CallOptions = {}) => invoke(client, method, request, options, self);
  };
  const methods = Object.entries(Class.service).map(([name, method]) => [name, invocation(method)]);
  const dispose = () => {
    for (const one of exchanges) one.cancel();
    client.close();
  };
  return Object.assign(Object.fromEntries(methods), { [Symbol.dispose]: dispose });
}

/** Connects clients that call as `self` outside of any user's call; they are closed with the resources. */
export type Connect = <D extends Definition>(Class: ClientClass<D>, address: string) => RpcClient<D>;

export const connector =
  (self: Caller | null, tls: GrpcTls | null, resources: AsyncDisposableStack): Connect =>
  (Class, address) =>
    resources.use(grpcClient(Class, address, self, orInsecure(tls).channel));

function invoke(
  client: Client,
  method: Method<unknown, unknown>,
  request: unknown,
  options: CallOptions,
  self: Caller | null,
): Promise<unknown> {
  const call = currentCall() ?? newCall({ requestId: randomUUID(), caller: self });
  if (call.signal?.aborted) return Promise.reject(cancelled(method.path));
  const [, service] = method.path.split('/');
  const seconds = grpcCalled.startTimer({ grpc_service: service });
  const { path, requestSerialize, responseDeserialize } = method;
  const span = beginSpan(path, 'client', call.traceparent);
  const metadata = toMetadata(call, options.withIdempotencyKey ?? false, span?.traceparent);
  if (options.readPosition) metadata.set(READ_POSITION, options.readPosition);
  const within = { deadline: deadlineOf(call, options.deadlineMs ?? DEFAULT_DEADLINE_MS) };
  return new Promise((resolve, reject) => {
    const take = (error: ServiceError | null, response?: unknown) => {
      if (error) ended.then(() => reject(fromServiceError(error)), reject);
      else ended.then(() => resolve(response), reject);
    };
    const wire = method.requestStream
      ? client.makeClientStreamRequest(path, requestSerialize, responseDeserialize, metadata, within, take)
      : client.makeUnaryRequest(path, requestSerialize, responseDeserialize, request, metadata, within, take);
    const cancel = () => wire.cancel();
    call.signal?.addEventListener('abort', cancel, { once: true });
    const ended = new Promise<void>((end) => {
      wire.on('status', ({ code, metadata: trailer }: StatusObject) => {
        call.signal?.removeEventListener('abort', cancel);
        seconds();
        grpcResponses.inc({ grpc_service: service, grpc_code: status[code] ?? 'UNKNOWN' });
        span?.end(code === status.OK ? null : status[code]);
        takeEvents(call, trailer);
        if (trailer.get(REPLAYED).length > 0) options.onReplay?.();
        end();
      });
    });
    // What the parts themselves fail of is the reason, not the end of the call that follows from it.
    if (method.requestStream) {
      sendParts(request as AsyncIterable<unknown>, wire as ClientWritableStream<unknown>, ended).catch(reject);
    }
  });
}

/** Of a response in parts, which its reader may take slowly. A reader that needs longer continues it in another call. */
const STREAM_DEADLINE_MS = 120_000;

async function* invokeStream(
  client: Client,
  { path, requestSerialize, responseDeserialize }: Method<unknown, unknown>,
  request: unknown,
  { deadlineMs = STREAM_DEADLINE_MS, partDeadlineMs = DEFAULT_DEADLINE_MS, signal }: StreamOptions,
  self: Caller | null,
): AsyncGenerator {
  const call = currentCall() ?? newCall({ requestId: randomUUID(), caller: self });
  const gone = [signal, call.signal].filter((one) => one != null);
  if (gone.some(({ aborted }) => aborted)) throw cancelled(path);
  const [, service] = path.split('/');
  const span = beginSpan(path, 'client', call.traceparent);
  const metadata = toMetadata(call, false, span?.traceparent);
  const within = { deadline: deadlineOf(call, deadlineMs) };
  const wire = client.makeServerStreamRequest(path, requestSerialize, responseDeserialize, request, metadata, within);
  const end = () => {
    wire.cancel();
    wire.destroy(cancelled(path));
  };
  for (const one of gone) one.addEventListener('abort', end, { once: true });
  wire.on('status', ({ code }: StatusObject) => {
    for (const one of gone) one.removeEventListener('abort', end);
    grpcResponses.inc({ grpc_service: service, grpc_code: status[code] ?? 'UNKNOWN' });
    span?.end(code === status.OK ? null : status[code]);
  });
  try {
    yield* readParts(wire, partDeadlineMs, () => late(path));
  } catch (error) {
    throw fromServiceError(error as ServiceError);
  }
}

const late = (path: string): ServiceError =>
  Object.assign(new Error(`${path} does not continue`), {
    code: status.DEADLINE_EXCEEDED,
    details: 'The next part did not come in time',
    metadata: new Metadata(),
  });

/** As gRPC reports a call that is cancelled on its way: the caller has gone, so nothing is sent. */
const cancelled = (path: string): ServiceError =>
  Object.assign(new Error(`${path} is not called: its caller has gone`), {
    code: status.CANCELLED,
    details: 'Cancelled before it was sent',
    metadata: new Metadata(),
  });

/** A call made for another ends early enough for that one to say so. */
const deadlineOf = (call: Call, deadlineMs: number): number =>
  Math.min(Date.now() + deadlineMs, (call.deadline ?? Infinity) - DEADLINE_MARGIN_MS);

/** By default HTTP/2 lets 64 KB pass before it waits for the receiver's acknowledgement; an image of some MB would wait for it forty times. */
const UNCONFIRMED_BYTES_MAX = 4 * 1024 * 1024;

/** Between two pings of a connection. */
export const KEEPALIVE_MS = 3_000;

pingOpenSessionsAlone();

const CHANNEL_OPTIONS = {
  'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
  'grpc-node.flow_control_window': UNCONFIRMED_BYTES_MAX,
  'grpc.client_idle_timeout_ms': CONNECTION_IDLE_MS,
  'grpc.initial_reconnect_backoff_ms': 100,
  // A peer that is back is to be found before the last repetition of a read.
  'grpc.max_reconnect_backoff_ms': 500,
  // A replica that replaces another has another address; the usual 30 s would delay calls to the old one for as long.
  'grpc.dns_min_time_between_resolutions_ms': 1_000,
  // A node that vanished or hangs says nothing; without this each call to it would wait for its deadline.
  'grpc.keepalive_time_ms': KEEPALIVE_MS,
  'grpc.keepalive_timeout_ms': 2_000,
  'grpc.keepalive_permit_without_calls': 1,
};

/**
 * Round robin over a service's replicas. When none can be reached a call fails at once; only what has no side effects is
 * repeated, for some two seconds, which a restart takes.
 */
const serviceConfig = (methods: readonly { path: string }[]) => ({
  loadBalancingConfig: [{ round_robin: {} }],
  methodConfig: [
    {
      name: methods
        .filter(({ path }) => SIDE_EFFECT_FREE.has(path))
        .map(({ path }) => ({ service: path.split('/')[1], method: path.split('/')[2] })),
      retryPolicy: {
        maxAttempts: 5,
        initialBackoff: '0.2s',
        maxBackoff: '0.8s',
        backoffMultiplier: 2,
        retryableStatusCodes: ['UNAVAILABLE'],
      },
    },
  ],
});
