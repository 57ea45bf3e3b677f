import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SERVICE_NAMES } from '@estampa/kernel/topics';
import pc from 'picocolors';
import { REPOSITORY } from '../paths.ts';
import { createStep, table } from '../terminal.ts';
import { waitFor } from '../wait.ts';
import { buildImages, deriveImages, hasSameLayersAgain, type ImageOptions, imageOf, loadImages } from './images.ts';
import { finish, inNamespace, must } from './kubernetes.ts';
import { failuresIn, loadBetween, type Phase, report, unsound } from './load-report.ts';
import { killOne, leftOf } from './pods.ts';
import { developmentSecrets } from './secrets.ts';

const RELEASE = 'estampa';
const TAGS = { first: 'cluster-test-1', second: 'cluster-test-2' };
const BUILT_AGAIN = 'media-render';
const CHART = join(REPOSITORY, 'charts/estampa');
const INFRASTRUCTURE = join(REPOSITORY, 'k8s/development');
const READY_DEADLINE_MS = 900_000;
const STEADY_MS = 20_000;

const USAGE = `Installs Estampa on the cluster of the current context, uses it, upgrades it under load, kills, rolls back and removes it:
  npm run test:cluster -- [--namespace estampa-test] [--replicas 2] [--build-arg ARG]... [--load 'kind load image-archive --name estampa']
    [--infrastructure-set images.postgres=...]... [--set global.service.resources.requests.cpu=50m]...
    [--no-build] [--store] [--production-like]`;

