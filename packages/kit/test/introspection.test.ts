import { afterAll, beforeAll, expect, it } from 'vitest';
import { startService, type ServiceUnderTest } from '@estampa/testing/start-service';
import { Client, credentials, status } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const DEADLINE_MS = 10_000;

let payouts: ServiceUnderTest;
let client: Client;

beforeAll(async () => {
  payouts = await startService('payouts');
  client = new Client(payouts.address, credentials.createInsecure());
});

afterAll(async () => {
  client?.close();
  await payouts?.stop();
});

it('reports to a probe that it serves', async () => {
  const { Check } = serviceOf('grpc-health-check', 'health/v1/health.proto', 'grpc.health.v1.Health');

  const check = await new Promise((resolve, reject) => {
    client.makeUnaryRequest(
      Check!.path,
      Check!.requestSerialize,
      Check!.responseDeserialize,
      { service: '' },
      { deadline: Date.now() + DEADLINE_MS },
      (error, response) => (error ? reject(error) : resolve(response)),
    );
  });

  expect(check).toEqual({ status: 'SERVING' });
});

it('reports its state to who watches it', async () => {
  const { Watch } = serviceOf('grpc-health-check', 'health/v1/health.proto', 'grpc.health.v1.Health');
  const { path, requestSerialize, responseDeserialize } = Watch!;
  const stream = client.makeServerStreamRequest(path, requestSerialize, responseDeserialize, { service: '' });

  const [first] = await once(stream, 'data');
  stream.cancel();
  const [cancelled] = await once(stream, 'error');

  expect(first).toEqual({ status: 'SERVING' });
  expect(cancelled).toMatchObject({ code: status.CANCELLED });
});

it('reports that it does not know another service', async () => {
  const { Check } = serviceOf('grpc-health-check', 'health/v1/health.proto', 'grpc.health.v1.Health');

  const check = new Promise((resolve, reject) => {
    client.makeUnaryRequest(
      Check!.path,
      Check!.requestSerialize,
      Check!.responseDeserialize,
      { service: 'other' },
      { deadline: Date.now() + DEADLINE_MS },
      (error, response) => (error ? reject(error) : resolve(response)),
    );
  });

  await expect(check).rejects.toMatchObject({ code: status.NOT_FOUND });
});

it.each(['v1', 'v1alpha'])('lists its services by reflection %s', async (version) => {
  const { ServerReflectionInfo } = serviceOf(
    '@grpc/reflection',
    `grpc/reflection/${version}/reflection.proto`,
    `grpc.reflection.${version}.ServerReflection`,
  );
  const { path, requestSerialize, responseDeserialize } = ServerReflectionInfo!;
  const stream = client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize, {
    deadline: Date.now() + DEADLINE_MS,
  });

  const listed = new Promise<Listed>((resolve, reject) => stream.once('data', resolve).once('error', reject));
  stream.write({ listServices: '' });
  const names = (await listed).listServicesResponse.service.map(({ name }) => name);
  stream.end();

  expect(names).toContain('estampa.payouts.v1.PayoutService');
});

type Listed = { listServicesResponse: { service: { name: string }[] } };
type Methods = Record<
  string,
  { path: string; requestSerialize: (message: object) => Buffer; responseDeserialize: (bytes: Buffer) => object }
>;

/** The definition of a standard service, from the proto file that its package carries. */
function serviceOf(packageName: string, file: string, service: string): Methods {
  const root = join(dirname(require.resolve(`${packageName}/package.json`)), PROTO_DIRECTORY[packageName]!);
  return loadSync(file, { includeDirs: [root], enums: String })[service] as unknown as Methods;
}

const PROTO_DIRECTORY: Readonly<Record<string, string>> = {
  'grpc-health-check': 'proto',
  '@grpc/reflection': 'build/proto',
};
