import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { processIdentity } from '../processes/process-table.ts';
import { copyByMaven } from './maven.ts';

/** SHA-256 of each jar by its path in a Maven repository: `org/slf4j/slf4j-api/1.7.36/slf4j-api-1.7.36.jar`. */
export type Checksums = Readonly<Record<string, string>>;

const STAMP = '.verified';
const DOWNLOAD_DEADLINE_MS = 600_000;
const CONNECTIONS = 4;
const PARTIAL = '.partial-';

/**
 * Returns the directory with exactly these jars: the existing one, else filled by Maven, else from the given
 * repository. Every checksum is verified before the directory gets its final name, so a broken download is never taken
 * for a complete one.
 */
export async function fetchJars(checksums: Checksums, place: string, baseUrl?: string): Promise<string> {
  if (await isIntact(place, checksums)) return place;
  dropInterrupted(place);
  const partial = `${place}${PARTIAL}${process.pid}`;
  mkdirSync(partial, { recursive: true });
  const clear = () => rmSync(partial, { recursive: true, force: true });
  process.once('exit', clear);
  try {
    const paths = Object.keys(checksums);
    await (baseUrl ? download(paths, partial, baseUrl) : copyByMaven(paths, partial, DOWNLOAD_DEADLINE_MS));
    await verify(partial, checksums);
    writeFileSync(join(partial, STAMP), digestOf(checksums));
    // Another process may have fetched them by now and use them already.
    if (await isIntact(place, checksums)) return place;
    rmSync(place, { recursive: true, force: true });
    renameSync(partial, place);
  } finally {
    process.off('exit', clear);
    clear();
  }
  return place;
}

/** What an earlier version or another hand put there is verified once, then stamped. */
async function isIntact(place: string, checksums: Checksums): Promise<boolean> {
  if (!existsSync(place)) return false;
  const stamp = join(place, STAMP);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digestOf(checksums)) return true;
  try {
    await verify(place, checksums);
    writeFileSync(stamp, digestOf(checksums));
    return true;
  } catch {
    return false;
  }
}

async function verify(directory: string, checksums: Checksums): Promise<void> {
  const jars = readdirSync(directory).filter((name) => name.endsWith('.jar'));
  const expected = new Set(Object.keys(checksums).map((path) => basename(path)));
  const stranger = jars.find((name) => !expected.has(name));
  if (stranger) throw new Error(`${stranger} is not among the jars of ${basename(directory)}`);
  for (const [path, checksum] of Object.entries(checksums)) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(directory, basename(path))), hash);
    if (hash.digest('hex') !== checksum) throw new Error(`${basename(path)} is not what its checksum promises`);
  }
}

async function download(paths: readonly string[], directory: string, baseUrl: string): Promise<void> {
  const queue = [...paths];
  const signal = AbortSignal.timeout(DOWNLOAD_DEADLINE_MS);
  const lane = async () => {
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      const url = `${baseUrl.replace(/\/+$/, '')}/${path}`;
      const response = await fetch(url, { signal });
      if (!response.ok || !response.body) throw new Error(`${url} responded ${response.status}`);
      await pipeline(Readable.fromWeb(response.body), createWriteStream(join(directory, basename(path))), { signal });
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
}

/** A download whose process was killed. */
function dropInterrupted(place: string): void {
  const prefix = basename(place) + PARTIAL;
  mkdirSync(dirname(place), { recursive: true });
  for (const name of readdirSync(dirname(place)).filter((other) => other.startsWith(prefix)))
    if (processIdentity(Number(name.slice(prefix.length))) === undefined)
      rmSync(join(dirname(place), name), { recursive: true, force: true });
}

const digestOf = (checksums: Checksums) => createHash('sha256').update(JSON.stringify(checksums)).digest('hex');
