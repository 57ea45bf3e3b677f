import { join } from 'node:path';
import { REPOSITORY } from '../paths.ts';
import { imageOf } from './images.ts';
import { inNamespace, must } from './kubernetes.ts';
import { developmentSecrets } from './secrets.ts';

const CHART = join(REPOSITORY, 'charts/estampa');
const INFRASTRUCTURE = join(REPOSITORY, 'k8s/development');

/** Helm's arguments for a list of `name=value`. */
export const settings = (given: readonly string[]): string[] => given.flatMap((one) => ['--set', one]);

/** What values-production.yaml has beyond those of development, as far as it needs no operator: TLS to the servers, and PgBouncer. */
export const productionLike = (namespace: string) => ({
  servers: ['tls=true'],
  release: [
    'global.database.tls.mode=verify-full,global.database.tls.caSecret=estampa-postgres-tls',
    'global.pgbouncer.enabled=true,global.pgbouncer.tlsSecret=estampa-pgbouncer-tls',
    `global.kafka.brokers=kafka.${namespace}.svc:9094`,
    'global.kafka.tls.enabled=true,global.kafka.tls.caSecret=estampa-kafka-tls',
  ],
});

/** The umbrella chart with these images, as arguments of `helm install` and `helm upgrade`. */
export const chartOf = (tag: string): string[] => [
  CHART,
  '--values',
  join(CHART, 'values-development.yaml'),
  ...settings([`global.image.tag=${tag}`]),
];

/** What the services need beside them, in a namespace that lets in only pods without privileges. */
export async function installServers(
  namespace: string,
  release: string,
  tag: string,
  given: readonly string[],
): Promise<void> {
  const { apply, helm } = inNamespace(namespace);
  const policy = 'pod-security.kubernetes.io';
  const restricted = [`${policy}/enforce=restricted`, `${policy}/enforce-version=latest`];
  await must(['kubectl', 'create', 'namespace', namespace]);
  await must(['kubectl', 'label', 'namespace', namespace, ...restricted]);
  await apply(developmentSecrets(namespace, release));
  const own = settings(['tools', 'sandbox'].map((name) => `images.${name}=${imageOf(name, tag)}`));
  await helm('install', 'servers', INFRASTRUCTURE, ...own, ...settings(given), '--wait', '--timeout', '15m');
}
