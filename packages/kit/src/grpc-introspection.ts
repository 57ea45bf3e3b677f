import { fileURLToPath } from 'node:url';
import type { Server } from '@grpc/grpc-js';

const PROTO_ROOT = fileURLToPath(new URL('../../../proto', import.meta.url));

/** The standard health service, for probes and load balancers. */
export async function addHealth(server: Server): Promise<{ stop(): void }> {
  const { HealthImplementation } = await import('grpc-health-check');
  const health = new HealthImplementation({ '': 'SERVING' });
  health.addToServer(server);
  return { stop: () => health.setStatus('', 'NOT_SERVING') };
}

/** Server reflection, so that grpcurl and the like can explore a service during development. */
export async function addReflection(server: Server): Promise<void> {
  const [{ loadSync }, { ReflectionService }, { globSync }] = await Promise.all([
    import('@grpc/proto-loader'),
    import('@grpc/reflection'),
    import('node:fs'),
  ]);
  const files = globSync('estampa/**/*.proto', { cwd: PROTO_ROOT });
  new ReflectionService(loadSync(files, { includeDirs: [PROTO_ROOT] })).addToServer(server);
}
