import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CALLERS } from '@estampa/kernel/callers';
import { START_RETRY_MS } from '@estampa/kit/service/config';
import { SERVICE_NAMES, type ServiceName } from '@estampa/kernel/topics';
import { describe, expect, it } from 'vitest';
import { REPOSITORY } from '../paths.ts';
import { IMAGE_MALLOC, MALLOC, nodeFlags } from '../processes/node-process.ts';

const read = (path: string) => readFileSync(join(REPOSITORY, path), 'utf8');
const NAMES = [...SERVICE_NAMES, 'gateway'] as const;
type Name = (typeof NAMES)[number];

const CHARTS = 'charts/estampa/charts';
const valuesOf = (name: Name) => read(`${CHARTS}/${name}/values.yaml`);
/** One list of a chart's values: `calls: [identity, catalog]`. */
const listIn = (text: string, key: string) =>
  new RegExp(`^${key}: \\[(.*)\\]$`, 'm').exec(text)?.[1]?.split(', ') ?? [];
/** What stands indented under `env:` or `secretEnv:`. */
const settingsIn = (text: string) => [...text.matchAll(/^ {2}([A-Z][A-Z\d_]+):/gm)].map(([, setting]) => setting!);
const namesIn = (template: string) => [...template.matchAll(/name: ([A-Z][A-Z\d_]+)\b/g)].map(([, name]) => name!);

const ALL = namesIn(read(`${CHARTS}/service/templates/_environment.tpl`));
/** Used to build other settings: passwords, and names from the downward API. */
const PARTS = ['DATABASE_PASSWORD', 'DATABASE_OWNER_PASSWORD', 'K8S_POD_NAME', 'K8S_NAMESPACE_NAME', 'K8S_NODE_NAME'];
const OF_SERVICES = /^(?:AUDIT_|DATABASE_|KAFKA_|OUTBOX_LANES$|GRPC_PORT$|\w+_RETENTION_MS$|PRUNE_EVERY_MS$)/;
const OF_GATEWAY = /^PORT$/;
const IMAGE = [...read('Dockerfile').matchAll(/\b([A-Z][A-Z\d_]+)=/g)].map(([, name]) => name!);

const given = (name: Name): string[] => {
  const shared = ALL.filter((setting) => !(name === 'gateway' ? OF_SERVICES : OF_GATEWAY).test(setting));
  const peers = listIn(valuesOf(name), 'calls').map((peer) => `${peer.replaceAll('-', '_').toUpperCase()}_ADDRESS`);
  return [...shared, ...peers, ...settingsIn(valuesOf(name))].filter((setting) => !PARTS.includes(setting));
};

/** Names of all environment variables that a config reads. */
async function requestedBy(path: string): Promise<string[]> {
  const { readConfig } = (await import(join(REPOSITORY, path))) as { readConfig: () => unknown };
  const requested = new Set<string>();
  // Node reads settings of its own on the way.
  const note = (name: string | symbol) =>
    typeof name === 'string' && /^(?!NODE_V8_)[A-Z][A-Z\d_]+$/.test(name) && requested.add(name);
  const environment = process.env;
  process.env = new Proxy(
    {},
    {
      get: (_, name) => void note(name),
      has: (_, name) => Boolean(note(name)) && false,
    },
  );
  try {
    readConfig();
  } catch {
    // Nothing is set, so it always complains.
  } finally {
    process.env = environment;
  }
  return [...requested];
}

const configOf = (name: string) => (name === 'gateway' ? 'gateway/src/config.ts' : `services/${name}/src/config.ts`);

