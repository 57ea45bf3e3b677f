import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  Metadata,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerReadableStream,
  type sendUnaryData,
  type ServerUnaryCall,
  type ServerWritableStream,
  type ServiceError,
  status,
} from '@grpc/grpc-js';
import { AuditServiceService } from '@estampa/contracts/common/v1/audit';
import { InboxServiceService } from '@estampa/contracts/common/v1/inbox';
import { SIDE_EFFECT_FREE } from '@estampa/contracts/side-effect-free';
import { DomainError } from '@estampa/kernel/errors';
import { SERVICE_NAMES, type ServiceName, TOPIC_OWNERS, type Topic } from '@estampa/kernel/topics';
import type { Call, EventReference } from '@estampa/kit/rpc/call';
import { toServiceError } from '@estampa/kit/rpc/errors';
import { fromMetadata, REPLAYED, withEvents } from '@estampa/kit/rpc/metadata';
import { RPC_SERVICES } from '../src/clients/clients.ts';
import { sampleResponse } from './sample-messages.ts';

// oxlint-disable-next-line no-explicit-any -- each method has its own message types
type Message = any;
type Definition = Record<string, { path: string; requestStream: boolean; responseStream: boolean }>;
type Wire = ServerUnaryCall<Message, Message> | ServerReadableStream<Message, Message>;
type PartsWire = ServerWritableStream<Message, Message>;
type ExchangeWire = ServerDuplexStream<Message, Message>;
/** A request, or the stream of its parts, which are recorded as a list. */
type Received = { metadata: Metadata; request: Message };

/** A call that a stand-in received: `method` as in `orders.placeOrder`. */
export type ReceivedCall = { service: ServiceName; method: string; request: Message; call: Call };
type Reply = (request: Message, call: Call, service: ServiceName) => Message;

export type StandIns = AsyncDisposable & {
  addresses: Record<ServiceName, string>;
  requested: ReceivedCall[];
  /**
   * Replaces the sample response of a method; a DomainError that is thrown is a rejection. Of a response in parts it returns them, or
   * makes them as they are taken.
   */
  reply(method: string, reply: Reply): void;
  /** Does not wait for what is still to come of a request in parts. */
  rejectAtOnce(method: string): void;
  /** Every later command records an event of its service's topic, and reports it here. */
  recordEvents(report: (event: EventReference) => void): void;
  /** `Inbox.Settled` of a service does not respond until it is released. */
  pause(service: ServiceName): { requested: Promise<unknown>; letGo(): void };
};

/** All seven services over real gRPC, responding from memory: with complete sample messages unless a test says otherwise. */
export async function startStandIns(): Promise<StandIns> {
  const requested: ReceivedCall[] = [];
  const replies = new Map<string, Reply>();
  const keys = new Set<string>();
  const atOnce = new Set<string>();
  const pauses = new Map<ServiceName, { requested: () => void; letGo: Promise<void> }>();
  let record: ((event: EventReference) => void) | null = null;

  const response = async (
    service: ServiceName,
    method: string,
    path: string,
    { metadata, request: sent }: Received,
  ) => {
    const call = fromMetadata(metadata);
    const request = sent instanceof Readable ? (atOnce.has(method) ? [] : await sent.toArray()) : sent;
    requested.push({ service, method, request, call });
    const isCommand = !SIDE_EFFECT_FREE.has(path);
    const trailer = new Metadata();
    const event = { topic: topicOf(service), kind: 'sample', id: randomUUID() };
    if (record && isCommand) withEvents(trailer, { events: [event], hasMoreEvents: false });
    if (isCommand) record?.(event);
    const message = await rejectedWith(trailer, () =>
      (replies.get(method) ?? (() => sampleResponse(path)))(request, call, service),
    );
    const key = call.idempotency && `${call.idempotency.scope} ${call.idempotency.key} ${call.idempotency.bodyDigest}`;
    if (key && keys.has(key)) trailer.set(REPLAYED, 'true');
    if (key) keys.add(key);
    return { message, trailer };
  };

  const settled = async (service: ServiceName) => {
    const pause = pauses.get(service);
    pause?.requested();
    await pause?.letGo;
    return { message: {}, trailer: new Metadata() };
  };

  const running = await Promise.all(
    SERVICE_NAMES.map(async (service) => {
      const server = new Server();
      for (const [name, { Client, at }] of Object.entries(RPC_SERVICES)) {
        if (at !== service) continue;
        const definition = Client.service as unknown as Definition;
        add(server, definition, (method, path, received) => response(service, `${name}.${method}`, path, received));
      }
      add(server, InboxServiceService, () => settled(service));
      add(server, AuditServiceService, (method, path, received) =>
        response(service, `audits.${method}`, path, received),
      );
      return { service, server, address: await listen(server) };
    }),
  );
  return {
    addresses: Object.fromEntries(running.map(({ service, address }) => [service, address])) as StandIns['addresses'],
    requested,
    rejectAtOnce: (method) => void atOnce.add(method),
    reply: (method, reply) => void replies.set(method, reply),
    recordEvents: (report) => void (record = report),
    pause(service) {
      const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      pauses.set(service, { requested: reached.resolve, letGo: released.promise });
      return {
        requested: reached.promise,
        letGo() {
          pauses.delete(service);
          released.resolve();
        },
      };
    },
    [Symbol.asyncDispose]: async () => running.forEach(({ server }) => server.forceShutdown()),
  };
}

