import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPOSITORY } from '../paths.ts';
import { SCHEMA_FILE, writeSchemas } from './custom-schemas.ts';
import { DEVELOPMENT, helm, KUBERNETES, POOLED, PRODUCTION, render, withoutHelm } from './rendered-chart.ts';

/** Where kubeconform finds the schemas of Kubernetes; its usual place is a download. */
const SCHEMAS = process.env.ESTAMPA_KUBERNETES_SCHEMAS ?? '';
const schemasAt = `${SCHEMAS}/{{ .NormalizedKubernetesVersion }}-standalone{{ .StrictSuffix }}/{{ .ResourceKind }}{{ .KindSuffix }}.json`;
/** A folder of the CustomResourceDefinitions that operators install; without one, objects of theirs are not checked. */
const DEFINITIONS = process.env.ESTAMPA_CUSTOM_RESOURCES ?? '';

const unchecked =
  withoutHelm ||
  (spawnSync('kubeconform', ['-v']).status !== 0 && ' (skipped: there is no kubeconform in the PATH)') ||
  (!SCHEMAS && ' (skipped: ESTAMPA_KUBERNETES_SCHEMAS names no folder of schemas)') ||
  '';

const SERVERS = join(REPOSITORY, 'k8s/development');
const EVERYTHING = [
  ...PRODUCTION,
  '--set',
  'ingress.enabled=true,ingress.host=shop.example,global.pgbouncer.enabled=true',
  '--set',
  'httpRoute.enabled=true,httpRoute.hostnames[0]=shop.example,httpRoute.parentRefs[0].name=public',
  '--set',
  'global.kafka.tls.enabled=true,global.kafka.tls.caSecret=a,global.kafka.tls.clientSecret=b',
];
const INNER_LOOP = [...DEVELOPMENT, '--values', join(REPOSITORY, 'tilt/values.yaml')];
/** Manifests that operators apply themselves, except for values of third-party charts. */
const APPLIED = globSync('k8s/production/**/*.yaml', { cwd: REPOSITORY })
  .map((file) => readFileSync(join(REPOSITORY, file), 'utf8'))
  .filter((text) => /^kind: /m.test(text))
  .join('\n---\n');

(unchecked ? describe.skip : describe)(`objects${unchecked}`, () => {
  let schemas: string;
  beforeAll(() => {
    schemas = mkdtempSync(join(tmpdir(), 'estampa-schemas-'));
    if (DEFINITIONS) writeSchemas(DEFINITIONS, schemas);
  });
  afterAll(() => rmSync(schemas, { recursive: true }));

  const conform = (text: string) => {
    const custom = DEFINITIONS ? ['-schema-location', join(schemas, SCHEMA_FILE)] : ['-ignore-missing-schemas'];
    const args = ['-strict', '-summary', '-kubernetes-version', KUBERNETES, '-schema-location', schemasAt, ...custom];
    return spawnSync('kubeconform', args, { input: text, encoding: 'utf8' });
  };

  it.each([
    ['development', DEVELOPMENT],
    ['production', PRODUCTION],
    ['pooled', POOLED],
    ['everything', EVERYTHING],
    ['the inner loop', INNER_LOOP],
  ])('of %s are as Kubernetes has them', (_, args) => {
    const { status, stdout } = conform(render(...args));

    expect([status, stdout.trim()]).toEqual([
      0,
      expect.stringMatching(/Valid: (?:\d{3}|[4-9]\d), Invalid: 0, Errors: 0/),
    ]);
  });

  it('of the servers beside them are, too', () => {
    const { status, stdout } = conform(helm('template', 'servers', SERVERS, '--kube-version', KUBERNETES));

    expect([status, stdout.trim()]).toEqual([0, expect.stringMatching(/Valid: 1\d, Invalid: 0, Errors: 0/)]);
  });

  it('that are applied by hand are as Kubernetes and its operators have them', () => {
    const { status, stdout } = conform(APPLIED);

    expect([status, stdout.trim()]).toEqual([0, expect.stringMatching(/Valid: \d\d, Invalid: 0, Errors: 0/)]);
  });

  it('with a misspelt field are found', () => {
    expect(conform(render(...DEVELOPMENT).replace('  replicas: 2', '  replicaz: 2')).stdout).toContain('Invalid: 1,');
  });

  it.skipIf(!DEFINITIONS)('of operators with a misspelt field are found', () => {
    for (const [right, wrong] of [
      ['partitions: 12', 'partition: 12'],
      ['instances: 3', 'instance: 3'],
      ['retentionPolicy:', 'retentionPolicies:'],
      ['gatewayClassName:', 'gatewayClass:'],
    ] as const) {
      expect(APPLIED).toContain(right);
      expect(conform(APPLIED.replace(right, wrong)).stdout).toContain('Invalid: 1,');
    }
  });
});
