import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { manifestsIn } from './manifests.ts';
import { POOLED, render, withoutHelm } from './rendered-chart.ts';

const directory = mkdtempSync(join(tmpdir(), 'estampa-pgbouncer-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** Starts the container's command where PgBouncer is of this version; what it prints. */
function start(version: string, ...settings: string[]): string {
  const pool = manifestsIn(render(...POOLED, ...settings)).find(
    ({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'estampa-pgbouncer',
  )!;
  const [command, ...args] = pool.spec.template.spec.containers[0].command;
  const program = `#!/bin/sh\n[ "$1" = --version ] && echo 'PgBouncer ${version}' || echo "runs $1"\n`;
  writeFileSync(join(directory, 'pgbouncer'), program, { mode: 0o755 });
  const PATH = `${directory}:${process.env.PATH}`;
  const { stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', env: { PATH } });
  return stdout + stderr;
}

(withoutHelm ? describe.skip : describe)(`PgBouncer in the chart${withoutHelm}`, () => {
  const encrypted = ['--set', 'global.pgbouncer.tlsSecret=pool'];
  const runs = 'runs /etc/pgbouncer-settings/pgbouncer.ini\n';

  it.each(['1.9.0', '1.21.0', '1.24.1', '1.25.2'])('of %s does not start with encrypted clients', (version) => {
    expect(start(version, ...encrypted)).toContain('1.26 or newer is required');
  });

  it.each(['1.26.0', '1.26.1', '1.30.0', '1.126.0', '2.1.0'])('of %s starts with encrypted clients', (version) => {
    expect(start(version, ...encrypted)).toBe(runs);
  });

  it('of an older version starts with plain clients', () => {
    expect(start('1.24.1')).toBe(runs);
  });
});
