import { expect, it } from 'vitest';
import { manifestsIn, manifestsOf } from './manifests.ts';
import { productionSecrets } from './production-secrets.ts';
import { PRODUCTION, render, withoutHelm } from './rendered-chart.ts';

type Secret = { metadata: { name: string }; type?: string; stringData: Record<string, string> };
type Reference = { name?: string; secretName?: string; key?: string; optional?: boolean };

const FILES = ['postgres', 'backup', 'restore/postgres', 'restore/topics'];
/** cert-manager, CloudNativePG and Strimzi make these; the last is the certificate of a public authority. */
const MADE_BY_OPERATORS =
  /^estampa-(.+-grpc-tls|pgbouncer-tls|postgres-ca|kafka-cluster-ca-cert|kafka-user-.+)$|^api-shop-example-tls$/;

/** Every secret that an object names, wherever it does: `secretKeyRef`, volumes, and the fields of operators. */
function referencesIn(value: unknown): Reference[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, inner]) => {
    const isReference = /^(secretKeyRef|secret|passwordSecret|accessKeyId|secretAccessKey)$/.test(field);
    return isReference && typeof inner === 'object' ? [inner as Reference] : referencesIn(inner);
  });
}

it.skipIf(withoutHelm !== '')(`the secrets of production are those that its objects name${withoutHelm}`, () => {
  const made = new Map(
    (productionSecrets('estampa') as unknown as { items: Secret[] }).items.map((one) => [one.metadata.name, one]),
  );
  const manifests = [
    ...manifestsIn(render(...PRODUCTION)),
    ...FILES.flatMap((name) => manifestsOf(`k8s/production/${name}.yaml`)),
  ];
  const references = referencesIn(manifests.map(({ kind, spec }) => (kind === 'Certificate' ? {} : spec)))
    .map(({ name, secretName, key, optional = false }) => ({ name: (name ?? secretName)!, key, optional }))
    .filter(({ name }) => !MADE_BY_OPERATORS.test(name));

  expect(new Set(references.map(({ name }) => name))).toEqual(new Set(made.keys()));
  for (const { name, key, optional } of references)
    if (key && !optional) expect([name, key, made.get(name)!.stringData[key]]).toEqual([name, key, expect.any(String)]);
  const roles = [...made.values()].filter(({ type }) => type === 'kubernetes.io/basic-auth');
  expect(made.get('estampa-pgbouncer')!.stringData['userlist.txt']).toBe(
    roles
      .filter(({ metadata: { name } }) => !name.endsWith('-owner'))
      .map(({ stringData: { username, password } }) => `"${username}" "${password}"\n`)
      .join(''),
  );
  expect(new Set(roles.map(({ stringData: { password } }) => password)).size).toBe(14);
});
