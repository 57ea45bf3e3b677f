import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadSync } from '@grpc/proto-loader';

const PROTO_ROOT = fileURLToPath(new URL('../../proto', import.meta.url));
const ROOT_PACKAGE = 'estampa';
/** Sample requests name it too. */
const SAMPLE_TEMPLATE_ID = '01310100';
const A_TIMESTAMP = new Date('2026-01-02T03:04:05.678Z');

type Field = { name: string; label: string; type: string; typeName: string };
type MessageType = { name: string; field: Field[]; nestedType: MessageType[]; options: { mapEntry?: boolean } | null };

const contracts = loadSync(globSync('estampa/**/*.proto', { cwd: PROTO_ROOT }), { includeDirs: [PROTO_ROOT] });

/** A response of a gRPC method with every field filled, made from its contract; `path` as in `/estampa.x.v1.Service/Method`. */
export function sampleResponse(path: string): object {
  const [, service = '', method = ''] = path.split('/');
  const definition = (contracts[service] as Record<string, { responseType: { type: MessageType } }>)[method];
  if (!definition) throw new Error(`no method ${path} in the contracts`);
  return sampleOf(definition.responseType.type, service.slice(0, service.lastIndexOf('.')));
}

function sampleOf(type: MessageType, scope: string): object {
  return Object.fromEntries(
    type.field.map((field) => {
      const nested = type.nestedType.find(({ name }) => name === field.typeName);
      if (nested?.options?.mapEntry) {
        const { value } = sampleOf(nested, scope) as { value: unknown };
        return [field.name, { sample: value }];
      }
      const value = valueOf(field, nested, scope);
      return [field.name, field.label === 'LABEL_REPEATED' ? [value] : value];
    }),
  );
}

function valueOf(field: Field, nested: MessageType | undefined, scope: string): unknown {
  switch (field.type) {
    case 'TYPE_STRING':
      return field.name === 'templateIds' ? SAMPLE_TEMPLATE_ID : 'sample';
    case 'TYPE_BOOL':
      return true;
    case 'TYPE_BYTES':
      return Buffer.from('{}');
    case 'TYPE_MESSAGE':
      if (field.typeName.endsWith('protobuf.Timestamp')) return A_TIMESTAMP;
      return sampleOf(nested ?? messageType(field.typeName, scope), scope);
    default:
      return 1;
  }
}

function messageType(name: string, scope: string): MessageType {
  // Named as shortly as its scope allows.
  const found = contracts[name] ?? contracts[`${scope}.${name}`] ?? contracts[`${ROOT_PACKAGE}.${name}`];
  if (!found) throw new Error(`no message ${name} in ${scope}`);
  return (found as unknown as { type: MessageType }).type;
}
