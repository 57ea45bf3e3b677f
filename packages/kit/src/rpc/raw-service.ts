import type { MethodDefinition, Server, ServiceDefinition, UntypedServiceImplementation } from '@grpc/grpc-js';

/** A service as a library adds it to a server. */
export type Added = { definition: ServiceDefinition; implementation: UntypedServiceImplementation };

/** A library that only knows how to add itself to a server is given one that remembers what was added, by the service's full name. */
export function addedBy(add: (server: Pick<Server, 'addService'>) => void): Map<string, Added> {
  const added = new Map<string, Added>();
  const addService = (definition: ServiceDefinition, implementation: UntypedServiceImplementation) =>
    added.set(Object.values(definition)[0]!.path.split('/')[1]!, { definition, implementation });
  add({ addService });
  return added;
}

const asTheyAre = (bytes: Buffer): Buffer => bytes;

/** A method of a service that passes its messages as bytes. */
export const rawMethod = (
  service: string,
  method: string,
  stream: 'none' | 'responses' | 'both' = 'none',
): MethodDefinition<Buffer, Buffer> => ({
  path: `/${service}/${method}`,
  requestStream: stream === 'both',
  responseStream: stream !== 'none',
  requestSerialize: asTheyAre,
  requestDeserialize: asTheyAre,
  responseSerialize: asTheyAre,
  responseDeserialize: asTheyAre,
});
