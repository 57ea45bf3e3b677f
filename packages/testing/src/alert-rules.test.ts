import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPOSITORY } from '@estampa/stack/paths';
import { alertQueries, alerts, dashboardQueries, recordedSeries } from './monitoring.ts';

const FIRING = 'packages/testing/promtool/alerts.yaml';
const QUIET = 'packages/testing/promtool/quiet.yaml';
/** Names of metrics have several parts; so have functions, before a parenthesis, and labels, which are left out first. */
const METRIC = /\b[a-z]+(?:_[a-z]+)+(?=[{[\s)]|$)/g;
const LABELS = /\b(?:by|on|group_left) \([^)]*\)|\{[^}]*\}/g;
const PROMTOOL = process.env.ESTAMPA_PROMTOOL ?? 'promtool';
const hasPromtool = spawnSync(PROMTOOL, ['--version']).status === 0;
const reported = hasPromtool ? it : it.skip;
const untold = hasPromtool ? '' : ' (promtool is not installed)';

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

  it('is tried with made-up series that fire it, and with ones at its edge that do not', () => {
    const [firing, quiet] = [FIRING, QUIET].map((file) => readFileSync(join(REPOSITORY, file), 'utf8')) as [
      string,
      string,
    ];

    expect(alerts().filter(({ name }) => !firing.includes(`alertname="${name}"`))).toEqual([]);
    const measured = alertQueries().flatMap(({ expression }) => expression.replaceAll(LABELS, '').match(METRIC) ?? []);
    expect(new Set(measured).size).toBeGreaterThan(20);
    expect(measured.filter((metric) => !quiet.includes(`series: '${metric}{`))).toEqual([]);
  });

  reported(`fires when it should, and not before${untold}`, async () => {
    await promisify(execFile)(PROMTOOL, ['test', 'rules', FIRING, QUIET], { cwd: REPOSITORY });
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
  let directory: string;
  beforeAll(() => void (directory = mkdtempSync(join(tmpdir(), 'estampa-rules-'))));
  afterAll(() => rmSync(directory, { recursive: true }));

  const check = (expressions: readonly string[]) => {
    const rules = expressions.map((expr, index) => ({ record: `panel:${index}`, expr }));
    const file = join(directory, 'rules.json');
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }));
    return spawnSync(PROMTOOL, ['check', 'rules', file], { encoding: 'utf8' });
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
