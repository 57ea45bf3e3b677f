import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PROCESSES, SERVERS } from './demand.ts';
import { PRODUCTION } from './production.ts';

const fileOf = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
const numberAfter = (text: string, before: RegExp): number => Number(before.exec(text)?.[1]);

it('production has the processors and the disk that plans are compared with', () => {
  const postgres = fileOf('k8s/production/postgres.yaml');

  expect(numberAfter(postgres, /requests: \{ cpu: '(\d+)'/)).toBe(PRODUCTION.postgresCores);
  expect(numberAfter(postgres, /^ {2}storage: \{ size: (\d+)Gi \}/m)).toBe(PRODUCTION.postgresGibibytes);
});

it('its topics have as many partitions', () => {
  const found = [...fileOf('k8s/production/kafka.yaml').matchAll(/^\s+partitions: (\d+),/gm)].map(([, count]) =>
    Number(count),
  );

  expect(found.length).toBeGreaterThan(0);
  expect(new Set(found)).toEqual(new Set([PRODUCTION.partitions]));
});

it.each(PROCESSES.filter((name) => !SERVERS.includes(name)))('its autoscaler adds as many replicas of %s', (name) => {
  const ofAll = numberAfter(fileOf('charts/estampa/values.yaml'), /maxReplicas: (\d+)/);
  const [, own = ''] = new RegExp(`^${name}:\\n((?: .*\\n)*)`, 'm').exec(
    fileOf('charts/estampa/values-production.yaml'),
  )!;
  const ownMax = /maxReplicas: (\d+)/.exec(own)?.[1];

  expect(ownMax === undefined ? ofAll : Number(ownMax)).toBe(
    PRODUCTION.replicasMax[name] ?? PRODUCTION.replicasMax['*'],
  );
});
