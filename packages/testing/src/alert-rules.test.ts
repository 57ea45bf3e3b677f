import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { REPOSITORY } from '@estampa/stack/paths';
import { alertQueries, alerts, dashboardQueries } from './monitoring.ts';

const TESTS = 'packages/testing/promtool/alerts.yaml';
const PROMTOOL = process.env.ESTAMPA_PROMTOOL ?? 'promtool';
const hasPromtool = spawnSync(PROMTOOL, ['--version']).status === 0;

describe('an alert', () => {
  it('has a query, a name of its own, and a line in the runbook', () => {
    const known = alerts();

    expect(known.length).toBeGreaterThan(20);
    expect(alertQueries()).toHaveLength(known.length);
    expect(new Set(known.map(({ name }) => name)).size).toBe(known.length);
    for (const { name, runbook } of known) {
      const [file = '', heading] = runbook.split('#');
      expect(existsSync(join(REPOSITORY, file))).toBe(true);
      expect(readFileSync(join(REPOSITORY, file), 'utf8')).toContain(`\n### ${name}\n`);
      expect(heading).toBe(name.toLowerCase());
    }
  });

  it('is tried with made-up series', () => {
    const tried = readFileSync(join(REPOSITORY, TESTS), 'utf8');

    expect(alerts().filter(({ name }) => !tried.includes(`alertname="${name}"`))).toEqual([]);
  });

  const told = hasPromtool ? it : it.skip;
  told(`fires when it should, and not before${hasPromtool ? '' : ' (promtool is not installed)'}`, async () => {
    await promisify(execFile)(PROMTOOL, ['test', 'rules', TESTS], { cwd: REPOSITORY });
  });
});

describe('a dashboard', () => {
  it('has queries in every panel', () => {
    const queries = dashboardQueries();

    expect(queries.length).toBeGreaterThan(60);
    expect(queries.filter(({ expression }) => expression.trim() === '')).toEqual([]);
  });
});
