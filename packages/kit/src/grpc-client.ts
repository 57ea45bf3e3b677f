import { randomUUID } from 'node:crypto';
import { type Client, credentials, type Metadata, type ServiceError } from '@grpc/grpc-js';
import { type Caller, currentCall, newCall, serviceCaller } from './call.ts';
import { fromServiceError } from './grpc-errors.ts';
import { REPLAYED, takeEvents, toMetadata } from './metadata.ts';

/** Every call has a deadline: this one unless it names another. */
export const DEFAULT_DEADLINE_MS = 5_000;
const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;
const CONNECTION_IDLE_MS = 30 * 60_000;

type Method<Request, Response> = {
  path: string;
  requestSerialize: (value: Request) => Buffer;
  responseDeserialize: (bytes: Buffer) => Response;
};
// oxlint-disable-next-line no-explicit-any -- each method has its own message types; they are recovered below
type Definition = Record<string, Method<any, any>>;

export type CallOptions = { deadlineMs?: number; withIdempotencyKey?: boolean; onReplay?: () => void };

/** A gRPC service as plain asynchronous functions. */
export type RpcClient<D extends Definition> = {
  [M in keyof D]: D[M] extends Method<infer Request, infer Response>
    ? (request: Request, options?: CallOptions) => Promise<Response>
    : never;
} & Disposable;

type ClientClass<D extends Definition> = {
  new (address: string, channel: ReturnType<typeof credentials.createInsecure>, options?: object): Client;
  service: D;
};

/** Connects on first use; refusals come back as DomainError, recorded events are added to the current call. */
export function grpcClient<D extends Definition>(
  Class: ClientClass<D>,
  address: string,
  serviceName = 'unnamed',
): RpcClient<D> {
  const client = new Class(address, credentials.createInsecure(), {
    ...CHANNEL_OPTIONS,
    'grpc.service_config': JSON.stringify(serviceConfig(Object.values(Class.service))),
  });
  const self = serviceCaller(serviceName);
  const methods = Object.entries(Class.service).map(([name, method]) => [
    name,
    (request: unknown, options: CallOptions = {}) => callUnary(client, method, request, options, self),
  ]);
  return Object.assign(Object.fromEntries(methods), { [Symbol.dispose]: () => client.close() });
}

function callUnary(
  client: Client,
  method: Method<unknown, unknown>,
  request: unknown,
  options: CallOptions,
  self: Caller,
): Promise<unknown> {
  const call = currentCall() ?? newCall({ requestId: randomUUID(), caller: self });
  return new Promise((resolve, reject) => {
    const unary = client.makeUnaryRequest(
      method.path,
      method.requestSerialize,
      method.responseDeserialize,
      request,
      toMetadata(call, options.withIdempotencyKey ?? false),
      { deadline: Date.now() + (options.deadlineMs ?? DEFAULT_DEADLINE_MS) },
      (error: ServiceError | null, response?: unknown) => {
        if (error) reject(fromServiceError(error));
        else unaryEnded.then(() => resolve(response), reject);
      },
    );
    const unaryEnded = new Promise<void>((ended) => {
      unary.on('status', ({ metadata }: { metadata: Metadata }) => {
        takeEvents(call, metadata);
        if (metadata.get(REPLAYED).length > 0) options.onReplay?.();
        ended();
      });
    });
  });
}

const CHANNEL_OPTIONS = {
  'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
  'grpc.client_idle_timeout_ms': CONNECTION_IDLE_MS,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 2_000,
};

const IS_READ = /\/(Get|List|Quote|Describe|Settled|Preview)\w*$/;

/** Round robin over a service's replicas; only reads are repeated when it cannot be reached. */
const serviceConfig = (methods: readonly { path: string }[]) => ({
  loadBalancingConfig: [{ round_robin: {} }],
  methodConfig: [
    {
      name: methods
        .filter(({ path }) => IS_READ.test(path))
        .map(({ path }) => ({ service: path.split('/')[1], method: path.split('/')[2] })),
      retryPolicy: {
        maxAttempts: 4,
        initialBackoff: '0.05s',
        maxBackoff: '0.5s',
        backoffMultiplier: 2,
        retryableStatusCodes: ['UNAVAILABLE'],
      },
    },
  ],
});
