import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { procTable, psTable } from './process-table.ts';

const tables = [
  { name: '/proc', table: procTable, isThere: existsSync('/proc/self/stat') },
  { name: 'ps', table: psTable, isThere: spawnSync('ps', ['-A']).status === 0 },
];

describe.each(tables.filter(({ isThere }) => isThere))('the process table by $name', ({ table }) => {
  let child: ChildProcess;
  let pid: number;
  beforeEach(() => {
    child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'a-marked-process']);
    pid = child.pid ?? 0;
  });
  afterEach(() => void child.kill('SIGKILL'));

  it('knows a process, its command line and its parent', () => {
    expect(table.identity(pid)).toBe(table.identity(pid));
    expect(table.commandLine(pid)).toContain('a-marked-process');
    expect(table.children(process.pid)).toContain(pid);
  });

  it('knows nothing of a process that is gone', async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');

    expect(table.identity(pid)).toBeUndefined();
    expect(table.commandLine(pid)).toBeUndefined();
    expect(table.children(process.pid)).not.toContain(pid);
  });
});
