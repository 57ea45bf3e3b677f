import {
  type ServerDuplexStream,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  status,
} from '@grpc/grpc-js';
import type { Orm } from '../postgres/connect.ts';
import { grpcHandled, grpcServed, observeTraced } from '../telemetry/metrics.ts';
import type { TraceSpan } from '../telemetry/trace.ts';
import { type Call, type Lane, runInCall } from './call.ts';
import { DEFAULT_DEADLINE_MS } from './client.ts';
import { addToKey, runCommand, type StreamedCommand } from './command.ts';
import { respondToEach } from './exchange.ts';
import type { Responded } from './idempotency.ts';
import { type Handler, respondTo } from './respond.ts';
import { partsOf, writeParts } from './stream.ts';
import type { CheckAccess, GrpcTls } from './tls.ts';

export type Method<Request, Response> = {
  path: string;
  requestStream: boolean;
  responseStream: boolean;
  requestDeserialize: (bytes: Buffer) => Request;
  responseSerialize: (value: Response) => Buffer;
};

/**
 * A query whose response comes in parts, each made once the caller has taken the one before. Caller and deadline end it between two
 * parts; it has the connections of background work, unless people wait for it.
 */
export type StreamedQuery<C, Request, Part> = {
  parts: (context: C, request: Request) => AsyncIterable<Part>;
  lane?: Lane;
};

/** A query that its caller sends again and again over one stream; each request is one of its own. */
export type ExchangedQuery<C, Request, Response> = { each: (context: C, request: Request) => Promise<Response> };

export type AnyHandler<C> =
  | Handler<C>
  | StreamedCommand<C, never, unknown>
  | StreamedQuery<C, never, unknown>
  | ExchangedQuery<C, never, unknown>;

/** A request at once, or in parts; or a response in parts; or many of both. */
export type Wire =
  | ServerUnaryCall<unknown, Buffer>
  | ServerReadableStream<unknown, Buffer>
  | ServerWritableStream<unknown, Buffer>
  | ServerDuplexStream<unknown, Buffer>;

type Serving<C> = {
  orm: Orm;
  context: (em: Orm['em'], call: Call) => C;
  tls: GrpcTls | null;
  checkAccess: CheckAccess;
  /** Aborts when this process is to stop. */
  stopping: AbortSignal;
};

const NO_BYTES = Buffer.alloc(0);
const AFTER_ITS_PARTS: Responded = { outcome: { response: NO_BYTES }, replayed: false };

/** Runs a handler of any kind for what came over the wire; responses in parts are sent by then. */
export async function respondOn<C>(
  wire: Wire,
  { orm, context: contextOf, tls, checkAccess, stopping }: Serving<C>,
  method: Method<unknown, unknown>,
  handler: AnyHandler<C>,
  call: Call,
): Promise<Responded> {
  if (tls) checkAccess(wire.getAuthContext().sslPeerCertificate?.subjectaltname, call);
  const em = orm.em.fork();
  const context = contextOf(em, call);
  const serialize = (response: unknown) => method.responseSerialize(response);
  if ('receive' in handler) {
    const parts = partsOf(wire as ServerReadableStream<never, Buffer>, call.signal!);
    await using request = await handler.receive(context, parts);
    addToKey(call, request);
    return await runCommand(handler, { em, call, context, request, serialize });
  }
  if ('parts' in handler) {
    call.lane = handler.lane ?? 'jobs';
    const { request } = wire as ServerWritableStream<unknown, Buffer>;
    const parts = serialized(handler.parts(context, request as never), serialize);
    await writeParts(parts, wire as ServerWritableStream<unknown, Buffer>, call.signal!);
    return AFTER_ITS_PARTS;
  }
  if ('each' in handler) {
    const respondToOne = async (request: never): Promise<Buffer> => {
      const start = performance.now();
      const one = { ...call, deadline: Date.now() + DEFAULT_DEADLINE_MS };
      const response = await runInCall(one, () => handler.each(contextOf(orm.em.fork(), one), request));
      grpcHandled.inc({ grpc_method: method.path, grpc_code: status[status.OK] });
      observeServed(method, start, null);
      return serialize(response);
    };
    await respondToEach(wire as ServerDuplexStream<never, Buffer>, respondToOne, { abandoned: call.signal!, stopping });
    return AFTER_ITS_PARTS;
  }
  const { request } = wire as ServerUnaryCall<unknown, Buffer>;
  return respondTo(handler, { em, call, context, request, serialize });
}

export const observeServed = ({ path }: { path: string }, start: number, span: TraceSpan | null): void =>
  observeTraced(grpcServed, { grpc_method: path }, (performance.now() - start) / 1_000, span);

async function* serialized(
  parts: AsyncIterable<unknown>,
  serialize: (part: unknown) => Buffer,
): AsyncGenerator<Buffer> {
  for await (const part of parts) yield serialize(part);
}
