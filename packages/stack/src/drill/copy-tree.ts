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
  const facts = await lstat(source).catch(vanished);
  if (!facts || (path !== '' && skips(path))) return;
  if (facts.isDirectory()) {
    await mkdir(target, { recursive: true });
    for (const name of await readdir(source)) await copyInto(from, to, join(path, name), skips);
  } else if (facts.isFile()) {
    const isCopied = await copyFile(source, target).then(() => true, vanished);
    if (!isCopied) return;
  } else return;
  await chmod(target, facts.mode);
  if (process.getuid?.() === 0) await chown(target, facts.uid, facts.gid);
}

function vanished(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
