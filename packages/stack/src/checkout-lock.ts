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

/** Not removed with the rest of the data, because another process may have it locked. */
export const LOCK_FILE = 'lock';
const OWNER_FILE = 'lock-owner.json';
const SQLITE_BUSY = 5;

/**
 * Returns undefined when another process has the lock. It is SQLite's lock on an empty database, so the operating
 * system releases it when the owner dies, however that happens.
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
      locks.delete(lock);
      rmSync(ownerFile, { force: true });
      database.close();
    },
  };
  locks.add(lock);
  return lock;
}

/** References the locks, because a collected `DatabaseSync` closes its file and so releases the lock. */
const locks = new Set<Lock>();

/** The living process that took the lock last. */
export function lockOwner(directory: string): LockOwner | undefined {
  try {
    const owner = JSON.parse(readFileSync(join(directory, OWNER_FILE), 'utf8')) as LockOwner;
    return isAlive(owner.pid, owner.identity) ? owner : undefined;
  } catch {
    return undefined;
  }
}
