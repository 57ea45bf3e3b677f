import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '@estampa/stack/paths';

/** A query of a dashboard or an alert. */
export type Query = { from: string; expression: string };
export type Alert = { name: string; runbook: string };

const CHART = join(REPOSITORY, 'charts/estampa');
const EXPRESSION = / expr: >-\n((?: {10}\S.*\n)+)/g;
const RECORD = /- record: (\S+)\n/g;
const ALERT = /- alert: (\w+)\n[^]*?runbook_url: (\S+)\n/g;

const filesIn = (folder: string): { name: string; text: string }[] =>
  readdirSync(join(CHART, folder)).map((name) => ({ name, text: readFileSync(join(CHART, folder, name), 'utf8') }));

export const alerts = (): Alert[] =>
  filesIn('alerts').flatMap(({ text }) =>
    [...text.matchAll(ALERT)].map(([, name = '', runbook = '']) => ({ name, runbook })),
  );

/** Series of recording rules, which alerts query too. */
export const recordedSeries = (): string[] =>
  filesIn('alerts').flatMap(({ text }) => [...text.matchAll(RECORD)].map(([, name = '']) => name));

/** One for each rule, since each is written in the same way. */
export const alertQueries = (): Query[] =>
  filesIn('alerts').flatMap(({ name, text }) =>
    [...text.matchAll(EXPRESSION)].map(([, lines = '']) => ({ from: name, expression: lines.replaceAll(/\s+/g, ' ') })),
  );

type Panel = { title: string; targets?: { expr: string }[] };

export const dashboardQueries = (): Query[] =>
  filesIn('dashboards').flatMap(({ name, text }) =>
    (JSON.parse(text) as { panels: Panel[] }).panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => ({ from: `${name}: ${title}`, expression: expr })),
    ),
  );
