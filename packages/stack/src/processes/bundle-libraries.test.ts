import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { REPOSITORY } from '../paths.ts';

let directory: string;
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'estampa-bundles-test-'))));
afterEach(() => rmSync(directory, { recursive: true }));

it('leads to bundles that were moved after they were made, as those of an image are', () => {
  const [modules, made, moved] = ['modules', 'made', 'moved'].map((name) => join(directory, name));
  mkdirSync(modules!);
  symlinkSync(join(REPOSITORY, 'node_modules/uuid'), join(modules!, 'uuid'));
  const node = (...args: string[]) => execFileSync(process.execPath, args, { cwd: directory, encoding: 'utf8' });

  node(join(import.meta.dirname, 'bundle-libraries.ts'), made!, modules!);
  renameSync(made!, moved!);

  const program = "import { validate } from 'uuid'; console.log(validate('no'), import.meta.resolve('uuid'));";
  expect(node('--import', join(moved!, 'use.mjs'), '--input-type=module', '-e', program).trim()).toBe(
    `false file://${moved}/uuid.mjs`,
  );
});

it('gives modules the server of Node without what fetches', () => {
  const [modules, made] = ['modules', 'made'].map((name) => join(directory, name));
  mkdirSync(modules!);
  execFileSync(process.execPath, [join(import.meta.dirname, 'bundle-libraries.ts'), made!, modules!]);

  const program = `
    import http, { createServer } from 'node:http';
    import { createRequire } from 'node:module';
    const required = createRequire(import.meta.url)('node:http');
    console.log(createServer === required.createServer, http === required);
    console.log(process.moduleLoadList.some((name) => name.includes('undici')));`;
  const flags = ['--import', join(made!, 'use.mjs'), '--input-type=module', '-e', program];
  expect(execFileSync(process.execPath, flags, { cwd: directory, encoding: 'utf8' })).toBe('true true\nfalse\n');
});
