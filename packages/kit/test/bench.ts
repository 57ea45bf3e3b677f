import { randomBytes } from 'node:crypto';
import { newId } from '@estampa/kernel/ids';
import { type Call, serviceCaller } from '../src/rpc/call.ts';
import type { BaseContext } from '../src/service/context.ts';
import { withoutTls } from '../src/postgres/address.ts';
import { connectDb, type Orm } from '../src/postgres/connect.ts';
import { type CallOptions, grpcClient, type StreamOptions } from '../src/rpc/client.ts';
import type { Exchange } from '../src/rpc/exchange.ts';
import { implement, type Implementation, serveGrpc } from '../src/rpc/server.ts';
import { createLog } from '../src/telemetry/log.ts';
import { benchTemplate } from './bench-template.ts';
import { createDatabase, dropDatabase } from '@estampa/stack/infrastructure/databases';
import { currentTestRun } from '@estampa/testing/test-run';
import { type ChannelCredentials, makeGenericClientConstructor } from '@grpc/grpc-js';
import pg from 'pg';

const asJson = (value: unknown): Buffer => Buffer.from(JSON.stringify(value ?? null));
const fromJson = (bytes: Buffer): unknown => JSON.parse(bytes.toString());

/**
 * Methods that take and give JSON, so that a test writes its handlers beside what it expects of them. They bear names of the
 * contract, which says which of them may be repeated.
 */
export const definitionOf = (names: readonly string[], { streams = false, exchanges = false } = {}) =>
  Object.fromEntries(
    names.map((name) => [
      name,
      {
        path: `/estampa.payouts.v1.PayoutService/${name}`,
        requestStream: exchanges,
        responseStream: streams || exchanges,
        requestSerialize: asJson,
        requestDeserialize: fromJson,
        responseSerialize: asJson,
        responseDeserialize: fromJson,
      },
    ]),
  );

export type Handler = Implementation<BaseContext>['handlers'][string];
export type BenchClient = Record<string, (request: unknown, options?: CallOptions) => Promise<unknown>> & Disposable;

export const benchClient = (address: string, names: readonly string[], channel?: ChannelCredentials): BenchClient => {
  const Client = makeGenericClientConstructor(definitionOf(names), 'Bench');
  return grpcClient(Client as never, address, serviceCaller('bench'), channel);
};

/** Of methods whose responses come in parts. */
type StreamClient = Record<string, (request: unknown, options?: StreamOptions) => AsyncIterable<unknown>> & Disposable;

export const streamClient = (address: string, names: readonly string[]): StreamClient => {
  const Client = makeGenericClientConstructor(definitionOf(names, { streams: true }), 'Bench');
  return grpcClient(Client as never, address, serviceCaller('bench')) as unknown as StreamClient;
};

/** Of methods that respond to each request of a stream. */
type ExchangeClient = Record<string, () => Exchange<unknown, unknown>> & Disposable;

export const exchangeClient = (address: string, names: readonly string[]): ExchangeClient => {
  const Client = makeGenericClientConstructor(definitionOf(names, { exchanges: true }), 'Bench');
  return grpcClient(Client as never, address, serviceCaller('bench')) as unknown as ExchangeClient;
};

const silent = createLog('bench', 'silent');
const checkAccess = () => undefined;

/** For handlers that need no database. */
export const noDatabase = { em: { fork: () => ({}) } } as unknown as Orm;

/** A gRPC server of the kit with handlers of the test. */
export async function serveHandlers(
  orm: Orm,
  handlers: Record<string, Handler>,
  {
    port = 0,
    host = '127.0.0.1',
    drainMs = 5_000,
    streams = false,
    exchanges = false,
    log = silent,
    wake = (_call: Call): void => undefined,
  } = {},
) {
  const context = (em: Orm['em'], call: Call): BaseContext => {
    return { em, reads: em, call, caller: call.caller, now: () => new Date(), log, wake: () => undefined };
  };
  const services = [implement(definitionOf(Object.keys(handlers), { streams, exchanges }), handlers as never)];
  const server = await serveGrpc({
    host,
    port,
    orm,
    log,
    context,
    wake,
    services,
    reflection: false,
    drainMs,
    tls: null,
    checkAccess,
  });
  return Object.assign(server, { address: `${host}:${server.port}` });
}

/** A database of the test's own, empty but for what its template has. */
export async function emptyDatabase(template?: string): Promise<AsyncDisposable & { url: string }> {
  const { infrastructure, secrets } = currentTestRun();
  const name = `kit_${randomBytes(6).toString('hex')}`;
  const url = await createDatabase(infrastructure.postgres.url, { name, password: secrets.databasePassword }, template);
  return { url, [Symbol.asyncDispose]: () => dropDatabase(infrastructure.postgres.url, name) };
}

/** An empty database that one role owns, and another that only serves may connect to, with `url`. */
export async function servedDatabase(): Promise<AsyncDisposable & { url: string; owner: URL; role: string }> {
  await using stack = new AsyncDisposableStack();
  const owning = stack.use(await emptyDatabase());
  const { url } = stack.use(await emptyDatabase());
  const [owner, { username: role, pathname }] = [new URL(owning.url), new URL(url)];
  owner.pathname = pathname;
  const admin = new pg.Client(currentTestRun().infrastructure.postgres.url);
  await admin.connect();
  await admin.query(`alter database ${role} owner to ${owner.username}; grant connect on database ${role} to ${role}`);
  await admin.end();
  const all = stack.move();
  return { url, owner, role, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

/** The same with the tables of the kit. */
export async function benchDatabase(): Promise<AsyncDisposable & { orm: Orm; url: string }> {
  const { url, [Symbol.asyncDispose]: drop } = await emptyDatabase(await benchTemplate());
  const orm = await connectDb(withoutTls(url), [], []);
  return {
    orm,
    url,
    async [Symbol.asyncDispose]() {
      await orm.close(true);
      await drop();
    },
  };
}

/** So many references to events, as a command would have recorded them. */
export const eventReferences = (count: number): Call['events'] =>
  Array.from({ length: count }, () => ({ topic: 'orders.v1' as const, kind: 'order', id: newId() }));
