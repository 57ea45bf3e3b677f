import { type ServiceName, SERVICE_NAMES, TOPIC_OWNERS } from '@estampa/kernel/topics';
import type { SourceTree } from './source-tree.ts';

type Subscription = { topic: string; kind: string };

/**
 * Subscriptions to events that their owner does not publish, and events that a test does not name: one of the service that publishes them,
 * and one of each that subscribes to them.
 */
export function untestedEvents(tree: SourceTree): string[] {
  return SERVICE_NAMES.flatMap((service) => {
    const subscriptions = subscriptionsOf(tree, service);
    const isKnown = ({ topic, kind }: Subscription) => publishedKinds(tree, ownerOf(topic)).includes(kind);
    return [
      ...subscriptions
        .filter((one) => !isKnown(one))
        .map(
          ({ topic, kind }) => `${service} subscribes to ${kind} of ${topic}, which ${ownerOf(topic)} does not publish`,
        ),
      ...publishedKinds(tree, service)
        .filter((kind) => !isTested(tree, service, kind))
        .map((kind) => `services/${service}/test names no event of ${kind}:<id>, which ${service} publishes`),
      ...subscriptions
        .filter((one) => isKnown(one) && !isTested(tree, service, one.kind))
        .map(({ kind }) => `services/${service}/test names no event of ${kind}:<id>, which ${service} subscribes to`),
    ];
  });
}

const ownerOf = (topic: string): ServiceName => (TOPIC_OWNERS as Readonly<Record<string, ServiceName>>)[topic]!;

const isTested = (tree: SourceTree, service: ServiceName, kind: string): boolean =>
  tree.some(({ path, text }) => path.startsWith(`services/${service}/test/`) && text.includes(`${kind}:`));

/** The code of a service, or of one of its folders. */
export const sourcesOf = (tree: SourceTree, service: ServiceName, folder = ''): string[] =>
  tree
    .filter(({ path }) => path.startsWith(`services/${service}/src/${folder}`) && /(?<!\.test)\.ts$/.test(path))
    .map(({ text }) => text);

const unique = (names: Iterable<string>): string[] => [...new Set(names)].sort();

/** The topics that a service consumes. */
export const subscribedTopics = (tree: SourceTree, service: ServiceName): string[] =>
  unique(consumersOf(tree, service).map(({ topic }) => topic));

/** The kinds of aggregates, such as `order` of `order:<id>`, that a service publishes. */
export const publishedKinds = (tree: SourceTree, service: ServiceName): string[] =>
  unique(
    sourcesOf(tree, service).flatMap((text) =>
      [...text.matchAll(/\bappendEvent\(\s*[\w.]+,\s*'[^']+',\s*\w+,\s*\{[^}]*?\bkey: `(\w+):/g)].map(
        ([, kind]) => kind!,
      ),
    ),
  );

/** Each `{ topic: 'orders.v1', on: { order: subscribe(...) } }`, with its text. */
const consumersOf = (tree: SourceTree, service: ServiceName): { topic: string; text: string }[] =>
  sourcesOf(tree, service, 'consumers/').flatMap((text) =>
    [...text.matchAll(/\btopic: '([^']+)'([^]*?)(?=\btopic: '|$)/g)].map(([, topic, rest]) => ({
      topic: topic!,
      text: rest!,
    })),
  );

const subscriptionsOf = (tree: SourceTree, service: ServiceName): Subscription[] =>
  consumersOf(tree, service).flatMap(({ topic, text }) =>
    [...text.matchAll(/\b(\w+): subscribe\(/g)].map(([, kind]) => ({ topic, kind: kind! })),
  );
