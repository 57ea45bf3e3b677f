import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Server, ServerDuplexStream, ServiceDefinition, UntypedServiceImplementation } from '@grpc/grpc-js';

const PROTO_ROOT = fileURLToPath(new URL('../../../../proto', import.meta.url));

/** The standard health service, for probes and load balancers. */
export async function addHealth(server: Server): Promise<{ stop(): void }> {
  const { HealthImplementation } = await import('grpc-health-check');
  const health = new HealthImplementation({ '': 'SERVING' });
  health.addToServer(server);
  return { stop: () => health.setStatus('', 'NOT_SERVING') };
}

const REFLECTION = ['grpc.reflection.v1.ServerReflection', 'grpc.reflection.v1alpha.ServerReflection'];
const METHOD = 'ServerReflectionInfo';

type Reflection = { definition: ServiceDefinition; implementation: UntypedServiceImplementation };
type RawStream = ServerDuplexStream<Buffer, Buffer>;

/**
 * Server reflection, so that grpcurl and the like can explore a service during development. Reading all contracts costs
 * 25 MB and a third of a second, so that happens on the first request; until then bytes are passed as they are.
 */
export function addReflection(server: Server): void {
  let reflections: Promise<Map<string, Reflection>> | undefined;
  for (const name of REFLECTION) {
    server.addService(rawDefinition(name), {
      ServerReflectionInfo: (raw: RawStream) => {
        reflections ??= loadReflections();
        reflections.then(
          (loaded) => response(raw, loaded.get(name)!),
          (error: Error) => raw.destroy(error),
        );
      },
    });
  }
}

const asTheyAre = (bytes: Buffer): Buffer => bytes;

const rawDefinition = (name: string): ServiceDefinition => ({
  [METHOD]: {
    path: `/${name}/${METHOD}`,
    requestStream: true,
    responseStream: true,
    requestSerialize: asTheyAre,
    requestDeserialize: asTheyAre,
    responseSerialize: asTheyAre,
    responseDeserialize: asTheyAre,
  },
});

/** The library only knows how to add itself to a server, so it is given one that remembers what was added. */
async function loadReflections(): Promise<Map<string, Reflection>> {
  const [{ loadSync }, { ReflectionService }] = await Promise.all([
    import('@grpc/proto-loader'),
    import('@grpc/reflection'),
  ]);
  const files = globSync('estampa/**/*.proto', { cwd: PROTO_ROOT });
  const added = new Map<string, Reflection>();
  const addService = (definition: ServiceDefinition, implementation: UntypedServiceImplementation) =>
    added.set(definition[METHOD]!.path.split('/')[1]!, { definition, implementation });
  const remembering: Pick<Server, 'addService'> = { addService };
  new ReflectionService(loadSync(files, { includeDirs: [PROTO_ROOT] })).addToServer(remembering);
  return added;
}

/** Hands the stream to the library, in messages instead of bytes. */
function response(raw: RawStream, { definition, implementation }: Reflection): void {
  const { requestDeserialize, responseSerialize } = definition[METHOD]!;
  const stream = {
    on(event: string, listener: (value?: unknown) => void) {
      raw.on(event, event === 'data' ? (bytes: Buffer) => listener(requestDeserialize(bytes)) : listener);
      return stream;
    },
    write: (message: object) => raw.write(responseSerialize(message)),
    end: () => raw.end(),
  };
  (implementation[METHOD] as unknown as (stream: object) => void)(stream);
}
