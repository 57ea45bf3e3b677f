import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOWNLOADS, REPOSITORY } from '../paths.ts';
import { fetchJars, type Checksums } from './fetch-jars.ts';

const LOCK_FILE = join(REPOSITORY, 'packages/stack/jars-lock.json');
const KAFKA = 'kafka-4.3.1';
const S3PROXY = 's3proxy-4.1.0';

/** The directory of Apache Kafka and its dependencies. */
export const fetchKafka = (): Promise<string> => fetchLocked(KAFKA);

/** The one jar that is S3Proxy. */
export async function fetchS3Proxy(): Promise<string> {
  return join(await fetchLocked(S3PROXY), `${S3PROXY}-jar-with-dependencies.jar`);
}

function fetchLocked(name: string): Promise<string> {
  const lock = JSON.parse(readFileSync(LOCK_FILE, 'utf8')) as Record<string, Checksums>;
  const checksums = lock[name];
  if (!checksums) throw new Error(`jars-lock.json does not list ${name}`);
  return fetchJars(checksums, join(DOWNLOADS, name), process.env.ESTAMPA_MAVEN_BASE_URL);
}
