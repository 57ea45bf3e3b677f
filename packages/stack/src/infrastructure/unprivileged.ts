import { execFileSync } from 'node:child_process';
import { chownSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const USER = 'postgres';
const OTHERS_MAY_ENTER = 0o001;

type CommandLine = readonly [command: string, ...args: string[]];

/** PostgreSQL rejects to run as root: as root it runs as a user of its own, who then owns the data directory. */
export function asUnprivileged(dataDirectory: string, [command, ...args]: CommandLine): CommandLine {
  if (process.getuid?.() !== 0) return [command, ...args];
  const user = findOrCreateUser();
  chownSync(dataDirectory, user.uid, user.gid);
  const identity = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
  return ['setpriv', ...identity, ...reachPrivileges(dataDirectory, command), command, ...args];
}

/** A file readable only by the unprivileged user. */
export function giveToUnprivileged(file: string): void {
  if (process.getuid?.() !== 0) return;
  const user = findOrCreateUser();
  chownSync(file, user.uid, user.gid);
}

/** A checkout in a private home (/root) is closed to that user, so it retains the capability to pass closed directories. */
function reachPrivileges(...paths: string[]): string[] {
  return paths.every((path) => isOpenToOthers(dirname(path)))
    ? []
    : ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
}

function isOpenToOthers(directory: string): boolean {
  const isOpen = (statSync(directory).mode & OTHERS_MAY_ENTER) !== 0;
  return isOpen && (directory === dirname(directory) || isOpenToOthers(dirname(directory)));
}

function findOrCreateUser(): { uid: number; gid: number } {
  try {
    return readUser();
  } catch {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', USER], { stdio: 'ignore' });
    return readUser();
  }
}

function readUser(): { uid: number; gid: number } {
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, USER], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  return { uid: id('-u'), gid: id('-g') };
}
