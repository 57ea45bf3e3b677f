import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Files that are made once and stand beside the jars: the metadata of a new broker, and an archive of its classes.
 * Without them each new broker starts one JVM more and loads and verifies thousands of classes.
 */
const siblingFile = (jars: string, ending: string): string => join(dirname(jars), `${basename(jars)}${ending}`);

const CHECKPOINT = 'bootstrap.checkpoint';
/** Of the one node, which its directory and its settings both name. */
export const NODE_ID = 1;

const newId = (): string => randomBytes(16).toString('base64url');

/** Prepares the data directory of a new broker, as Kafka's own tool does, which runs for the first one only. */
export async function formatDirectory(jars: string, configFile: string, dataDirectory: string): Promise<void> {
  const stored = siblingFile(jars, `-${CHECKPOINT}`);
  if (!existsSync(stored)) {
    await formatByKafka(jars, configFile);
    replace(join(dataDirectory, CHECKPOINT), stored);
    return;
  }
  copyFileSync(stored, join(dataDirectory, CHECKPOINT));
  const ids = [`version=1`, `cluster.id=${newId()}`, `node.id=${NODE_ID}`, `directory.id=${newId()}`];
  writeFileSync(join(dataDirectory, 'meta.properties'), `${ids.join('\n')}\n`);
}

async function formatByKafka(jars: string, configFile: string): Promise<void> {
  const tool = ['kafka.tools.StorageTool', 'format', `--cluster-id=${newId()}`, '-c', configFile];
  await promisify(execFile)('java', ['-XX:TieredStopAtLevel=1', '-cp', join(jars, '*'), ...tool]);
}

/** Other processes may do the same at this time: each sees the old file or the new one, whole. */
function replace(from: string, to: string): void {
  const partial = `${to}.partial-${process.pid}`;
  copyFileSync(from, partial);
  renameSync(partial, to);
}

/** Flags of a JVM that reads the classes from the archive; none while there is none. Another JVM's archive is ignored by it. */
export function archivedClasses(jars: string): string[] {
  const archive = siblingFile(jars, '.jsa');
  return existsSync(archive) ? [`-XX:SharedArchiveFile=${archive}`, '-Xshare:auto', '-Xlog:cds=off'] : [];
}

/**
 * Makes the archive, if it is missing, by `run`: it starts a broker with the given flags, stops it when it has
 * responded, since the JVM writes the archive as it ends, and returns false when it had to be killed before that.
 */
export async function archiveClasses(jars: string, run: (flags: readonly string[]) => Promise<boolean>): Promise<void> {
  const archive = siblingFile(jars, '.jsa');
  if (existsSync(archive)) return;
  const partial = `${archive}.partial-${process.pid}`;
  try {
    const hasEnded = await run([`-XX:ArchiveClassesAtExit=${partial}`, '-Xlog:cds=off']);
    if (hasEnded && existsSync(partial)) renameSync(partial, archive);
  } finally {
    rmSync(partial, { force: true });
  }
}
