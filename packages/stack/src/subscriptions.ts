import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_NAMES, type ServiceName, type Topic, TOPIC_OWNERS, TOPICS } from '@estampa/kernel/topics';
import { REPOSITORY } from './paths.ts';

/** The topics that a service consumes, as its code says. */
export function subscribedTopics(service: ServiceName): Topic[] {
  const text = globSync(`services/${service}/src/consumers/*.ts`, { cwd: REPOSITORY })
    .map((file) => readFileSync(join(REPOSITORY, file), 'utf8'))
    .join('\n');
  return TOPICS.filter((topic) => text.includes(`topic: '${topic}'`));
}

/** One line of an access list of Kafka. */
export type Access = { type: string; name: string; patternType?: 'prefix'; operations: readonly string[] };

/** What a service does to Kafka: it writes the topics that it owns, under the name of its relay, and reads what it consumes. */
export function kafkaAccessOf(service: ServiceName): Access[] {
  const consumed = subscribedTopics(service);
  const isRebuilt = globSync(`services/${service}/src/rebuild.ts`, { cwd: REPOSITORY }).length > 0;
  const operations = ['Read', 'Describe'];
  return [
    ...TOPICS.filter((topic) => TOPIC_OWNERS[topic] === service).map((name) => ({
      type: 'topic',
      name,
      operations: ['Write', 'Describe'],
    })),
    // One for each of its lanes.
    {
      type: 'transactionalId',
      name: `${service}-outbox`,
      patternType: 'prefix' as const,
      operations: ['Write', 'Describe'],
    },
    ...consumed.map((name) => ({ type: 'topic', name, operations })),
    ...(consumed.length > 0 ? [{ type: 'group', name: service, operations }] : []),
    ...(isRebuilt
      ? [
          {
            type: 'group',
            name: `${service}-rebuild-`,
            patternType: 'prefix' as const,
            operations: [...operations, 'Delete'],
          },
        ]
      : []),
  ];
}

/** The text of `k8s/production/kafka.yaml` with the access list of each service as its code needs it. */
export const withAccessLists = (manifests: string): string =>
  SERVICE_NAMES.reduce(
    (text, service) =>
      text.replace(
        new RegExp(`(\\bname: estampa-kafka-user-${service},[^]*?\\n    acls:\\n)(?:      .*\\n)+`),
        (_all, head: string) => `${head}${kafkaAccessOf(service).map(accessLine).join('')}`,
      ),
    manifests,
  );

const LINE_CHARACTERS_MAX = 120;

function accessLine({ type, name, patternType, operations }: Access): string {
  const resource = `resource: { type: ${type}, name: ${name}${patternType ? `, patternType: ${patternType}` : ''} }`;
  const permitted = `operations: [${operations.join(', ')}]`;
  const line = `      - { ${resource}, ${permitted} }\n`;
  // As the formatter breaks it.
  return line.trimEnd().length <= LINE_CHARACTERS_MAX
    ? line
    : `      - {\n          ${resource},\n          ${permitted},\n        }\n`;
}

/** The text of `docs/architecture.md` with an arrow for each topic that has subscribers. */
export const withSubscriptions = (page: string): string =>
  page.replace(/(?:  \w+(?:\[[\w-]+\])? -- \w+\.v\d+ --> .+\n)+/, arrows().join(''));

function arrows(): string[] {
  const labelled = new Set<string>();
  const node = (service: ServiceName): string => {
    const short = service.split('-')[0]!;
    if (short === service || labelled.has(short)) return short;
    labelled.add(short);
    return `${short}[${service}]`;
  };
  return TOPICS.flatMap((topic) => {
    const subscribers = SERVICE_NAMES.filter((service) => subscribedTopics(service).includes(topic));
    if (subscribers.length === 0) return [];
    const owner = node(TOPIC_OWNERS[topic]);
    return [`  ${owner} -- ${topic} --> ${subscribers.map(node).join(' & ')}\n`];
  });
}