export const topicOf = (service: ServiceName): Topic =>
  (Object.keys(TOPIC_OWNERS) as Topic[]).find((topic) => TOPIC_OWNERS[topic] === service)!;

type RouteResponse = (
  method: string,
  path: string,
  received: Received,
) => Promise<{ message: Message; trailer: Metadata }>;

function add(server: Server, definition: Definition, response: RouteResponse): void {
  const handlers = Object.entries(definition).map(([method, { path, requestStream, responseStream }]) => [
    method,
    (wire: Wire, callback: sendUnaryData<Message>) => {
      const { metadata } = wire;
      const respond = (request: Message) => response(method, path, { metadata, request });
      if (requestStream && responseStream) return respondToAll(wire as unknown as ExchangeWire, respond);
      return void respond('request' in wire ? wire.request : wire)
        .then(({ message, trailer }) =>
          responseStream ? sendAll(message, wire as unknown as PartsWire) : callback(null, message, trailer),
        )
        .catch((error: unknown) =>
          responseStream ? void wire.emit('error', error) : callback(error as Partial<ServiceError>),
        );
    },
  ]);
  server.addService(definition as never, Object.fromEntries(handlers));
}

/** Each request of an exchange is recorded as one of its own. */
function respondToAll(wire: ExchangeWire, respond: (request: Message) => Promise<{ message: Message }>): void {
  let last = Promise.resolve();
  wire.on('data', (request) => {
    last = last
      .then(() => respond(request))
      .then(({ message }) => void wire.write(message))
      .catch((error: unknown) => void wire.emit('error', error));
  });
  wire.on('end', () => void last.then(() => wire.end()));
}

/** The sample of a part names another one, which there is not. */
async function sendAll(sent: Message, wire: PartsWire): Promise<void> {
  const parts = Symbol.iterator in sent || Symbol.asyncIterator in sent ? sent : [{ ...sent, cursor: undefined }];
  const cancelled = new Promise<'cancelled'>((resolve) => wire.once('cancelled', () => resolve('cancelled')));
  for await (const part of parts) {
    const written = new Promise((resolve) => wire.write(part, resolve));
    if ((await Promise.race([written, cancelled])) === 'cancelled') return;
  }
  wire.end();
}

/** A rejection may have an effect too, so it carries the same trailer. */
async function rejectedWith<T>(trailer: Metadata, reply: () => T | Promise<T>): Promise<T> {
  try {
    return await reply();
  } catch (error) {
    const rejection =
      error instanceof DomainError ? toServiceError(error) : { code: status.INTERNAL, details: String(error) };
    const metadata = rejection.metadata ?? new Metadata();
    metadata.merge(trailer);
    // oxlint-disable-next-line no-throw-literal -- what grpc-js sends is no Error
    throw { ...rejection, metadata };
  }
}

const listen = (server: Server): Promise<string> =>
  new Promise((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) =>
      error ? reject(error) : resolve(`127.0.0.1:${port}`),
    );
  });
