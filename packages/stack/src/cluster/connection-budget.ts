import { BACKGROUND_CONNECTIONS, POOL_MAX_CONNECTIONS } from '@estampa/kit/service/config';
import type { Manifest } from './manifests.ts';

/** Of a process outside of its pools, beside a session for each lane of its relay. */
const READINESS = 1;
/** A migration builds an index on a connection of its own. */
const INDEX = 1;
/** `npm run rebuild`, which an operator may run at any time: its lock, and the pools of the live and of the new tables. */
const REBUILD = 1 + 2 * poolsOf(POOL_MAX_CONNECTIONS);

/** Connections to PostgreSQL that a rendered release can have open at once, by who opens them. */
type ConnectionBudget = Readonly<Record<string, number>>;

/**
 * Adds up the worst case: every autoscaler at its maximum during a rollout, with the jobs that run at the same time.
 * Migrations are Helm hooks, which run one after the other, so only the largest of them counts.
 */
export function connectionsOf(release: readonly Manifest[]): ConnectionBudget {
  const budget: Record<string, number> = { rebuild: REBUILD, migration: 0 };
  const largest = new Map(
    release
      .filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
      .map(({ spec }) => [spec.scaleTargetRef.name, spec.maxReplicas]),
  );
  for (const { kind, metadata, spec } of release) {
    if (kind === 'Deployment') {
      const processes = processesOf(spec, largest.get(metadata.name) ?? spec.replicas);
      const each = connectionsOfPod(spec.template, release);
      if (each > 0) budget[metadata.name] = processes * each;
    } else if (kind === 'CronJob' && !spec.suspend) {
      const pod = spec.jobTemplate.spec.template;
      // What runs on a schedule takes the usual pools, whatever those of the service are.
      if (isConnected(pod)) budget[metadata.name] = poolsOf(POOL_MAX_CONNECTIONS);
    } else if (kind === 'Job' && isConnected(spec.template)) {
      budget.migration = Math.max(budget.migration!, poolsOf(poolMaxOf(spec.template)) + INDEX);
    }
  }
  return budget;
}

/**
 * The serving pods, the surge pod, and pods that are terminating. Kubernetes does not wait for the latter, so only
 * `minReadySeconds` bounds how many there are.
 */
function processesOf(deployment: Manifest['spec'], serving: number): number {
  const { minReadySeconds = 0, strategy, template } = deployment;
  const grace: number = template.spec.terminationGracePeriodSeconds ?? 30;
  const leaving = minReadySeconds > 0 ? Math.ceil(grace / minReadySeconds) : serving;
  return serving + strategy.rollingUpdate.maxSurge + Math.min(serving, leaving);
}

function connectionsOfPod(pod: Manifest['spec'], release: readonly Manifest[]): number {
  const settings = pod.metadata.annotations?.['checksum/settings'] && poolerSettingsIn(release);
  if (settings) return settings.poolSize * settings.databases;
  if (!isConnected(pod)) return 0;
  const lanes = Number(environmentOf(pod).get('OUTBOX_LANES') ?? 1);
  // Behind a pool the relay alone reaches the server.
  return environmentOf(pod).has('DATABASE_SESSION_URL') ? lanes : poolsOf(poolMaxOf(pod)) + READINESS + lanes;
}

/** Reads PgBouncer's settings from its config map. */
export function poolerSettingsIn(release: readonly Manifest[]): { poolSize: number; databases: number } | null {
  const [file] = release.flatMap(({ kind, data }) => (kind === 'ConfigMap' && data?.['pgbouncer.ini']) || []);
  if (!file) return null;
  const [, databases = ''] = /^\[databases\]\n([^[]*)/m.exec(file) ?? [];
  return {
    poolSize: Number(/^default_pool_size = (\d+)$/m.exec(file)?.[1]),
    databases: databases.trim().split('\n').length,
  };
}

/** The pool of requests, and that of consumers and jobs beside it. */
export function poolsOf(poolMax: number): number {
  return poolMax + Math.min(BACKGROUND_CONNECTIONS, poolMax);
}

const environmentOf = (pod: Manifest['spec']): Map<string, string> =>
  new Map(pod.spec.containers[0].env?.map(({ name, value }: { name: string; value: string }) => [name, value]));

const isConnected = (pod: Manifest['spec']): boolean => environmentOf(pod).has('DATABASE_URL');

const poolMaxOf = (pod: Manifest['spec']): number =>
  Number(environmentOf(pod).get('DATABASE_POOL_MAX') ?? POOL_MAX_CONNECTIONS);
