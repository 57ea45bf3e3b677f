import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { LOCAL, REPOSITORY } from '../paths.ts';

const BUNDLES = join(LOCAL, 'libraries');
const DEADLINE_MS = 120_000;

/** Of this lock file and this way of bundling: another one is made beside it. */
const bundle = (): string => {
  const made = [
    'package-lock.json',
    ...['bundle-libraries.ts', 'bundle-options.ts'].map((file) => `packages/stack/src/processes/${file}`),
  ];
  const hash = createHash('sha256');
  for (const path of made) hash.update(readFileSync(join(REPOSITORY, path)));
  return join(BUNDLES, hash.digest('hex').slice(0, 16));
};

const hookOf = (directory: string): string => join(directory, 'use.mjs');

/**
 * Bundles the libraries of services and gateway once after each installation. A process then reads a dozen files
 * instead of a thousand, and their text without comments and names: 15 MB less for each of eight processes. Our own
 * code stays as it is.
 */
export async function bundleLibraries(): Promise<void> {
  const directory = bundle();
  if (existsSync(hookOf(directory))) return;
  const entry = join(import.meta.dirname, 'bundle-libraries.ts');
  await promisify(execFile)(process.execPath, [entry, directory], { timeout: DEADLINE_MS });
  for (const name of readdirSync(BUNDLES)) {
    // What begins alike is this bundle, as another command beside this one is making it.
    if (!name.startsWith(basename(directory))) rmSync(join(BUNDLES, name), { recursive: true, force: true });
  }
}

/** What makes a process use them, where they were bundled. */
export function useBundledLibraries(): string[] {
  const hook = hookOf(bundle());
  return existsSync(hook) ? ['--import', pathToFileURL(hook).href] : [];
}
