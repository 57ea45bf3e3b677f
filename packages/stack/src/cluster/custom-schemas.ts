import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifestsIn } from './manifests.ts';

type Schema = { [key: string]: unknown; properties?: Record<string, Schema> };
type Version = { name: string; served: boolean; schema: { openAPIV3Schema: Schema } };

/** Where `writeSchemas` puts the schema of an object, in kubeconform's words. */
export const SCHEMA_FILE = '{{ .Group }}-{{ .ResourceKind }}-{{ .ResourceAPIVersion }}.json';

/** Writes a JSON schema for each served version of the CustomResourceDefinitions in a folder, as strict as the API server. */
export function writeSchemas(definitions: string, into: string): void {
  mkdirSync(into, { recursive: true });
  const files = readdirSync(definitions).filter((file) => file.endsWith('.yaml'));
  const found = files.flatMap((file) => manifestsIn(readFileSync(join(definitions, file), 'utf8')));
  for (const { spec } of found.filter(({ kind }) => kind === 'CustomResourceDefinition'))
    for (const { name, schema } of (spec.versions as Version[]).filter(({ served }) => served)) {
      const { properties, ...others } = strict(schema.openAPIV3Schema);
      const resource = {
        ...others,
        properties: { apiVersion: {}, kind: {}, ...properties, metadata: { type: 'object' } },
      };
      const file = `${spec.group}-${spec.names.kind}-${name}.json`.toLowerCase();
      writeFileSync(join(into, file), JSON.stringify(resource));
    }
}

/** Like the API server, rejects fields that a schema does not declare, unless it preserves unknown ones. */
function strict(schema: Schema): Schema {
  const isEither = schema['x-kubernetes-int-or-string'] === true;
  const keepsUnknown = schema['x-kubernetes-preserve-unknown-fields'] === true || 'additionalProperties' in schema;
  const { type, format: _, properties, items, additionalProperties, ...others } = schema;
  const types = isEither ? ['integer', 'string'] : type;
  return {
    ...others,
    ...(types !== undefined && { type: schema.nullable ? [types, 'null'].flat() : types }),
    ...(items !== undefined && { items: strict(items as Schema) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: strict(additionalProperties as Schema) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, strict(one)])),
      ...(!keepsUnknown && { additionalProperties: false }),
    }),
  };
}
