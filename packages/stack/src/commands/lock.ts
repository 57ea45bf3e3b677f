import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../paths.ts';

const LOCK_FILE = join(REPOSITORY, 'package-lock.json');
const EXACT = /^\d+\.\d+\.\d+/;
const SYSTEMS = ['darwin', 'linux', 'win32', 'android', 'freebsd', 'openharmony'];
const PROCESSORS: Readonly<Record<string, string>> = { arm: 'arm', armv7: 'arm', ppc64: 'ppc64', ia32: 'ia32' };

type Entry = {
  version: string;
  optionalDependencies?: Record<string, string>;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
};
type Packages = Record<string, Entry>;

/** Rewrites the lock file, complete for every platform, after a change of dependencies. */
export async function lock(): Promise<number> {
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: REPOSITORY, stdio: 'inherit' });
  if (status !== 0) return status ?? 1;

  const content = JSON.parse(readFileSync(LOCK_FILE, 'utf8')) as { packages: Packages };
  const missing = missingBinaries(content.packages);
  const packages = Object.entries({ ...content.packages, ...missing }).toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  writeFileSync(LOCK_FILE, `${JSON.stringify({ ...content, packages: Object.fromEntries(packages) }, null, 2)}\n`);
  console.log(`${Object.keys(missing).length} packages of other systems added to the lock file`);
  return 0;
}

/**
 * Optional binaries of other systems that a partial registry does not serve: npm then leaves them out of the lock, and
 * `npm ci` rejects a lock without them.
 */
export function missingBinaries(packages: Packages): Packages {
  const optional = Object.values(packages).flatMap(({ optionalDependencies = {}, dev }) =>
    Object.entries(optionalDependencies).map(([name, version]) => ({ name, version, dev })),
  );
  return Object.fromEntries(
    optional
      .filter(({ name, version }) => EXACT.test(version) && !isLocked(packages, name))
      .map(({ name, version, dev }) => [
        `node_modules/${name}`,
        { version, ...systemOf(name), ...(dev && { dev }), optional: true },
      ]),
  );
}

const isLocked = (packages: Packages, name: string): boolean =>
  Object.keys(packages).some((place) => place === `node_modules/${name}` || place.endsWith(`/node_modules/${name}`));

/** What such a package runs on stands in its name: `@swc/core-linux-arm64-musl`. */
function systemOf(name: string): Pick<Entry, 'os' | 'cpu'> {
  const words = name.split(/[/\-.]/);
  const os = SYSTEMS.filter((system) => words.includes(system));
  const cpu = words.flatMap((word) =>
    /^(?:x64|arm64|s390x|riscv64|loong64)$/.test(word) ? word : (PROCESSORS[word] ?? []),
  );
  return { ...(os.length > 0 && { os }), ...(cpu.length > 0 && { cpu }) };
}