describe('the charts', () => {
  it.each(NAMES)('set only known settings of %s, and list all of them', async (name) => {
    const requested = await requestedBy(configOf(name));

    expect(requested.length).toBeGreaterThan(10);
    expect(given(name).filter((setting) => ![...requested, ...IMAGE].includes(setting))).toEqual([]);
    expect(requested.filter((setting) => ![...given(name), ...IMAGE].includes(setting))).toEqual([]);
  });

  it('set for the provider sandbox only what it knows', async () => {
    const requested = await requestedBy('services/sandbox/src/config.ts');
    const template = read('k8s/development/templates/sandbox.yaml');
    const references = [...template.matchAll(/"([A-Z][A-Z\d_]+)" "/g)].map(([, name]) => name!);

    expect([...namesIn(template), ...references].filter((setting) => !requested.includes(setting))).toEqual([]);
  });

  it('are installed and upgraded with more time than one migration may take', () => {
    const commands = [...read('docs/operations/install.md').matchAll(/`helm (?:install|upgrade) estampa [^`]*`/g)];
    const deadlines = [...read('charts/estampa/values.yaml').matchAll(/migration: \{.*deadlineSeconds: (\d+)/g)];

    expect([commands.length, deadlines.length]).toEqual([2, 1]);
    for (const [command] of commands)
      expect(60 * Number(/--timeout (\d+)m/.exec(command)?.[1])).toBeGreaterThan(Number(deadlines[0]![1]));
  });

  it('open the network for exactly those calls that services accept', () => {
    for (const name of SERVICE_NAMES) expect([name, listIn(valuesOf(name), 'callers')]).toEqual([name, CALLERS[name]]);
    for (const name of NAMES) {
      const calls = SERVICE_NAMES.filter((service: ServiceName) => CALLERS[service].includes(name));
      expect([name, listIn(valuesOf(name), 'calls').toSorted()]).toEqual([name, calls.toSorted()]);
    }
  });

  it('schedule entries that there are', () => {
    const entries = NAMES.flatMap((name) =>
      [...valuesOf(name).matchAll(/entry: ([\w-]+\.ts)/g)].map(([, entry]) => `services/${name}/src/${entry}`),
    );

    expect(entries.map((path) => readdirSync(join(REPOSITORY, path, '..')).includes(path.split('/').at(-1)!))).toEqual(
      entries.map(() => true),
    );
    expect(entries).not.toEqual([]);
  });
});

describe('what operators apply beside them', () => {
  it('runs entries of the tools that there are', () => {
    const files = [
      'k8s/production/storage.yaml',
      'k8s/production/backup.yaml',
      'k8s/production/restore/topics.yaml',
      'k8s/development/templates/prepare.yaml',
    ];
    const entries = files.flatMap((file) => [...read(file).matchAll(/\/app\/service\/(src\/[\w/-]+\.ts)/g)]);

    expect(entries).toHaveLength(files.length);
    for (const [, entry] of entries) expect(read(join('packages/stack', entry!))).not.toBe('');
  });

  it('is described file by file in the installation guide', () => {
    const guide = read('docs/operations/install.md');
    const files = readdirSync(join(REPOSITORY, 'k8s/production'));

    expect(files.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
  });

  it.each(['storage', 'postgres', 'kafka'])(
    'lets pods of the charts, by the label that they all have, and no others to %s',
    (name) => {
      const label = 'app.kubernetes.io/part-of: estampa';

      expect(read(`${CHARTS}/service/templates/_names.tpl`)).toContain(`\n${label}\n`);
      expect(read(`k8s/production/${name}.yaml`)).toMatch(
        new RegExp(`(from|networkPolicyPeers): \\[\\{ podSelector: \\{ matchLabels: \\{ ${label} \\} \\} \\}\\]`),
      );
    },
  );

  it('uses the issuer name that the charts request', () => {
    const [, issuer] = /issuerRef: \{ name: (\S+), kind: Issuer,/.exec(read('charts/estampa/values.yaml'))!;

    expect(read('k8s/production/certificates.yaml')).toMatch(
      new RegExp(`kind: Issuer\nmetadata:\n  name: ${issuer}\n`),
    );
  });
});

it('Tilt knows every service', () => {
  const [, services = ''] = /^SERVICES = \[(.*)\]$/m.exec(read('Tiltfile'))!;

  expect(services.split(', ').map((name) => name.slice(1, -1))).toEqual(SERVICE_NAMES);
});

it('a pod that waits for its database is not killed by its startup probe', () => {
  const [, seconds] = /^ +startSeconds: (\d+)$/m.exec(read('charts/estampa/values.yaml'))!;

  expect(Number(seconds) * 1_000).toBeGreaterThan(START_RETRY_MS);
});

it('the image runs Node as production is run here', () => {
  const flags = nodeFlags({ NODE_ENV: 'production' }).filter((flag) => flag.startsWith('--') && flag !== '--import');

  for (const flag of flags) expect(read('Dockerfile').split('ENTRYPOINT')[1]).toContain(`"${flag}"`);
  for (const [name, value] of Object.entries(MALLOC)) expect(read('Dockerfile')).toContain(`${name}=${value}`);
  for (const [name, value] of Object.entries(IMAGE_MALLOC))
    expect(valuesOf('media-render')).toContain(`${name}: '${value}'`);
});
