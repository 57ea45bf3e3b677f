import { once } from 'node:events';
import { Client, credentials, Server, ServerCredentials, status } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { healthService, listedServices, stateOf } from '../../test/standard-services.ts';
import { addHealth } from './health.ts';
import { addReflection } from './introspection.ts';

const SERVING = { status: 'SERVING' };
const NOT_SERVING = { status: 'NOT_SERVING' };

/** A server with nothing else, and a client of it. */
async function open() {
  const server = new Server();
  const health = addHealth(server);
  addReflection(server);
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  return {
    client,
    health,
    [Symbol.dispose]() {
      client.close();
      server.forceShutdown();
    },
  };
}

let resources: DisposableStack;
let client: Client;
beforeAll(async () => {
  resources = new DisposableStack();
  ({ client } = resources.use(await open()));
});
afterAll(() => resources.dispose());

function watch(by: Client) {
  const { path, requestSerialize, responseDeserialize } = healthService()['Watch']!;
  return by.makeServerStreamRequest(path, requestSerialize, responseDeserialize, { service: '' });
}

describe('a server', () => {
  it('reports to a probe that it serves', async () => {
    expect(await stateOf(client, '')).toEqual(SERVING);
  });

  it('reports that it does not know another service', async () => {
    await expect(stateOf(client, 'other')).rejects.toMatchObject({ code: status.NOT_FOUND });
  });

  it('reports the state of all at once', async () => {
    const { path, requestSerialize, responseDeserialize } = healthService()['List']!;
    const listed = await new Promise((resolve, reject) => {
      client.makeUnaryRequest(path, requestSerialize, responseDeserialize, {}, (error, response) =>
        error ? reject(error) : resolve(response),
      );
    });

    expect(listed).toEqual({ statuses: { '': SERVING } });
  });

  it('reports its state to who watches it', async () => {
    const stream = watch(client);
    const [first] = await once(stream, 'data');
    stream.cancel();
    const [cancelled] = await once(stream, 'error');

    expect(first).toEqual(SERVING);
    expect(cancelled).toMatchObject({ code: status.CANCELLED });
  });

  it.each(['v1', 'v1alpha'])('lists the services of all contracts by reflection %s', async (version) => {
    expect(await listedServices(client, version)).toEqual(
      expect.arrayContaining(['estampa.payouts.v1.PayoutService', 'estampa.catalog.v1.TemplateService']),
    );
  });
});

describe('a server that stops', () => {
  it('says so to probes that come and to who watches', async () => {
    using stopping = await open();
    const stream = watch(stopping.client);
    const states: unknown[] = [];
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    stream.on('data', (state) => (states.push(state) === 1 ? first : second).resolve());
    stream.on('error', () => undefined);
    await first.promise;

    stopping.health.stop();
    await second.promise;

    expect(states).toEqual([SERVING, NOT_SERVING]);
    expect(await stateOf(stopping.client, '')).toEqual(NOT_SERVING);
  });

  it('says so to the first probe of all', async () => {
    using stopping = await open();
    stopping.health.stop();

    expect(await stateOf(stopping.client, '')).toEqual(NOT_SERVING);
  });
});
