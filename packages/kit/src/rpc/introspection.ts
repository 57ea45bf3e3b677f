import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Server, ServerDuplexStream } from '@grpc/grpc-js';
import { type Added, addedBy, rawMethod } from './raw-service.ts';

const PROTO_ROOT = fileURLToPath(new URL('../../../../proto', import.meta.url));

const REFLECTION = ['grpc.reflection.v1.ServerReflection', 'grpc.reflection.v1alpha.ServerReflection'];
const METHOD = 'ServerReflectionInfo';

type RawStream = ServerDuplexStream<Buffer, Buffer>;

/**
 * Server reflection, so that grpcurl and the like can explore a service during development. Reading all contracts costs
 * 25 MB and a third of a second, so that happens on the first request; until then bytes are passed as they are.
 */
export function addReflection(server: Server): void {
  let reflections: Promise<Map<string, Added>> | undefined;
  for (const name of REFLECTION) {
    server.addService(
      { [METHOD]: rawMethod(name, METHOD, 'both') },
      {
        ServerReflectionInfo: (raw: RawStream) => {
          reflections ??= loadReflections();
          reflections.then(
            (loaded) => response(raw, loaded.get(name)!),
            (error: Error) => raw.destroy(error),
          );
        },
      },
    );
  }
}

async function loadReflections(): Promise<Map<string, Added>> {
  const [{ loadSync }, { ReflectionService }] = await Promise.all([
    import('@grpc/proto-loader'),
    import('@grpc/reflection'),
  ]);
  const files = globSync('estampa/**/*.proto', { cwd: PROTO_ROOT });
  return addedBy((server) => new ReflectionService(loadSync(files, { includeDirs: [PROTO_ROOT] })).addToServer(server));
}

/** Hands the stream to the library, in messages instead of bytes. */
function response(raw: RawStream, { definition, implementation }: Added): void {
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
