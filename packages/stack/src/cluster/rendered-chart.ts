import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { REPOSITORY } from '../paths.ts';

export const CHART = join(REPOSITORY, 'charts/estampa');
export const KUBERNETES = '1.34.0';
const CUSTOM = ['cert-manager.io/v1', 'monitoring.coreos.com/v1', 'gateway.networking.k8s.io/v1'];

export const DEVELOPMENT = ['--values', join(CHART, 'values-development.yaml')];
export const PRODUCTION = [
  '--values',
  join(CHART, 'values-production.yaml'),
  ...CUSTOM.flatMap((api) => ['--api-versions', api]),
];

export const POOLED = [
  ...DEVELOPMENT,
  '--set',
  'global.pgbouncer.enabled=true,httpRoute.enabled=true,global.tls.mode=off',
  '--set-string',
  'global.trustedProxies=1',
];

/** Why a test of rendered charts cannot run; empty where it can. */
export const withoutHelm =
  spawnSync('helm', ['version']).status === 0 ? '' : ' (skipped: there is no helm in the PATH)';

/** What Helm prints. Throws what it says when it fails. */
export const helm = (...args: string[]): string =>
  execFileSync('helm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 32 * 1024 * 1024 });

const rendered = new Map<string, string>();

/** The objects of a release, as Helm prints them; once for the same settings, since the charts stay as they are. */
export function render(...args: string[]): string {
  const key = args.join('\n');
  const text =
    rendered.get(key) ??
    helm('template', 'estampa', CHART, '--namespace', 'estampa', '--kube-version', KUBERNETES, ...args);
  rendered.set(key, text);
  return text;
}
