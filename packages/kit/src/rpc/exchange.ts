import { randomUUID } from 'node:crypto';
import {
  type Client,
  type ClientDuplexStream,
  Metadata,
  type ServerDuplexStream,
  type ServiceError,
  status,
  type StatusObject,
} from '@grpc/grpc-js';
import { type Caller, newCall, runInNoCall } from './call.ts';
import { fromServiceError } from './errors.ts';
import { toMetadata } from './metadata.ts';
import { grpcCalled, grpcResponses } from '../telemetry/metrics.ts';

type Method<Request, Response> = {
  path: string;
  requestSerialize: (value: Request) => Buffer;
  responseDeserialize: (bytes: Buffer) => Response;
};

/** Requests that go over one stream, each with its response, in order. */
export type Exchange<Request, Response> = {
  /** Rejects when the stream ends first, or no response comes in time; it is over then. */
  send(request: Request): Promise<Response>;
  /** Responses that have not come yet. */
  readonly waiting: number;
  readonly isOver: boolean;
  /** No more requests: what was sent gets its responses. */
  end(): void;
  cancel(): void;
};

/** Shorter than that of a call, which is another way to the same response. */
export const EXCHANGE_DEADLINE_MS = 1_000;

type Waiter<Response> = { resolve: (response: Response) => void; reject: (error: unknown) => void };

/** Opens a stream to one replica. */
export function openExchange<Request, Response>(
  client: Client,
  { path, requestSerialize, responseDeserialize }: Method<Request, Response>,
  self: Caller | null,
): Exchange<Request, Response> {
  const metadata = toMetadata(newCall({ requestId: randomUUID(), caller: self }), false);
  const wire: ClientDuplexStream<Request, Response> = runInNoCall(() =>
    client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize, metadata),
  );
  const labels = { grpc_service: path.split('/')[1]! };
  const waiters: Waiter<Response>[] = [];
  let isOver = false;
  const fail = (error: unknown) => {
    isOver = true;
    for (const { reject } of waiters.splice(0)) reject(error);
  };
  wire.on('data', (response: Response) => waiters.shift()?.resolve(response));
  wire.on('error', (error: ServiceError) => fail(fromServiceError(error)));
  wire.on('status', ({ code }: StatusObject) => fail(ended(path, code === status.OK ? status.UNAVAILABLE : code)));
  const cancel = (code: status) => {
    fail(ended(path, code));
    wire.cancel();
  };
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        if (isOver) return reject(ended(path, status.UNAVAILABLE));
        const seconds = grpcCalled.startTimer(labels);
        const late = setTimeout(() => cancel(status.DEADLINE_EXCEEDED), EXCHANGE_DEADLINE_MS);
        const count = (code: string) => {
          clearTimeout(late);
          seconds();
          grpcResponses.inc({ ...labels, grpc_code: code });
        };
        waiters.push({
          resolve(response) {
            count('OK');
            resolve(response);
          },
          reject(error) {
            count('UNAVAILABLE');
            reject(error);
          },
        });
        wire.write(request);
      }),
    get waiting() {
      return waiters.length;
    },
    get isOver() {
      return isOver;
    },
    end: () => void wire.end(),
    cancel: () => cancel(status.CANCELLED),
  };
}

const ended = (path: string, code: status): ServiceError =>
  Object.assign(new Error(`${path} has ended`), {
    code,
    details: 'The stream ended before its response',
    metadata: new Metadata(),
  });

type Ends = {
  /** The caller has gone. */
  abandoned: AbortSignal;
  /** This process is to stop. */
  stopping: AbortSignal;
};

/**
 * Responds to the requests of a stream one after another. Resolves when the caller sends no more, or this process
 * is to stop, once what came has its response.
 */
export function respondToEach<Request>(
  wire: ServerDuplexStream<Request, Buffer>,
  respond: (request: Request) => Promise<Buffer>,
  { abandoned, stopping }: Ends,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let last = Promise.resolve();
    const take = (request: Request) => {
      last = last.then(async () => void wire.write(await respond(request)));
      last.catch(fail);
    };
    const stop = () => {
      wire.off('data', take);
      stopping.removeEventListener('abort', end);
      abandoned.removeEventListener('abort', gone);
    };
    const end = () => {
      stop();
      last.then(resolve, reject);
    };
    const gone = () => fail(abandoned.reason);
    function fail(error: unknown) {
      stop();
      reject(error);
    }
    wire.on('data', take);
    wire.once('end', end);
    stopping.addEventListener('abort', end, { once: true });
    abandoned.addEventListener('abort', gone, { once: true });
    if (stopping.aborted) end();
  });
}
