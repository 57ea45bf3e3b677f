import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackTar } from 'modern-tar';
import { gunzipSync } from 'node:zlib';
import { type LockedPackage, type LockedPackages, shippedPackages } from '../image/shipped-packages.ts';
import type { ArchiveFile } from './layer.ts';

interface ReleasedPackage extends LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

/** One package of an image, as package-lock.json has it. */
export interface ShippedPackage {
  readonly path: string;
  readonly name: string;
  readonly version: string;
  readonly integrity: string | null;
  readonly license: string | null;
  /** Made for one kind of processor, so it is exchanged for each. */
  readonly isNative: boolean;
}

const INTEGRITY = /^sha512-(.+)$/;

/** The lock file's entries for packages in images. */
export class LockedRelease {
  readonly #packages: Readonly<Record<string, ReleasedPackage>>;
  readonly #downloaded = new Map<string, Promise<Buffer>>();

  constructor(lockFile: string) {
    const { packages } = JSON.parse(readFileSync(lockFile, 'utf8')) as { packages: Record<string, ReleasedPackage> };
    this.#packages = packages;
  }

  /** Those that a workspace needs on Linux with a processor; workspaces of our own are left out. */
  shipped(workspace: string, cpu: string): ShippedPackage[] {
    return [...shippedPackages(this.#packages as LockedPackages, workspace)]
      .filter((path) => path.includes('node_modules/') && !this.#of(path).link && runsOn(this.#of(path), cpu))
      .toSorted()
      .map((path) => {
        const { version = '', integrity = null, license = null, cpu: made } = this.#of(path);
        return { path, name: nameOf(path), version, integrity, license, isNative: made !== undefined };
      });
  }

  /** The files of a package as the registry has them, checked against the lock file. */
  async files(path: string): Promise<ArchiveFile[]> {
    const entries = await unpackTar(gunzipSync(await this.download(path)));
    return entries
      .filter(({ header }) => header.type !== 'directory')
      .map(({ header, data }) => ({
        path: `${path}/${header.name.split('/').slice(1).join('/')}`,
        mode: (header.mode ?? 0) & 0o100 ? 0o755 : 0o644,
        body: data ?? new Uint8Array(),
      }));
  }

  versionOf(path: string): string {
    return this.#of(path).version ?? '';
  }

  download(path: string): Promise<Buffer> {
    const known = this.#downloaded.get(path) ?? this.#fetch(path);
    this.#downloaded.set(path, known);
    return known;
  }

  async #fetch(path: string): Promise<Buffer> {
    const { version, integrity } = this.#of(path);
    const scratch = mkdtempSync(join(tmpdir(), 'estampa-package-'));
    try {
      execFileSync('npm', ['pack', '--silent', `${nameOf(path)}@${version}`], {
        cwd: scratch,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const [file = ''] = readdirSync(scratch);
      const bytes = readFileSync(join(scratch, file));
      if (createHash('sha512').update(bytes).digest('base64') !== INTEGRITY.exec(integrity ?? '')?.[1])
        throw new Error(`${nameOf(path)}@${version} is not what package-lock.json names`);
      return bytes;
    } finally {
      rmSync(scratch, { recursive: true });
    }
  }

  #of(path: string): ReleasedPackage {
    const entry = this.#packages[path];
    if (!entry) throw new Error(`package-lock.json does not list ${path}`);
    return entry;
  }
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

const runsOn = ({ os, cpu: made, libc }: ReleasedPackage, cpu: string): boolean =>
  (os?.includes('linux') ?? true) && (made?.includes(cpu) ?? true) && (libc?.includes('glibc') ?? true);
