import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_NAMES, type ServiceName, TOPIC_OWNERS, TOPICS } from '@estampa/kernel/topics';
import { describe, expect, it } from 'vitest';
import { REPOSITORY } from '../paths.ts';
import { manifestsIn, manifestsOf } from './manifests.ts';
import { PRODUCTION, render, withoutHelm } from './rendered-chart.ts';

const manifests = manifestsOf('k8s/production/kafka.yaml');
const named = (kind: string) =>
  new Map(manifests.filter((one) => one.kind === kind).map((one) => [one.metadata.name, one.spec]));

/** Versions of Kafka that Strimzi 1.1 and 1.2 both run. */
const RUN_BY_STRIMZI = /^4\.(2\.\d+|3\.0)$/;

const consumedBy = (service: ServiceName): string[] =>
  globSync(`services/${service}/src/consumers/*.ts`, { cwd: REPOSITORY }).flatMap((file) =>
    [...readFileSync(join(REPOSITORY, file), 'utf8').matchAll(/\btopic: '([\w.]+)'/g)].map(([, topic]) => topic!),
  );
const rebuilds = (service: ServiceName): boolean =>
  globSync(`services/${service}/src/rebuild.ts`, { cwd: REPOSITORY }).length > 0;

/** What a service does to Kafka, in the words of its access list. */
function needsOf(service: ServiceName): string[] {
  const written = TOPICS.filter((topic) => TOPIC_OWNERS[topic] === service);
  const consumed = consumedBy(service);
  return [
    ...written.map((topic) => `topic ${topic}: Write, Describe`),
    `transactionalId ${service}-outbox: Write, Describe`,
    ...consumed.map((topic) => `topic ${topic}: Read, Describe`),
    ...(consumed.length > 0 ? [`group ${service}: Read, Describe`] : []),
    ...(rebuilds(service) ? [`group ${service}-rebuild-*: Read, Describe, Delete`] : []),
  ].toSorted();
}

type Rule = { resource: { type: string; name: string; patternType?: string }; operations: string[] };
const permitted = (spec: { authorization: { acls: Rule[] } }): string[] =>
  spec.authorization.acls
    .map(({ resource: { type, name, patternType = 'literal' }, operations }) => {
      return `${type} ${name}${patternType === 'prefix' ? '*' : ''}: ${operations.join(', ')}`;
    })
    .toSorted();

describe('Kafka of production', () => {
  it('lets each service do what its code does, and nothing else', () => {
    const users = named('KafkaUser');

    expect([...users.keys()].toSorted()).toEqual(SERVICE_NAMES.map((name) => `estampa-kafka-user-${name}`).toSorted());
    expect(needsOf('storefront')).toHaveLength(8);
    for (const service of SERVICE_NAMES)
      expect([service, permitted(users.get(`estampa-kafka-user-${service}`))]).toEqual([service, needsOf(service)]);
  });

  it('has every topic, compacted, in three copies of which two are written', () => {
    const topics = named('KafkaTopic');

    expect([...topics.keys()].toSorted()).toEqual([...TOPICS].toSorted());
    for (const spec of topics.values())
      expect(spec).toMatchObject({
        partitions: 12,
        replicas: 3,
        config: { 'cleanup.policy': 'compact', 'min.insync.replicas': 2 },
      });
  });

  it('is of kinds and a version that current operators know, with no two brokers on one node', () => {
    const versions = manifests.filter(({ kind }) => kind.startsWith('Kafka')).map(({ apiVersion }) => apiVersion);
    const { affinity, topologySpreadConstraints: spread } = named('KafkaNodePool').get('nodes').template.pod;

    expect(new Set(versions)).toEqual(new Set(['kafka.strimzi.io/v1']));
    expect(named('Kafka').get('estampa-kafka').kafka).toMatchObject({
      version: expect.stringMatching(RUN_BY_STRIMZI) as unknown,
      rack: { type: 'topology-label', topologyKey: spread[0].topologyKey as unknown },
      metricsConfig: { type: 'strimziMetricsReporter' },
    });
    expect(affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey).toBe(
      'kubernetes.io/hostname',
    );
  });

  it.skipIf(withoutHelm !== '')(`is reached by each service as its own user${withoutHelm}`, () => {
    const deployments = manifestsIn(render(...PRODUCTION)).filter(({ kind }) => kind === 'Deployment');

    for (const service of SERVICE_NAMES) {
      const { spec } = deployments.find(({ metadata }) => metadata.name === `estampa-${service}`)!;
      const user = `estampa-kafka-user-${service}`;
      expect(spec.template.spec.containers[0].env).toEqual(
        expect.arrayContaining([
          { name: 'KAFKA_SASL_USERNAME', value: user },
          { name: 'KAFKA_SASL_PASSWORD', valueFrom: { secretKeyRef: { name: user, key: 'password' } } },
        ]),
      );
    }
  });
});
