import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { additions, unnamedIn } from '../additions.ts';
import { breakingChanges } from '../breaking-changes.ts';
import { REPOSITORY } from '../paths.ts';

const run = promisify(execFile);

const RELEASED = join(REPOSITORY, 'docs/released-openapi.json');
const DOCUMENT_MAX_BYTES = 16 * 1024 * 1024;
/** What clients are not broken by. */
const DESCRIBED = new Set(['description', 'summary', 'example', 'examples', 'tags', 'info', 'servers']);
/** Recommended by the linter, and not meant for an API such as this one. */
const LEFT_OUT = {
  // `/artworks/me` is meant before `/artworks/{artworkId}`, as OpenAPI has it.
  'no-ambiguous-paths': 'off',
} as const;

const MENDED_BY: Readonly<Record<string, string>> = {
  'no-invalid-media-type-examples': '; `npm run gen:examples` renews examples',
};

let written: Promise<string> | undefined;

/** The OpenAPI document of the route table as it is, written once. */
export const presentDocument = (): Promise<string> => (written ??= writeDocument());

async function writeDocument(): Promise<string> {
  const { stdout } = await run(process.execPath, [join(REPOSITORY, 'gateway/src/openapi/write.ts')], {
    maxBuffer: DOCUMENT_MAX_BYTES,
  });
  return stdout;
}

/** Fails with what the recommended rules of a published linter find, if only to warn. */
export async function lintOpenApi(): Promise<void> {
  const config = await createConfig({ extends: ['recommended'], rules: LEFT_OUT });
  const problems = await lintFromString({ source: await presentDocument(), config });
  const byRule = Map.groupBy(problems, ({ ruleId }) => ruleId);
  const reported = [...byRule].map(([ruleId, [first, ...more]]) => {
    const [at] = first!.location;
    const where = at && 'pointer' in at ? at.pointer : '';
    return `${ruleId}: ${first!.message} (${where}${more.length > 0 ? ` and ${more.length} more` : ''})${MENDED_BY[ruleId] ?? ''}`;
  });
  if (reported.length > 0) throw new Error(reported.join('\n'));
}

/** Fails when the public contract changed so that a client of the last release would break. */
export async function compareWithReleasedOpenApi(): Promise<void> {
  const released = JSON.parse(readFileSync(RELEASED, 'utf8')) as object;
  const changes = breakingChanges(released, JSON.parse(await presentDocument()));
  if (changes.length > 0) throw new Error(changes.join('\n'));
}

/** Fails when the list of changes does not name what clients can use since the last release. */
export async function compareWithChangelog(): Promise<void> {
  const released = JSON.parse(readFileSync(RELEASED, 'utf8')) as object;
  const added = additions(released, JSON.parse(await presentDocument()));
  const unnamed = unnamedIn(readFileSync(join(REPOSITORY, 'CHANGELOG.md'), 'utf8'), added);
  if (unnamed.length > 0) throw new Error(`CHANGELOG.md does not name ${unnamed.join(', ')}`);
}

/** Part of a release: from now on clients are written by this document. */
export async function releaseOpenApi(): Promise<number> {
  const document = JSON.parse(await presentDocument(), (name, value: unknown) =>
    DESCRIBED.has(name) && typeof value !== 'object' ? undefined : value,
  ) as { paths: object; components: { schemas: object; responses: object; parameters: object } };
  const { paths, components } = document;
  writeFileSync(RELEASED, `${linesOf({ paths, components })}\n`);
  console.log(`${RELEASED} is what clients are written by from now on`);
  return 0;
}

/** One line for each path and component, so that a change is seen where it is. */
function linesOf({ paths, components }: { paths: object; components: Record<string, object> }): string {
  const list = (members: object) =>
    Object.entries(members)
      .map(([name, member]) => `${JSON.stringify(name)}: ${JSON.stringify(member)}`)
      .join(',\n');
  const { schemas = {}, parameters = {}, responses = {} } = components;
  const parts = Object.entries({ schemas, parameters, responses }).map(
    ([kind, members]) => `${JSON.stringify(kind)}: {\n${list(members)}\n}`,
  );
  return `{"paths": {\n${list(paths)}\n},\n"components": {\n${parts.join(',\n')}\n}}`;
}
