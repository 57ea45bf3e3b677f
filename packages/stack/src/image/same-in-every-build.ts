import { chmodSync, lstatSync, lutimesSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** That of all files in an image. */
export const DATE = new Date('2020-01-01T00:00:00Z');

/**
 * Gives a directory and all that is in it one date, and modes that do not depend on the umask of a checkout: the same sources make the same layers.
 * Links are dated themselves; what they lead to is left alone, which a recursive `readdir` would enter.
 */
export function sameInEveryBuild(path: string): void {
  const entry = lstatSync(path);
  if (entry.isDirectory()) for (const name of readdirSync(path)) sameInEveryBuild(join(path, name));
  if (!entry.isSymbolicLink()) chmodSync(path, entry.isDirectory() || entry.mode & 0o100 ? 0o755 : 0o644);
  lutimesSync(path, DATE, DATE);
}
