import type { sendUnaryData, Server, ServerUnaryCall, ServerWritableStream } from '@grpc/grpc-js';
import { addedBy, rawMethod, type Added } from './raw-service.ts';

const NAME = 'grpc.health.v1.Health';

/**
 * The standard health service, for probes and load balancers. Its library reads its contract when it is loaded, which costs 50 ms of
 * processor, so that happens on the first request; until then bytes are passed as they are.
 */
export function addHealth(server: Server): { stop(): void } {
  let status: 'SERVING' | 'NOT_SERVING' = 'SERVING';
  const load = async () => {
    const { HealthImplementation } = await import('grpc-health-check');
    const health = new HealthImplementation({ '': status });
    return { health, ...addedBy((remembering) => health.addToServer(remembering)).get(NAME)! };
  };
  let loaded: ReturnType<typeof load> | undefined;
  const loadOnce = () => (loaded ??= load());

  const unary =
    (method: 'Check' | 'List') =>
    ({ request }: ServerUnaryCall<Buffer, Buffer>, callback: sendUnaryData<Buffer>) =>
      void loadOnce().then((added) => respond(added, method, request, callback), callback);
  server.addService(
    { Check: rawMethod(NAME, 'Check'), List: rawMethod(NAME, 'List'), Watch: rawMethod(NAME, 'Watch', 'responses') },
    {
      Check: unary('Check'),
      List: unary('List'),
      Watch: (raw: ServerWritableStream<Buffer, Buffer>) =>
        void loadOnce().then(
          (added) => watch(added, raw),
          (error: Error) => raw.destroy(error),
        ),
    },
  );
  return {
    stop() {
      status = 'NOT_SERVING';
      void loaded?.then(({ health }) => health.setStatus('', status));
    },
  };
}

function respond(
  { definition, implementation }: Added,
  method: 'Check' | 'List',
  bytes: Buffer,
  callback: sendUnaryData<Buffer>,
): void {
  const { requestDeserialize, responseSerialize } = definition[method]!;
  const handle = implementation[method.toLowerCase()] as unknown as Handle;
  handle({ request: requestDeserialize(bytes) }, (error, response) =>
    callback(error, response && responseSerialize(response)),
  );
}

type Handle = (call: { request: unknown }, callback: sendUnaryData<object>) => void;

function watch({ definition, implementation }: Added, raw: ServerWritableStream<Buffer, Buffer>): void {
  const { requestDeserialize, responseSerialize } = definition['Watch']!;
  const stream = {
    request: requestDeserialize(raw.request),
    on: (event: string, listener: () => void) => raw.on(event, listener),
    write: (response: object) => raw.write(responseSerialize(response)),
  };
  (implementation['watch'] as unknown as (call: typeof stream) => void)(stream);
}
