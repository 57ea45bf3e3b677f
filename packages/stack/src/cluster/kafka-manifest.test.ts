import { SERVICE_NAMES, TOPICS } from '@estampa/kernel/topics';
import { describe, expect, it } from 'vitest';
import { type Access, kafkaAccessOf } from '../subscriptions.ts';
import { manifestsIn, manifestsOf } from './manifests.ts';
import { PRODUCTION, render, withoutHelm } from './rendered-chart.ts';

const manifests = manifestsOf('k8s/production/kafka.yaml');
const named = (kind: string) =>
  new Map(manifests.filter((one) => one.kind === kind).map((one) => [one.metadata.name, one.spec]));

/** Versions of Kafka that Strimzi 1.1 and 1.2 both run. */
const RUN_BY_STRIMZI = /^4\.(2\.\d+|3\.0)$/;

/** An entry of an access list, in words. */
const inWords = ({ type, name, patternType, operations }: Access): string =>
  `${type} ${name}${patternType === 'prefix' ? '*' : ''}: ${operations.join(', ')}`;

type Rule = { resource: Omit<Access, 'operations'>; operations: string[] };
const permitted = (spec: { authorization: { acls: Rule[] } }): string[] =>
  spec.authorization.acls.map(({ resource, operations }) => inWords({ ...resource, operations }));

describe('Kafka of production', () => {
  it('lets each service do what its code does, and nothing else', () => {
    const users = named('KafkaUser');

    expect([...users.keys()].toSorted()).toEqual(SERVICE_NAMES.map((name) => `estampa-kafka-user-${name}`).toSorted());
    expect(kafkaAccessOf('storefront').map(inWords)).toEqual([
      'topic storefront.v1: Write, Describe',
      'transactionalId storefront-outbox*: Write, Describe',
      'topic identity.v1: Read, Describe',
      'topic catalog.v1: Read, Describe',
      'topic media.v1: Read, Describe',
      'topic orders.v1: Read, Describe',
      'group storefront: Read, Describe',
      'group storefront-rebuild-*: Read, Describe, Delete',
    ]);
    const outdated = SERVICE_NAMES.filter(
      (service) =>
        permitted(users.get(`estampa-kafka-user-${service}`)).join() !== kafkaAccessOf(service).map(inWords).join(),
    );
    expect(outdated, 'access lists in k8s/production/kafka.yaml that `npm run gen` would change').toEqual([]);
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
