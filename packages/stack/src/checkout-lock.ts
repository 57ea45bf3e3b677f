import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { writePrivateFile } from './private-file.ts';
import { isAlive, processIdentity } from './processes/process-table.ts';

/** Who may start, stop and drop what runs from one data directory. */
export interface LockOwner {
  readonly pid: number;
  readonly identity: string;
}

export interface Lock {
  release(): void;
}

/** The file that stays when the data is dropped: another process may hold it. */
export const LOCK_FILE = 'lock';
const OWNER_FILE = 'lock-owner.json';
const SQLITE_BUSY = 5;

/**
 * Undefined when another process holds the lock. It is SQLite's lock on an empty database, so the system itself lets go
 * of it when its holder dies, however that happens.
 */
export function takeLock(directory: string): Lock | undefined {
  mkdirSync(directory, { recursive: true });
  const database = new DatabaseSync(join(directory, LOCK_FILE));
  try {
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
  const ownerFile = join(directory, OWNER_FILE);
  writePrivateFile(ownerFile, JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid) }));
  const lock = {
    release() {
      held.delete(lock);
      rmSync(ownerFile, { force: true });
      database.close();
    },
  };
  held.add(lock);
  return lock;
}

/** A lock that nobody refers to would be collected, and with it the file that holds it. */
const held = new Set<Lock>();

/** The living process that took the lock last. */
export function lockOwner(directory: string): LockOwner | undefined {
  try {
    const owner = JSON.parse(readFileSync(join(directory, OWNER_FILE), 'utf8')) as LockOwner;
    return isAlive(owner.pid, owner.identity) ? owner : undefined;
  } catch {
    return undefined;
  }
}
