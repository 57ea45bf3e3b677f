import { chmod, chown, copyFile, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Copies a directory with owners and permissions. Files that vanish during the copy are not needed. `skips` names paths within. */
export async function copyTree(
  from: string,
  to: string,
  skips: (path: string) => boolean = () => false,
): Promise<void> {
  await copyInto(from, to, '', skips);
}

async function copyInto(from: string, to: string, path: string, skips: (path: string) => boolean): Promise<void> {
  const [source, target] = [join(from, path), join(to, path)];
  const stats = await lstat(source).catch(vanished);
  if (!stats || (path !== '' && skips(path))) return;
  if (stats.isDirectory()) {
    await mkdir(target, { recursive: true });
    for (const name of await readdir(source)) await copyInto(from, to, join(path, name), skips);
  } else if (stats.isFile()) {
    const isCopied = await copyFile(source, target).then(() => true, vanished);
    if (!isCopied) return;
  } else return;
  await chmod(target, stats.mode);
  if (process.getuid?.() === 0) await chown(target, stats.uid, stats.gid);
}

function vanished(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
