import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Client, status } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';

const require = createRequire(import.meta.url);

type Methods = Record<
  string,
  { path: string; requestSerialize: (message: object) => Buffer; responseDeserialize: (bytes: Buffer) => object }
>;

/** The definition of a standard service, from the proto file that its package carries. */
function serviceOf(packageName: string, directory: string, file: string, service: string): Methods {
  const root = join(dirname(require.resolve(`${packageName}/package.json`)), directory);
  return loadSync(file, { includeDirs: [root], enums: String })[service] as unknown as Methods;
}

export const healthService = (): Methods =>
  serviceOf('grpc-health-check', 'proto', 'health/v1/health.proto', 'grpc.health.v1.Health');

const reflectionService = (version: string): Methods =>
  serviceOf(
    '@grpc/reflection',
    'build/proto',
    `grpc/reflection/${version}/reflection.proto`,
    `grpc.reflection.${version}.ServerReflection`,
  );

const DEADLINE_MS = 30_000;

/** What a probe learns of the server, by the empty name, or of one of its services. */
export function stateOf(client: Client, service: string): Promise<unknown> {
  const { path, requestSerialize, responseDeserialize } = healthService()['Check']!;
  const within = { deadline: Date.now() + DEADLINE_MS };
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(path, requestSerialize, responseDeserialize, { service }, within, (error, response) =>
      error ? reject(error) : resolve(response),
    );
  });
}

type Listed = { listServicesResponse: { service: { name: string }[] } };

/** The names of all services that a server has, as grpcurl lists them. */
export async function listedServices(client: Client, version: string): Promise<string[]> {
  const { path, requestSerialize, responseDeserialize } = reflectionService(version)['ServerReflectionInfo']!;
  const within = { deadline: Date.now() + DEADLINE_MS };
  const stream = client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize, within);
  stream.write({ listServices: '' });
  const [{ listServicesResponse }] = (await once(stream, 'data')) as [Listed];
  stream.end();
  const [{ code }] = (await once(stream, 'status')) as [{ code: status }];
  if (code !== status.OK) throw new Error(`the stream ended with ${status[code]}`);
  return listServicesResponse.service.map(({ name }) => name);
}
