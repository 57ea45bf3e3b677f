import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { POOL_MAX_CONNECTIONS } from '@estampa/kit/service/config';
import { describe, expect, it } from 'vitest';
import { REPOSITORY } from '../paths.ts';
import { connectionsOf, poolerSettingsIn, poolsOf } from './connection-budget.ts';
import { manifestsIn, manifestsOf } from './manifests.ts';
import { PRODUCTION, render, withoutHelm } from './rendered-chart.ts';

/** Of `max_connections`: what PostgreSQL reserves for superusers, and a few for people and the exporter of metrics. */
const RESERVED = 3 + 10;

const sumOf = (budget: Readonly<Record<string, number>>) =>
  Object.values(budget).reduce((one, other) => one + other, 0);

(withoutHelm ? describe.skip : describe)(`connections to PostgreSQL${withoutHelm}`, () => {
  const production = withoutHelm ? '' : render(...PRODUCTION);
  const [server] = manifestsOf('k8s/production/postgres.yaml').filter(({ kind }) => kind === 'Cluster');
  const allowed = Number(server!.spec.postgresql.parameters.max_connections) - RESERVED;

  it('fit into what the server of production has, with every autoscaler at its maximum and everything replaced at once', () => {
    const budget = connectionsOf(manifestsIn(production));

    expect(Object.keys(budget).length).toBeGreaterThan(9);
    expect({ budget, fits: sumOf(budget) <= allowed }).toEqual({ budget, fits: true });
  });

  it.each([
    ['pools of PgBouncer of 20', /(default_pool_size =) \d+/, '$1 20'],
    ['no PgBouncer between', /.*name: DATABASE_SESSION_URL,.*\n/g, ''],
    ['more replicas', /maxReplicas: \d+/g, 'maxReplicas: 40'],
    ['several lanes of each relay', /(name: OUTBOX_LANES, value:) "1"/g, '$1 "9"'],
    ['old pods that all leave at once', /minReadySeconds: 15/g, 'minReadySeconds: 0'],
  ])('would not with %s', (_, found, put) => {
    const changed = manifestsIn(production.replace(found, put));

    expect(sumOf(connectionsOf(changed))).toBeGreaterThan(allowed);
  });

  it('suffice for all that one process does at once while one PgBouncer is away', () => {
    const release = manifestsIn(production);
    const pooler = release.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'estampa-pgbouncer');

    expect(poolerSettingsIn(release)!.poolSize * (pooler!.spec.replicas - 1)).toBeGreaterThanOrEqual(
      poolsOf(POOL_MAX_CONNECTIONS),
    );
  });
});

it('all that opens connections is known to the budget', () => {
  const files = globSync(['packages/kit/src/**/*.ts', 'services/*/src/**/*.ts', 'gateway/src/**/*.ts'], {
    cwd: REPOSITORY,
  });
  const opening = files.filter((file) =>
    /new pg\.(?:Client|Pool)\(|new Class\(\{|\bconnectDb\(/.test(readFileSync(join(REPOSITORY, file), 'utf8')),
  );

  expect(opening.toSorted()).toEqual([
    'packages/kit/src/events/outbox-relay.ts',
    'packages/kit/src/events/rebuild.ts',
    'packages/kit/src/postgres/background-pool.ts',
    'packages/kit/src/postgres/connect.ts',
    'packages/kit/src/postgres/database-check.ts',
    'packages/kit/src/postgres/migrate.ts',
    // To standbys, whose connections are their own.
    'packages/kit/src/postgres/replica.ts',
    'packages/kit/src/service/run-service.ts',
    'services/media-render/src/check-storage.ts',
    'services/payouts/src/check-ledger.ts',
  ]);
});
