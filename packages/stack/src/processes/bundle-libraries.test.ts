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
