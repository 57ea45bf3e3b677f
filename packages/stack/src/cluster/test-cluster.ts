import { parseArgs } from 'node:util';
import { SERVICE_NAMES } from '@estampa/kernel/topics';
import pc from 'picocolors';
import type { Step } from '../infrastructure/infrastructure.ts';
import { createStep, table } from '../terminal.ts';
import { buildImages, deriveImages, hasSameLayersAgain, type ImageOptions, imageOf, loadImages } from './images.ts';
import { chartOf, installServers, productionLike, settings } from './installation.ts';
import { finish, inNamespace, must } from './kubernetes.ts';
import { readLoad, startLoad, stopLoad } from './load-pod.ts';
import { counted, failuresIn, loadBetween, type Phase, report, unsound } from './load-report.ts';
import { killOne, leftOf } from './pods.ts';
import { chosenSteps, isUnderLoad, TEST_STEPS } from './test-steps.ts';

const RELEASE = 'estampa';
const TAGS = { first: 'cluster-test-1', second: 'cluster-test-2' };
const BUILT_AGAIN = 'media-render';
const STEADY_MS = 20_000;

const USAGE = `Installs Estampa on the cluster of the current context, uses it, upgrades it under load, kills, rolls back and removes it:
  npm run test:cluster -- [--namespace estampa-test] [--replicas 2] [--build-arg ARG]... [--load 'kind load image-archive --name estampa']
    [--infrastructure-set images.postgres=...]... [--set global.service.resources.requests.cpu=50m]...
    [--no-build] [--store] [--production-like] [--only ${TEST_STEPS.join(',')}]
With --only the namespace stays, unless uninstallation is among the steps: the others can follow in runs of their own.`;

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
  only: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

export async function testCluster(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  if (values.help) return console.log(USAGE) ?? 0;
  const { namespace } = values;
  const steps = chosenSteps(values.only);
  const step = createStep();
  const images: ImageOptions = { buildArgs: values['build-arg'] ?? [], load: values.load.split(' ') };
  const tools = inNamespace(namespace);
  const { kubectl, helm } = tools;
  const phases: Phase[] = [];
  const phase = async (name: string, run: () => Promise<unknown>) => {
    const from = Date.now();
    try {
      await step(name, run);
    } finally {
      phases.push({ name, from, to: Date.now() });
    }
  };
  const broken: string[] = [];
  /** A failure under load is reported at the end, because the steps that follow it are still of use. */
  const disturb = async (name: string, run: () => Promise<unknown>) => {
    try {
      await phase(name, run);
      // A run that is interrupted has shown this much.
      console.log(pc.dim(`  ${counted(loadBetween(await readLoad(kubectl), phases.at(-1)!))}`));
    } catch (error) {
      broken.push(name);
      console.error(pc.red(`${name}: ${String(error)}`));
    }
  };
  const like = values['production-like'] ? productionLike(namespace) : { servers: [], release: [] };
  const own = settings([`global.service.replicas=${values.replicas}`, ...like.release, ...(values.set ?? [])]);
  const deploy = (tag: string) => [...chartOf(tag), ...own, '--wait', '--timeout', '15m'];

  if (steps.has('images')) broken.push(...(await makeImages(step, images, !values['no-build'])));
  try {
    if (steps.has('installation')) {
      const servers = [...like.servers, ...(values['infrastructure-set'] ?? [])];
      await step('servers', () => installServers(namespace, RELEASE, TAGS.first, servers));
      await phase('installation', () => helm('install', RELEASE, ...deploy(TAGS.first)));
    }
    if (steps.has('main-job'))
      await phase('helm test: the main job', () => helm('test', RELEASE, '--logs', '--timeout', '10m'));

    const firstLoaded = phases.length;
    let reported = '';
    if (isUnderLoad(steps)) {
      await step('load', () => startLoad(tools, RELEASE, imageOf('tools', TAGS.first)));
      await phase('steady', () => new Promise((resolve) => setTimeout(resolve, STEADY_MS)));
      if (steps.has('upgrade'))
        await disturb('rolling upgrade with a migration', () => helm('upgrade', RELEASE, ...deploy(TAGS.second)));
      for (const name of steps.has('kills') ? [...SERVICE_NAMES, 'gateway'] : [])
        await disturb(`kill a pod of ${name}`, () => killOne(kubectl, name));
      if (steps.has('rollback'))
        await disturb('rollback', () => helm('rollback', RELEASE, '1', '--wait', '--timeout', '15m'));
      reported = await step('load ends', () => stopLoad(kubectl));
    }
    const rows = phases.map((one) => loadBetween(reported, one));
    console.log(report(rows));
    for (const failure of failuresIn(reported)) console.log(pc.red(JSON.stringify(failure)));
    for (const name of broken) console.log(pc.red(`Did not end well: ${name}`));

    const left = steps.has('uninstallation') ? await step('uninstall', () => uninstall(tools)) : [];
    if (left.length > 0) console.log(pc.red(`Left: ${left.join(', ')}`));
    else if (steps.has('uninstallation')) console.log(pc.green('Nothing is left.'));
    return left.length === 0 && broken.length === 0 && unsound(rows.slice(firstLoaded)).length === 0 ? 0 : 1;
  } catch (error) {
    const { output } = await finish(['kubectl', '--namespace', namespace, 'get', 'pods', '--output', 'wide']);
    console.error(output);
    throw error;
  } finally {
    if (!values.store && steps.has('uninstallation'))
      await step('namespace removed', () => must(['kubectl', 'delete', 'namespace', namespace, '--wait']));
  }
}

/** The first version and the next, in the cluster. Builds them, and one of them twice; returns what came out otherwise. */
async function makeImages(step: Step, images: ImageOptions, areBuilt: boolean): Promise<string[]> {
  const broken: string[] = [];
  if (areBuilt) {
    const sizes = await step('images', () => buildImages(TAGS.first, images));
    console.log(table([['image', 'MB'], ...Object.entries(sizes).map(([name, size]) => [name, String(size)])]));
    const again = `${BUILT_AGAIN} built again`;
    if (await step(again, () => hasSameLayersAgain(BUILT_AGAIN, TAGS.first, images)))
      console.log('It has the same layers.');
    else broken.push(`${again}: other layers`);
  }
  await step('images of the next version', () => deriveImages(TAGS.first, TAGS.second));
  await step('images into the cluster', () => loadImages(Object.values(TAGS), images));
  return broken;
}

/** What is left of the release after it. */
async function uninstall({ helm, kubectl }: ReturnType<typeof inNamespace>): Promise<string[]> {
  await helm('uninstall', RELEASE, '--wait', '--timeout', '5m');
  return leftOf(kubectl, RELEASE);
}
