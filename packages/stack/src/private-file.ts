import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const OWNER_ONLY = 0o600;

/** Writes the file atomically, readable by its owner alone. */
export function writePrivateFile(file: string, text: string): void {
  const fresh = `${file}.${process.pid}.new`;
  mkdirSync(dirname(file), { recursive: true });
  // `mode` has no effect on a file that exists.
  rmSync(fresh, { force: true });
  writeFileSync(fresh, text, { mode: OWNER_ONLY, flush: true });
  renameSync(fresh, file);
}
