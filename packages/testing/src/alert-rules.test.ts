import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentOf } from '@estampa/stack/cluster/manifests';
import { REPOSITORY } from '@estampa/stack/paths';
import { isInstalled, PROMTOOL } from './optional-programs.ts';
import { mutatedRules } from './alert-mutants.ts';
import { alertQueries, alerts, dashboardQueries, recordedSeries } from './monitoring.ts';

const TESTS = 'packages/testing/promtool';
const hasPromtool = isInstalled(PROMTOOL);
const untold = hasPromtool ? '' : ' (promtool is not installed)';

let directory: string;
beforeAll(() => void (directory = mkdtempSync(join(tmpdir(), 'estampa-rules-'))));
afterAll(() => rmSync(directory, { recursive: true }));

const promtool = (...args: string[]) => spawnSync(PROMTOOL, args, { cwd: REPOSITORY, encoding: 'utf8' });
const written = (name: string, content: object): string => {
  writeFileSync(join(directory, name), JSON.stringify(content));
  return join(directory, name);
};

describe('an alert', () => {
  it('has a query, a name of its own, and a line in the runbook', () => {
    const known = alerts();

    expect(known.length).toBeGreaterThan(20);
    expect(alertQueries()).toHaveLength(known.length + recordedSeries().length);
    expect(new Set(known.map(({ name }) => name)).size).toBe(known.length);
    for (const { name, runbook } of known) {
      const [file = '', heading] = runbook.split('#');
      expect(existsSync(join(REPOSITORY, file))).toBe(true);
      expect(readFileSync(join(REPOSITORY, file), 'utf8')).toContain(`\n### ${name}\n`);
      expect(heading).toBe(name.toLowerCase());
    }
  });

  it('is tried with made-up series', () => {
    const tried = ['alerts', 'slow-alerts', 'checks']
      .map((name) => readFileSync(join(REPOSITORY, TESTS, `${name}.yaml`), 'utf8'))
      .join('');

    expect(alerts().filter(({ name }) => !tried.includes(`alertname="${name}"`))).toEqual([]);
  });

  it.runIf(hasPromtool).each(['alerts', 'slow-alerts', 'checks', 'quiet'])(
    `fires when it should, and is silent at its edge: %s${untold}`,
    (name) => {
      expect(promtool('test', 'rules', `${TESTS}/${name}.yaml`)).toMatchObject({ status: 0 });
    },
  );

  it.runIf(hasPromtool)(`would fire at its edge if a threshold or its "for" were a third less${untold}`, () => {
    const mutated = mutatedRules();
    for (const { file, rules } of mutated) written(file, rules);
    const tests = ['quiet', 'checks'].map((name) => {
      const test = documentOf(`${TESTS}/${name}.yaml`) as { rule_files: string[] };
      return written(`${name}.json`, { ...test, rule_files: test.rule_files.map((path) => basename(path)) });
    });
    const { stdout, stderr } = promtool('test', 'rules', ...tests);
    const fired = new Set(Array.from(`${stdout}${stderr}`.matchAll(/alertname="(\w+)"/g), ([, name]) => name));
    const mutants = mutated.flatMap(({ rules: { groups } }) => groups.flatMap(({ rules }) => rules));
    const names = mutants.flatMap(({ alert }) => alert ?? []);

    expect(new Set(names.map((name) => name.split('_')[0]))).toEqual(new Set(alerts().map(({ name }) => name)));
    expect(names.filter((name) => !fired.has(name))).toEqual([]);
  });
});

describe('a dashboard', () => {
  it('has queries in every panel', () => {
    const queries = dashboardQueries();

    expect(queries.length).toBeGreaterThan(60);
    expect(queries.filter(({ expression }) => expression.trim() === '')).toEqual([]);
  });
});

(hasPromtool ? describe : describe.skip)(`queries of dashboards${untold}`, () => {
  const check = (expressions: readonly string[]) => {
    const rules = expressions.map((expr, index) => ({ record: `panel:${index}`, expr }));
    return promtool('check', 'rules', written('panels.json', { groups: [{ name: 'panels', rules }] }));
  };

  it('are in words that Prometheus knows', () => {
    const expressions = dashboardQueries().map(({ expression }) =>
      expression.replaceAll('$__rate_interval', '1m').replaceAll('$namespace', '.*'),
    );

    const stdout = expect.stringContaining(`${expressions.length} rules`) as unknown;
    expect(check(expressions)).toMatchObject({ status: 0, stdout });
    expect(check([...expressions, 'sum(rate(up[1m])']).status).not.toBe(0);
  });
});
