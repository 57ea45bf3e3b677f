import { promises } from 'node:dns';
import { setTimeout as pause } from 'node:timers/promises';
import { KEEPALIVE_MS } from './client.ts';
import { currentCall, newCall, runInCall } from './call.ts';
import { DomainError } from '@estampa/kernel/errors';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type handleUnaryCall, Server, ServerCredentials, status } from '@grpc/grpc-js';
import { benchClient, definitionOf, noDatabase, serveHandlers } from '../../test/bench.ts';

/** By the contract: GetPayout has no side effects, CreatePayout has. */
const METHODS = ['GetPayout', 'CreatePayout'];

let resources: AsyncDisposableStack;

beforeAll(async () => {
  resources = new AsyncDisposableStack();
});

afterAll(() => resources.disposeAsync());

describe('a failing connection', () => {
  let seen: string[];
  let failures: number;
  let client: ReturnType<typeof benchClient>;

  /** A bare server: rejects so many times by the transport, then responds. */
  beforeAll(async () => {
    const server = new Server();
    const response = (name: string) =>
      ((_call, callback) => {
        seen.push(name);
        if (seen.length <= failures) return callback({ code: status.UNAVAILABLE, details: 'connection lost' });
        return callback(null, 'answered');
      }) satisfies handleUnaryCall<unknown, unknown>;
    server.addService(definitionOf(METHODS), Object.fromEntries(METHODS.map((name) => [name, response(name)])));
    const port = await new Promise<number>((resolve, reject) =>
      server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      ),
    );
    resources.defer(() => server.forceShutdown());
    client = resources.use(benchClient(`127.0.0.1:${port}`, METHODS));
  });

  beforeEach(() => {
    seen = [];
  });

  it('is overcome by what has no side effects', async () => {
    failures = 2;

    await expect(client['GetPayout']!({})).resolves.toBe('answered');
    expect(seen).toHaveLength(3);
  });

  it('fails at once when it may have had its effect: it was sent once', async () => {
    failures = Infinity;

    await expect(client['CreatePayout']!({})).rejects.toMatchObject({ code: status.UNAVAILABLE });
    expect(seen).toEqual(['CreatePayout']);
  });
});

describe('a handler that responds', () => {
  it.each(['unavailable', 'busy', 'limited'] as const)('%s is requested once', async (kind) => {
    let requested = 0;
    const rejectCall = async () => {
      requested += 1;
      throw new DomainError(kind, 'for_now', 'not now');
    };
    await using server = await serveHandlers(noDatabase, { GetPayout: rejectCall });
    using client = benchClient(server.address, METHODS);

    await expect(client['GetPayout']!({})).rejects.toMatchObject({ kind, reason: 'for_now' });
    expect(requested).toBe(1);
  });
});

describe('a peer', () => {
  it('that is down is reported well before the deadline, and found when it is back', async () => {
    const away = await serveHandlers(noDatabase, { GetPayout: async () => 'first' });
    using client = benchClient(away.address, METHODS);
    await client['GetPayout']!({});
    await away[Symbol.asyncDispose]();

    const rejected = client['CreatePayout']!({}, { deadlineMs: 60_000 });
    await expect(rejected).rejects.toMatchObject({ code: status.UNAVAILABLE });
    const read = client['GetPayout']!({});
    await using back = await serveHandlers(noDatabase, { GetPayout: async () => 'second' }, { port: away.port });

    await expect(read).resolves.toBe('second');
    expect(back.port).toBe(away.port);
  });
});

describe('a name that stands for replicas', () => {
  const lookup = promises.lookup;
  afterAll(() => void (promises.lookup = lookup));

  it('leads to one at another address as soon as the one it stood for is gone', async () => {
    let addresses = ['127.0.0.1'];
    // In place of the name server of a cluster.
    promises.lookup = (async () => addresses.map((address) => ({ address, family: 4 }))) as unknown as typeof lookup;
    const first = await serveHandlers(noDatabase, { GetPayout: async () => 'first' });
    using client = benchClient(`replicas.example:${first.port}`, METHODS);
    await expect(client['GetPayout']!({})).resolves.toBe('first');

    await using next = await serveHandlers(
      noDatabase,
      { GetPayout: async () => 'next' },
      { port: first.port, host: '127.0.0.2' },
    );
    addresses = ['127.0.0.2'];
    await first[Symbol.asyncDispose]();

    await expect(client['GetPayout']!({})).resolves.toBe('next');
    expect(next.address).toBe(`127.0.0.2:${first.port}`);
  });
});

describe('time', () => {
  it('that is left is passed on to nested calls, and so is the end of the wait', async () => {
    const seen: { deadline: number; aborted: Promise<unknown> }[] = [];
    const inner = async () => {
      const { signal, deadline } = currentCall()!;
      const aborted = new Promise((resolve) => signal!.addEventListener('abort', resolve));
      seen.push({ deadline: deadline!, aborted });
      await aborted;
    };
    await using behind = await serveHandlers(noDatabase, { GetPayout: inner });
    using toBehind = benchClient(behind.address, METHODS);
    let own = 0;
    const outer = () => {
      own = currentCall()!.deadline!;
      return toBehind['GetPayout']!({}, { deadlineMs: 60_000 });
    };
    await using front = await serveHandlers(noDatabase, { GetPayout: outer });
    using client = benchClient(front.address, METHODS);

    await expect(client['GetPayout']!({}, { deadlineMs: 1_000 })).rejects.toMatchObject({
      code: status.DEADLINE_EXCEEDED,
    });

    expect(seen[0]!.deadline).toBeLessThan(own);
    await seen[0]!.aborted;
  });
});

it('a call whose caller waits no more sends no other', async () => {
  let requested = 0;
  await using server = await serveHandlers(noDatabase, { CreatePayout: async () => `${(requested += 1)}` });
  using client = benchClient(server.address, METHODS);
  const given = newCall({ requestId: 'given-up', signal: AbortSignal.abort() });

  await expect(runInCall(given, () => client['CreatePayout']!({}))).rejects.toMatchObject({ code: status.CANCELLED });
  await client['CreatePayout']!({});
  expect(requested).toBe(1);
});

describe('a server that stops', () => {
  it.each([
    ['lets a call under way take its time', 60_000, 'answered'],
    ['cuts one that takes longer than it may', 50, 'cut'],
  ])('%s', async (_name, drainMs, outcome) => {
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = async () => {
      reached.resolve();
      await released.promise;
      return 'answered';
    };
    const server = await serveHandlers(noDatabase, { CreatePayout: slow }, { drainMs });
    using client = benchClient(server.address, METHODS);
    const requested = client.CreatePayout!({}, { deadlineMs: 30_000 }).catch(() => 'cut');
    await reached.promise;

    const stopped = server[Symbol.asyncDispose]();
    await expect(client.CreatePayout!({})).rejects.toMatchObject({ code: status.UNAVAILABLE });
    // Until the next ping of the client.
    if (outcome === 'answered') await pause(KEEPALIVE_MS + 200).then(released.resolve);

    expect(await requested).toBe(outcome);
    await stopped;
    released.resolve();
  });
});
