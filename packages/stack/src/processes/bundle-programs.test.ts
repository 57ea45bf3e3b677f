import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LOCAL } from '../paths.ts';
import { programOf } from './node-process.ts';

const run = (...args: string[]) => spawnSync(process.execPath, args, { encoding: 'utf8', env: {} });

it('makes programs that load all they need, to where they read settings', () => {
  mkdirSync(LOCAL, { recursive: true });
  // Within the repository, since libraries are found above.
  const directory = mkdtempSync(join(LOCAL, 'programs-test-'));
  try {
    const programs = join(directory, 'programs');
    expect(run(join(import.meta.dirname, 'bundle-programs.ts'), programs).stderr).toBe('');

    const program = run(programOf(programs, 'payouts'));
    expect(program.status).toBe(1);
    expect(program.stderr).toContain('The configuration is wrong');
    expect(program.stderr).toContain('KAFKA_BROKERS');
  } finally {
    rmSync(directory, { recursive: true });
  }
});
