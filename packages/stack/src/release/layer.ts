import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { constants, gzipSync } from 'node:zlib';
import { packTar, type TarEntry } from 'modern-tar';
import { DATE } from '../image/same-in-every-build.ts';

/** A file, directory or link of an archive; `path` has no leading slash. */
export interface ArchiveFile {
  readonly path: string;
  readonly mode?: number;
  readonly body?: Uint8Array;
  /** Where a symbolic link leads to. */
  readonly link?: string;
}

/** All that is below a directory, links as links, in the order of their names. */
export function filesIn(directory: string, under = ''): ArchiveFile[] {
  const found: ArchiveFile[] = [];
  const walk = (path: string) => {
    for (const name of readdirSync(join(directory, path)).toSorted()) {
      const inner = path === '' ? name : `${path}/${name}`;
      const entry = lstatSync(join(directory, inner));
      const target = under + inner;
      if (entry.isSymbolicLink()) found.push({ path: target, link: readlinkSync(join(directory, inner)) });
      else if (entry.isDirectory()) {
        found.push({ path: `${target}/` });
        walk(inner);
      } else
        found.push({
          path: target,
          mode: entry.mode & 0o100 ? 0o755 : 0o644,
          body: readFileSync(join(directory, inner)),
        });
    }
  };
  walk('');
  return found;
}

/** A reproducible tar archive: sorted, owned by root, with one date. */
export async function tarOf(files: readonly ArchiveFile[]): Promise<Buffer> {
  const sorted = files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  return Buffer.from(await packTar(sorted.map(entryOf)));
}

function entryOf({ path, mode, body, link }: ArchiveFile): TarEntry {
  const header = { name: path, mtime: DATE, uid: 0, gid: 0, uname: '', gname: '' };
  if (link !== undefined) return { header: { ...header, type: 'symlink', linkname: link, size: 0, mode: 0o777 } };
  if (path.endsWith('/')) return { header: { ...header, type: 'directory', size: 0, mode: mode ?? 0o755 } };
  return { header: { ...header, type: 'file', size: body?.length ?? 0, mode: mode ?? 0o644 }, body: body ?? '' };
}

/** Without a date of its own, so that the same archive gives the same bytes. */
export const gzipped = (bytes: Uint8Array): Buffer =>
  gzipSync(bytes, { level: constants.Z_DEFAULT_COMPRESSION, memLevel: 9 });
