import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const OWNER_ONLY = 0o600;

/** Written whole or not at all, and readable by its owner alone. */
export function writePrivateFile(file: string, text: string): void {
  const fresh = `${file}.${process.pid}.new`;
  mkdirSync(dirname(file), { recursive: true });
  // An earlier file of that name would keep its own mode.
  rmSync(fresh, { force: true });
  writeFileSync(fresh, text, { mode: OWNER_ONLY, flush: true });
  renameSync(fresh, file);
}
