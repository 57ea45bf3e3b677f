/**
 * Puts the contents of one image into a directory: `assemble-image.ts SERVICE DIRECTORY`, run by the Dockerfile.
 * Libraries are copied from the installation that builds, so that images need none of their own.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { REPOSITORY } from '../paths.ts';
import { sameInEveryBuild } from './same-in-every-build.ts';
import { type LockedPackages, shippedPackages } from './shipped-packages.ts';

const NOT_RUN = /\.(?:map|d\.[mc]?ts|md|markdown|flow|test\.ts)$/;
const LEFT_OUT = new Set(['node_modules', 'test', 'e2e', 'bench', '.bin']);

const workspaceOf = (service: string): string =>
  ['services', 'packages'].map((place) => `${place}/${service}`).find((path) => existsSync(join(REPOSITORY, path))) ??
  service;

function assemble(service: string, directory: string): void {
  const lock = JSON.parse(readFileSync(join(REPOSITORY, 'package-lock.json'), 'utf8')) as { packages: LockedPackages };
  const workspace = workspaceOf(service);
  for (const path of shippedPackages(lock.packages, workspace)) {
    const [source, target] = [join(REPOSITORY, path), join(directory, path)];
    mkdirSync(dirname(target), { recursive: true });
    // Those for other systems are listed and not installed.
    if (!existsSync(source)) continue;
    if (lock.packages[path]?.link) symlinkSync(relative(dirname(path), lock.packages[path].resolved ?? ''), target);
    else cpSync(source, target, { recursive: true, filter: (from) => isShipped(source, from) });
  }
  cpSync(join(REPOSITORY, 'proto'), join(directory, 'proto'), { recursive: true });
  symlinkSync(workspace, join(directory, 'service'));
}

const isShipped = (root: string, path: string): boolean =>
  path === root ||
  (!NOT_RUN.test(path) &&
    !(relative(root, path).split('/').length === 1 && LEFT_OUT.has(basename(path)) && !root.includes('node_modules')) &&
    basename(path) !== 'node_modules');

const [step, ...rest] = process.argv.slice(2);
const [directory = '', service = ''] = rest;
if (step === 'files' && service) {
  assemble(service, directory);
  const bundler = join(import.meta.dirname, '../processes/bundle-libraries.ts');
  execFileSync(process.execPath, [bundler, join(directory, 'libraries'), join(directory, 'node_modules')]);
} else if (step === 'dates' && directory) sameInEveryBuild(directory);
else throw new Error('usage: assemble-image.ts files DIRECTORY SERVICE | dates DIRECTORY');
