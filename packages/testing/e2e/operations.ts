import type { Api, Json } from '@estampa/stack/demo/api';
import { inlined, type Schema } from '../src/sample-schema.ts';

type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema };

/** One operation of the OpenAPI document, with everything that it refers to in place. */
export type Operation = {
  name: string;
  method: string;
  path: string;
  auth: 'none' | 'optional' | 'user' | 'seller' | 'admin';
  owner: 'seller' | 'buyer' | 'nobody';
  parameters: Parameter[];
  /** Of a JSON body; undefined when it takes none. */
  body: Schema;
  takesForm: boolean;
  /** Statuses, `5XX` among them. */
  statuses: string[];
};

/** Every operation that the route table makes; what passes through to the object store is none of them. */
export function operationsOf({ paths, components }: Json): Operation[] {
  const definitions = { ...components.schemas, ...components.parameters };
  return Object.entries<Json>(paths)
    .filter(([path]) => !/^\/(storage|cdn)\//.test(path))
    .flatMap(([path, methods]) =>
      Object.entries<Json>(methods).map(([method, operation]) => {
        const { parameters, requestBody, responses } = operation;
        return {
          name: operation.operationId,
          method: method.toUpperCase(),
          path,
          auth: operation['x-auth'],
          owner: operation['x-owner'] ?? 'nobody',
          parameters: inlined(parameters, definitions),
          body: inlined(requestBody?.content['application/json']?.schema, definitions),
          takesForm: requestBody?.content['multipart/form-data'] !== undefined,
          statuses: Object.keys(responses),
        };
      }),
    );
}

/** It is no operation of its own. */
export const documentOf = async (api: Api): Promise<Json> => (await api.send('GET', '/openapi.json')).json();
