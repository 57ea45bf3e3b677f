import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DOWNLOADS } from '../paths.ts';

const KAFKA_VERSION = '4.3.1';
const S3PROXY_VERSION = '4.1.0';
const SLF4J_VERSION = '1.7.36';
const COPY_PLUGIN = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1';
const DOWNLOAD_DEADLINE_MS = 600_000;

/** The directory that holds Apache Kafka and what it needs. */
export function fetchKafka(): Promise<string> {
  return fetchOnce(`kafka-${KAFKA_VERSION}`, (target) => {
    writeFileSync(join(target, 'pom.xml'), kafkaPom());
    return maven(target, `${COPY_PLUGIN}:copy-dependencies`, `-DoutputDirectory=${target}`);
  });
}

/** The one jar that is S3Proxy. */
export async function fetchS3Proxy(): Promise<string> {
  const artifact = `org.gaul:s3proxy:${S3PROXY_VERSION}:jar:jar-with-dependencies`;
  const directory = await fetchOnce(`s3proxy-${S3PROXY_VERSION}`, (target) =>
    maven(target, `${COPY_PLUGIN}:copy`, `-Dartifact=${artifact}`, `-DoutputDirectory=${target}`),
  );
  return join(directory, `s3proxy-${S3PROXY_VERSION}-jar-with-dependencies.jar`);
}

/** Downloads beside the final place and renames, so a broken or doubled download is never taken for a whole one. */
async function fetchOnce(name: string, download: (target: string) => Promise<void>): Promise<string> {
  const place = join(DOWNLOADS, name);
  if (existsSync(place)) return place;

  const partial = `${place}.partial-${process.pid}`;
  mkdirSync(partial, { recursive: true });
  try {
    await download(partial);
    if (!existsSync(place)) renameSync(partial, place);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  return place;
}

async function maven(directory: string, ...args: string[]): Promise<void> {
  try {
    await promisify(execFile)('mvn', ['-q', '-B', ...args], { cwd: directory, timeout: DOWNLOAD_DEADLINE_MS });
  } catch (error) {
    const output = (error as { stdout?: string }).stdout ?? '';
    throw new Error(`mvn could not download: ${output.slice(0, 2_000)}`, { cause: error });
  }
}

function kafkaPom(): string {
  const dependency = (group: string, artifact: string, version: string) =>
    `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`;
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion><groupId>local</groupId><artifactId>kafka</artifactId><version>1</version>
  <dependencies>
    ${dependency('org.apache.kafka', 'kafka_2.13', KAFKA_VERSION)}
    ${dependency('org.slf4j', 'slf4j-simple', SLF4J_VERSION)}
  </dependencies>
</project>`;
}
