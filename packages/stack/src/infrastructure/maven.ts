import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies';
const OUTPUT_MAX_CHARACTERS = 2_000;

/** Lets Maven, with its user's settings, copy exactly these jars of its repositories into a directory. */
export async function copyByMaven(paths: readonly string[], directory: string, deadlineMs: number): Promise<void> {
  writeFileSync(join(directory, 'pom.xml'), pomOf(paths));
  const running = promisify(execFile)('mvn', ['-q', '-B', COPY, `-DoutputDirectory=${directory}`], {
    cwd: directory,
    timeout: deadlineMs,
  });
  const kill = () => void running.child.kill();
  process.once('exit', kill);
  try {
    await running;
  } catch (error) {
    const { code, stdout = '' } = error as { code?: unknown; stdout?: string };
    throw new Error(
      code === 'ENOENT'
        ? 'Maven is not installed. Install it, or name a Maven repository in ESTAMPA_MAVEN_BASE_URL.'
        : `mvn could not download: ${stdout.slice(0, OUTPUT_MAX_CHARACTERS)}`,
      { cause: error },
    );
  } finally {
    process.off('exit', kill);
  }
}

export function pomOf(paths: readonly string[]): string {
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion><groupId>local</groupId><artifactId>jars</artifactId><version>1</version>
  <dependencies>
${paths.map((path) => `    ${dependency(path)}`).join('\n')}
  </dependencies>
</project>
`;
}

function dependency(path: string): string {
  const parts = path.split('/');
  const [artifact = '', version = '', file = ''] = parts.slice(-3);
  const classifier = file.slice(`${artifact}-${version}-`.length, -'.jar'.length);
  const coordinates = {
    groupId: parts.slice(0, -3).join('.'),
    artifactId: artifact,
    version,
    ...(classifier && { classifier }),
  };
  const elements = Object.entries(coordinates).map(([name, value]) => `<${name}>${value}</${name}>`);
  // The list is complete, so transitive dependencies are excluded.
  const nothingElse = '<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>';
  return `<dependency>${elements.join('')}${nothingElse}</dependency>`;
}
