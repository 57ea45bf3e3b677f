import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@estampa/kernel/topics';
import { expect, it } from 'vitest';
import { REPOSITORY } from '../paths.ts';
import { documentOf, manifestsIn } from './manifests.ts';
import { POOLED, PRODUCTION, render, withoutHelm } from './rendered-chart.ts';

const OPERATIONS = 'docs/operations';
const PAGES = [
  'docs/operations.md',
  ...readdirSync(join(REPOSITORY, OPERATIONS)).map((name) => `${OPERATIONS}/${name}`),
  'charts/README.md',
];
const CHARTS = 'charts/estampa/charts';

/** Each match of the first group in these pages, with its page, once. */
const named = (pattern: RegExp): [page: string, name: string][] =>
  PAGES.flatMap((page) => {
    const found = readFileSync(join(REPOSITORY, page), 'utf8').matchAll(pattern);
    return [...new Set(Array.from(found, ([, name]) => name!))].map((name): [string, string] => [page, name]);
  });

const isIn = (values: unknown, path: readonly string[]): boolean => {
  const [key, ...rest] = path;
  if (key === undefined) return true;
  return typeof values === 'object' && values !== null && key in values && isIn(values[key as keyof object], rest);
};

it('chart values that pages for operators name exist', () => {
  const umbrella = documentOf('charts/estampa/values.yaml') as { global: { service: object } };
  const parts = Object.fromEntries(
    [...SERVICE_NAMES, 'gateway'].map((name) => [name, documentOf(`${CHARTS}/${name}/values.yaml`)]),
  );
  const own = new RegExp(
    `(?<![\\w./-])((?:global|smoke|ingress|httpRoute|<service>|${Object.keys(parts).join('|')})(?:\\.[a-z]\\w*)+)`,
    'g',
  );
  const values = named(own).filter(([, name]) => !/\.(?:md|ts|yaml|json|v1|svc)$/.test(name));
  const isKnown = ([first = '', ...rest]: string[]) =>
    first in umbrella
      ? isIn(umbrella, [first, ...rest])
      : [umbrella.global.service, ...(first in parts ? [parts[first]] : Object.values(parts))].some((one) =>
          isIn(one, rest),
        );

  expect(values.length).toBeGreaterThan(25);
  expect(values.filter(([, name]) => !isKnown(name.split('.')))).toEqual([]);
});

it('commands that pages for operators name exist', () => {
  const { scripts } = documentOf('package.json') as { scripts: object };
  const commands = named(/npm run (?:--silent\s+)?([\w:-]+)/g);

  expect(commands.length).toBeGreaterThan(10);
  expect(commands.filter(([, name]) => !(name in scripts))).toEqual([]);
});

it('files that pages for operators name exist', () => {
  const files = named(/`((?:charts|k8s|packages|services|gateway|proto)\/[\w./-]+)`/g);

  expect(files.length).toBeGreaterThan(10);
  expect(files.filter(([, path]) => !existsSync(join(REPOSITORY, path)))).toEqual([]);
});

it.skipIf(withoutHelm)(`objects that pages for operators name are in the charts${withoutHelm}`, () => {
  const release = [...manifestsIn(render(...PRODUCTION)), ...manifestsIn(render(...POOLED))];
  const known = release.map(({ kind, metadata }) => `${kind.toLowerCase()}/${metadata.name}`);
  const objects = named(/\b((?:cronjob|deployment)\/estampa-[\w-]+)/g);

  expect(objects.length).toBeGreaterThan(2);
  expect(objects.filter(([, name]) => !known.includes(name))).toEqual([]);
});
