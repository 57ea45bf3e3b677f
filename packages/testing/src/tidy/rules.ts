import { SERVICE_NAMES, TOPIC_OWNERS } from '@estampa/kernel/topics';
import { circlesIn } from './circles.ts';
import { documentProblems, eventProblems } from './documents.ts';
import { untestedEvents } from './events.ts';
import { layerProblems } from './layers.ts';
import { unusedFiles } from './unused-files.ts';
import { useCaseSqlProblems } from './use-case-sql.ts';
import type { SourceFile, SourceTree } from './source-tree.ts';

/** Names what breaks a rule; empty when nothing does. */
export type Rule = (tree: SourceTree) => string[];

const LINES_MAX = 250;
const README_LINES_MIN = 5;
const TOOLS = ['packages/mutation/', 'packages/sim/', 'packages/stack/', 'packages/testing/', 'packages/bench/'];
const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.(?:test|entity|bench))?\.(?:ts|js|cjs)$/;
const VAGUE = /(?:^|-)(?:manager|helpers?|utils?|impl|info|misc)(?:-|\.)/;
const UNFINISHED = /\b(?:TO[D]O|FIX[M]E|XX[X]|HAC[K])\b/;
const MACHINE_PATH = /(?<![\w./-])\/(?:work|root|home\/\w+|Users\/\w+)\//;
const REGISTRY_HOST = /\bregistry\.(?!k8s\.io)[a-z0-9-]+\.[a-z]{2,}/i;
const PUBLISHED = /\bappendEvent\(\s*[\w.]+,\s*'([^']+)'/g;

const isContract = ({ path }: SourceFile) => path.endsWith('.proto');
const isCode = ({ path }: SourceFile) => /\.(?:ts|js|cjs)$/.test(path);
const isTool = ({ path }: SourceFile) => TOOLS.some((tool) => path.startsWith(tool));
const named = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** The house rules that a machine can check, by the sentence that they are. */
export const RULES: Readonly<Record<string, Rule>> = {
  'imports point one way, and never into another service': (tree) => tree.filter(isCode).flatMap(layerProblems),
  'use cases hold no SQL': useCaseSqlProblems,
  'imports make no circle, not even of types': circlesIn,
  'only config.ts reads the environment': (tree) =>
    offenders(
      tree,
      (file) => isCode(file) && !isTool(file) && named(file.path) !== 'config.ts' && /process\.env/.test(file.text),
    ),
  'services log, they do not print': (tree) =>
    offenders(tree, (file) => isCode(file) && !isTool(file) && /\bconsole\.\w/.test(file.text)),
  'a file has at most 250 lines': (tree) =>
    offenders(tree, (file) => (isCode(file) || isContract(file)) && file.text.trimEnd().split('\n').length > LINES_MAX),
  'nothing is left unfinished': (tree) => offenders(tree, ({ text }) => UNFINISHED.test(text)),
  'file names are kebab-case': (tree) =>
    offenders(tree, (file) => isCode(file) && !isConfiguration(file) && !KEBAB.test(named(file.path))),
  'file names say what is inside': (tree) => offenders(tree, (file) => isCode(file) && VAGUE.test(named(file.path))),
  'nothing names one machine or one registry': (tree) =>
    offenders(tree, ({ text }) => MACHINE_PATH.test(text) || REGISTRY_HOST.test(text)),
  'a topic is written by its owner': (tree) => tree.filter(isCode).flatMap(strangeTopics),
  'every code of a rejection stands in the table of problems': unknownCodes,
  'every service has a README of five lines': (tree) => SERVICE_NAMES.flatMap((name) => missingReadme(tree, name)),
  'documents are short where they must be, listed, and link to what exists': documentProblems,
  'documents name the events that the code publishes and subscribes to': eventProblems,
  'events are tested by who publishes them and by each subscriber': untestedEvents,
  'production code is imported by other code': unusedFiles,
};

function offenders(tree: SourceTree, breaks: (file: SourceFile) => boolean): string[] {
  return tree.filter(breaks).map(({ path }) => path);
}

/** Tools require names such as `vitest.config.ts` for their configuration. */
const isConfiguration = ({ path }: SourceFile) => /\.config\.(?:js|ts)$/.test(path);

function strangeTopics({ path, text }: SourceFile): string[] {
  const service = /^services\/([^/]+)\/src\//.exec(path)?.[1];
  if (!service) return [];
  const owners: Readonly<Record<string, string>> = TOPIC_OWNERS;
  const topics = [...text.matchAll(PUBLISHED)].map(([, topic]) => topic ?? '');
  return topics.filter((topic) => owners[topic] !== service).map((topic) => `${path} publishes on ${topic}`);
}

const PROBLEM_TABLE = 'gateway/src/http/problem-codes.ts';
const REJECTED = /new DomainError\(\s*'\w+',\s*'(\w+)'/g;
/** Returned to other services only, or in the body of a success. */
const NOT_PUBLIC = new Set(
  (
    'damaged_psd database_stalled duplicate event_parked invalid_events not_settled peer_not_allowed psd_too_large ' +
    'too_many too_many_waiting unsupported_psd'
  ).split(' '),
);

function unknownCodes(tree: SourceTree): string[] {
  const table = tree.find(({ path }) => path === PROBLEM_TABLE)?.text ?? '';
  const known = new Set([...table.matchAll(/\b([a-z]\w+):/g)].map(([, code]) => code!));
  return tree
    .filter(({ path }) => /^(?:services|packages\/(?:kit|kernel))\/.*\/?src\/.*(?<!\.test)\.ts$/.test(path))
    .flatMap(({ path, text }) => [...text.matchAll(REJECTED)].map(([, code]) => [path, code!] as const))
    .filter(([, code]) => !known.has(code) && !NOT_PUBLIC.has(code))
    .map(([path, code]) => `${path} rejects with ${code}, which clients cannot know`);
}

function missingReadme(tree: SourceTree, service: string): string[] {
  const path = `services/${service}/README.md`;
  const lines = tree.find((file) => file.path === path)?.text.split('\n') ?? [];
  return lines.filter((line) => line.trim() !== '').length >= README_LINES_MIN ? [] : [path];
}
