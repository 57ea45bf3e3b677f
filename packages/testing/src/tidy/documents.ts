import { dirname, normalize } from 'node:path/posix';
import { SERVICE_NAMES } from '@estampa/kernel/topics';
import { publishedKinds, sourcesOf, subscribedTopics } from './events.ts';
import type { SourceTree } from './source-tree.ts';

const DECISIONS = 'docs/decisions/';
const ARCHITECTURE = 'docs/architecture.md';
/** Longer pages are not read to their end. */
const LINES_MAX: Readonly<Record<string, number>> = { 'CONTRIBUTING.md': 120, 'GLOSSARY.md': 40 };

/** Relative links to Markdown pages that do not exist, and decisions that their index does not list exactly once. */
export function documentProblems(tree: SourceTree): string[] {
  const pages = tree.filter(({ path }) => path.endsWith('.md'));
  const paths = new Set(pages.map(({ path }) => path));
  const index = pages.find(({ path }) => path === `${DECISIONS}README.md`)?.text ?? '';
  const numbers = pages.map(({ path }) => /^docs\/decisions\/(\d{4})-/.exec(path)?.[1]).filter((found) => found);
  return [
    ...pages.flatMap(({ path, text }) =>
      linksOf(text)
        .filter((link) => !paths.has(normalize(`${dirname(path)}/${link}`)))
        .map((link) => `${path} links to ${link}, which does not exist`),
    ),
    ...pages
      .filter(({ path }) => /^docs\/decisions\/\d{4}-/.test(path))
      .filter(({ path }) => index.split(`(${path.slice(DECISIONS.length)})`).length !== 2)
      .map(({ path }) => `${path} is not listed once in ${DECISIONS}README.md`),
    ...numbers
      .filter((number, place) => numbers.indexOf(number) !== place)
      .map((number) => `two decisions have the number ${number}`),
    ...pages
      .filter(({ path, text }) => text.trimEnd().split('\n').length > (LINES_MAX[path] ?? Infinity))
      .map(({ path }) => `${path} has more than ${LINES_MAX[path]} lines`),
  ];
}

const linksOf = (text: string): string[] =>
  [...text.matchAll(/\]\((?!\w+:)([^)#\s]+\.md)(?:#[^)]*)?\)/g)].map(([, link]) => link!);

/** Where a service's README or the diagram in the architecture differs from what the code subscribes to or publishes. */
export function eventProblems(tree: SourceTree): string[] {
  const drawn = drawnSubscriptions(tree);
  return SERVICE_NAMES.flatMap((service) => {
    const readme = `services/${service}/README.md`;
    const text = tree.find(({ path }) => path === readme)?.text ?? '';
    const published = publishedKinds(tree, service);
    const stated = bulletOf(text, 'Publishes');
    const subscribed = subscribedTopics(tree, service);
    return [
      ...differences(`${readme} "Subscribes to"`, topicsIn(bulletOf(text, 'Subscribes to')), subscribed),
      ...differences(`${readme} "Publishes", keys`, keysIn(stated), published),
      ...eventTypesIn(stated)
        .filter((type) => !sourcesOf(tree, service).some((source) => source.includes(`'${type}'`)))
        .map((type) => `${readme} "Publishes" names ${type}, which the code does not`),
      ...(drawn
        ? differences(`${ARCHITECTURE} subscriptions of ${service}`, drawn.get(service) ?? [], subscribed)
        : []),
    ];
  });
}

function differences(where: string, written: readonly string[], actual: readonly string[]): string[] {
  return [
    ...written.filter((name) => !actual.includes(name)).map((name) => `${where}: ${name} is not in the code`),
    ...actual.filter((name) => !written.includes(name)).map((name) => `${where}: ${name} is missing`),
  ];
}

/** The text of `- **Name** ...` up to the next bullet or an empty line. */
const bulletOf = (text: string, name: string): string =>
  new RegExp(`^- \\*\\*${name}\\*\\*(.*?)(?=\\n- \\*\\*|\\n\\n|$(?![^]))`, 'ms').exec(text)?.[1] ?? '';

const unique = (names: Iterable<string>): string[] => [...new Set(names)].sort();
const topicsIn = (text: string): string[] => unique([...text.matchAll(/`(\w+\.v\d+)`/g)].map(([, topic]) => topic!));
const keysIn = (text: string): string[] => unique([...text.matchAll(/`(\w+):<[^`]+`/g)].map(([, kind]) => kind!));
const eventTypesIn = (text: string): string[] =>
  unique([...text.matchAll(/`([a-z]+_[a-z_]+)`/g)].map(([, type]) => type!));

/** Edges of the architecture's diagram such as `orders[orders-payments] -- orders.v1 --> payouts & media[media-render]`. */
function drawnSubscriptions(tree: SourceTree): ReadonlyMap<string, string[]> | null {
  const text = tree.find(({ path }) => path === ARCHITECTURE)?.text;
  if (text === undefined) return null;
  const names = new Map([...text.matchAll(/\b(\w+)\[([\w-]+)\]/g)].map(([, short, name]) => [short!, name!]));
  const drawn = new Map<string, string[]>();
  for (const [, topic, subscribers] of text.matchAll(/-- (\w+\.v\d+) --> (.+)/g)) {
    for (const label of subscribers!.split(' & ')) {
      const short = label.trim().replace(/\[.*$/, '');
      const service = names.get(short) ?? short;
      drawn.set(service, [...(drawn.get(service) ?? []), topic!]);
    }
  }
  return drawn;
}
