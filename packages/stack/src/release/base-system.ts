import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackTar } from 'modern-tar';
import { gunzipSync } from 'node:zlib';
import type { LockedRelease } from './locked-packages.ts';
import { type ArchiveFile, filesIn } from './layer.ts';

export const ARCHITECTURES = ['amd64', 'arm64'] as const;
export type Architecture = (typeof ARCHITECTURES)[number];

/** npm's word for the same processor. */
export const CPU: Readonly<Record<Architecture, string>> = { amd64: 'x64', arm64: 'arm64' };

/** All that Node and the native packages are linked with. There is no shell, and no package manager. */
const SYSTEM_PACKAGES = ['libc6', 'libgcc-s1', 'libstdc++6'];
/** What no process reads. */
const NOT_NEEDED = /^usr\/share\/(?:doc|lintian|locale|gdb)\/|^usr\/lib\/[^/]+\/gconv\//;
const PASSWD = 'root:x:0:0:root:/:/none\nestampa:x:10001:10001:estampa:/app:/none\n';
const GROUP = 'root:x:0:\nestampa:x:10001:\n';

export interface SystemPackage {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
}

export interface BaseSystem {
  readonly files: readonly ArchiveFile[];
  readonly packages: readonly SystemPackage[];
}

/** The system below Node, of Debian's packages as the machine's own apt finds and checks them. */
export function baseSystem(architecture: Architecture): BaseSystem {
  const scratch = mkdtempSync(join(tmpdir(), 'estampa-base-'));
  try {
    const root = join(scratch, 'root');
    for (const path of ['lists/partial', 'cache/archives/partial', 'packages', 'root'])
      mkdirSync(join(scratch, path), { recursive: true });
    writeFileSync(join(scratch, 'status'), '');
    const apt = [
      ...Object.entries({
        'APT::Architecture': architecture,
        'APT::Architectures': architecture,
        'APT::Sandbox::User': 'root',
        'Dir::State::lists': join(scratch, 'lists'),
        'Dir::State::status': join(scratch, 'status'),
        'Dir::Cache': join(scratch, 'cache'),
      }).flatMap(([name, value]) => ['-o', `${name}=${value}`]),
      '-qq',
    ];
    execFileSync('apt-get', [...apt, 'update'], { stdio: ['ignore', 'ignore', 'pipe'] });
    execFileSync('apt-get', [...apt, 'download', ...SYSTEM_PACKAGES], {
      cwd: join(scratch, 'packages'),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const packages = readdirSync(join(scratch, 'packages'))
      .toSorted()
      .map((file) => unpackDebian(join(scratch, 'packages', file), root));
    const files = filesIn(root).filter(({ path }) => !NOT_NEEDED.test(path));
    return { files: [...files, ...accountFiles()], packages };
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

function unpackDebian(file: string, root: string): SystemPackage {
  execFileSync('dpkg-deb', ['-x', file, root]);
  const [name = '', version = ''] = execFileSync('dpkg-deb', ['-f', file, 'Package', 'Version'], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.replace(/^\w+: /, ''));
  return { name, version, sha256: createHash('sha256').update(readFileSync(file)).digest('hex') };
}

const accountFiles = (): ArchiveFile[] => [
  { path: 'etc/passwd', body: Buffer.from(PASSWD) },
  { path: 'etc/group', body: Buffer.from(GROUP) },
  { path: 'etc/nsswitch.conf', body: Buffer.from('hosts: files dns\n') },
  { path: 'tmp/', mode: 0o1777 },
];

/** What development runs Node from, by its path in package-lock.json. */
export const nodePackage = (architecture: Architecture): string => `node_modules/node-linux-${CPU[architecture]}`;

/** Node itself, from the package that development runs it from, checked against the lock file. */
export async function nodeFiles(architecture: Architecture, locked: LockedRelease): Promise<ArchiveFile[]> {
  const bytes = await locked.download(nodePackage(architecture));
  const entries = await unpackTar(gunzipSync(bytes));
  const binary = entries.find(({ header }) => header.name === 'package/bin/node');
  if (!binary?.data) throw new Error(`The package of Node for ${architecture} has no bin/node`);
  return [{ path: 'usr/local/bin/node', mode: 0o755, body: binary.data }];
}