const OPTIONS = {
  namespace: { type: 'string', default: 'estampa-test' },
  replicas: { type: 'string', default: '2' },
  'build-arg': { type: 'string', multiple: true },
  load: { type: 'string', default: 'kind load image-archive --name estampa' },
  'infrastructure-set': { type: 'string', multiple: true },
  set: { type: 'string', multiple: true },
  'no-build': { type: 'boolean', default: false },
  store: { type: 'boolean', default: false },
  'production-like': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

export async function testCluster(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  if (values.help) return console.log(USAGE) ?? 0;
  const { namespace } = values;
  const step = createStep();
  const images: ImageOptions = { buildArgs: values['build-arg'] ?? [], load: values.load.split(' ') };
  const { kubectl, apply, helm } = inNamespace(namespace);
  const phases: Phase[] = [];
  const phase = async (name: string, work: () => Promise<unknown>) => {
    const from = Date.now();
    try {
      await step(name, work);
    } finally {
      phases.push({ name, from, to: Date.now() });
    }
  };
  const broken: string[] = [];
  /** A failure under load is reported at the end, because the steps that follow it are still of use. */
  const disturb = (name: string, work: () => Promise<unknown>) =>
    phase(name, work).catch((error: unknown) => {
      broken.push(name);
      console.error(pc.red(`${name}: ${String(error)}`));
    });
  const like = values['production-like'] ? productionLike(namespace) : { servers: [], release: [] };
  const own = settings([`global.service.replicas=${values.replicas}`, ...like.release, ...(values.set ?? [])]);
  const deploy = (tag: string) => [...chartOf(tag), ...own, '--wait', '--timeout', '15m'];

  if (!values['no-build']) {
    const sizes = await step('images', () => buildImages(TAGS.first, images));
    console.log(table([['image', 'MB'], ...Object.entries(sizes).map(([name, size]) => [name, String(size)])]));
    const again = `${BUILT_AGAIN} built again`;
    if (await step(again, () => hasSameLayersAgain(BUILT_AGAIN, TAGS.first, images)))
      console.log('It has the same layers.');
    else broken.push(`${again}: other layers`);
  }
  await step('images of the next version', () => deriveImages(TAGS.first, TAGS.second));
  await step('images into the cluster', () => loadImages(Object.values(TAGS), images));
  try {
    await step('servers', () => installServers(namespace, [...like.servers, ...(values['infrastructure-set'] ?? [])]));
    await phase('installation', () => helm('install', RELEASE, ...deploy(TAGS.first)));
    await phase('helm test: the main job', () => helm('test', RELEASE, '--logs', '--timeout', '10m'));

    await step('load', () => startLoad(apply, kubectl));
    const firstLoaded = phases.length;
    await phase('steady', () => new Promise((resolve) => setTimeout(resolve, STEADY_MS)));
    await disturb('rolling upgrade with a migration', () => helm('upgrade', RELEASE, ...deploy(TAGS.second)));
    for (const name of [...SERVICE_NAMES, 'gateway'])
      await disturb(`kill a pod of ${name}`, () => killOne(kubectl, name));
    await disturb('rollback', () => helm('rollback', RELEASE, '1', '--wait', '--timeout', '15m'));
    const reported = await step('load ends', () => stopLoad(kubectl));
    const rows = phases.map((one) => loadBetween(reported, one));
    console.log(report(rows));
    for (const failure of failuresIn(reported)) console.log(pc.red(JSON.stringify(failure)));
    for (const name of broken) console.log(pc.red(`Did not end well: ${name}`));

    const left = await step('uninstall', async () => {
      await helm('uninstall', RELEASE, '--wait', '--timeout', '5m');
      return leftOf(kubectl, RELEASE);
    });
    console.log(left.length === 0 ? pc.green('Nothing is left.') : pc.red(`Left: ${left.join(', ')}`));
    return left.length === 0 && broken.length === 0 && unsound(rows.slice(firstLoaded)).length === 0 ? 0 : 1;
  } catch (error) {
    const { output } = await finish(['kubectl', '--namespace', namespace, 'get', 'pods', '--output', 'wide']);
    console.error(output);
    throw error;
  } finally {
    if (!values.store)
      await step('namespace removed', () => must(['kubectl', 'delete', 'namespace', namespace, '--wait']));
  }
}

/** What values-production.yaml has beyond those of development, as far as it needs no operator: TLS to the servers, and PgBouncer. */
const productionLike = (namespace: string) => ({
  servers: ['tls=true'],
  release: [
    'global.database.tls.mode=verify-full,global.database.tls.caSecret=estampa-postgres-tls',
    'global.pgbouncer.enabled=true,global.pgbouncer.tlsSecret=estampa-pgbouncer-tls',
    `global.kafka.brokers=kafka.${namespace}.svc:9094`,
    'global.kafka.tls.enabled=true,global.kafka.tls.caSecret=estampa-kafka-tls',
  ],
});

const settings = (given: readonly string[] = []): string[] => given.flatMap((one) => ['--set', one]);

const chartOf = (tag: string): string[] => [
  CHART,
  '--values',
  join(CHART, 'values-development.yaml'),
  ...settings([`global.image.tag=${tag}`]),
];

type Tools = ReturnType<typeof inNamespace>;

async function startLoad(apply: Tools['apply'], kubectl: Tools['kubectl']): Promise<void> {
  const secret = (name: string, key: string) => ({
    name,
    valueFrom: { secretKeyRef: { name: 'estampa-development', key } },
  });
  await apply({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'load' },
    spec: {
      restartPolicy: 'Never',
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 10_001, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          name: 'load',
          image: imageOf('tools', TAGS.first),
          args: ['/app/service/src/cluster/load.ts'],
          env: [
            { name: 'ESTAMPA_LOCAL', value: '/tmp/estampa' },
            { name: 'ESTAMPA_GATEWAY_URL', value: `http://${RELEASE}-gateway` },
            secret('ESTAMPA_ADMIN_EMAIL', 'adminEmail'),
            secret('ESTAMPA_ADMIN_PASSWORD', 'adminPassword'),
          ],
          securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
        },
      ],
    },
  });
  const isReady = async () => (await kubectl('logs', 'load').catch(() => '')).includes('"ready":true');
  await waitFor('the load', isReady, { deadlineMs: READY_DEADLINE_MS, everyMs: 1_000 });
}

async function stopLoad(kubectl: Tools['kubectl']): Promise<string> {
  const logs = await kubectl('logs', 'load');
  await kubectl('delete', 'pod', 'load', '--wait');
  return logs;
}

/** What the services need beside them, in a namespace that lets in only pods without privileges. */
async function installServers(namespace: string, given?: readonly string[]): Promise<void> {
  const { apply, helm } = inNamespace(namespace);
  const policy = 'pod-security.kubernetes.io';
  await must(['kubectl', 'create', 'namespace', namespace]);
  await must([
    'kubectl',
    'label',
    'namespace',
    namespace,
    `${policy}/enforce=restricted`,
    `${policy}/enforce-version=latest`,
  ]);
  await apply(developmentSecrets(namespace, RELEASE));
  const own = settings(['tools', 'sandbox'].map((name) => `images.${name}=${imageOf(name, TAGS.first)}`));
  await helm('install', 'servers', INFRASTRUCTURE, ...own, ...settings(given), '--wait', '--timeout', '15m');
}
