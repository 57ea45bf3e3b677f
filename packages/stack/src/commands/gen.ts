import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { LOCAL, REPOSITORY } from '../paths.ts';
import { runTool } from '../run-tool.ts';
import { createStep } from '../terminal.ts';
import { generateClient } from './generate-client.ts';
import { type Image, readProtos } from './proto-image.ts';
import { redactedFields } from './redacted-fields.ts';
import { withAccessLists, withSubscriptions } from '../subscriptions.ts';

const GENERATED = 'packages/contracts/gen';
const OWN_SOURCES = ['gen.ts', 'proto-image.ts', 'redacted-fields.ts'].map(
  (file) => `packages/stack/src/commands/${file}`,
);
const STAMP = join(REPOSITORY, GENERATED, '.stamp');

export async function gen(): Promise<number> {
  const step = createStep();
  await step('contracts and client', generateCode);
  await step('subscriptions in documents and access lists', writeSubscriptions);
  return 0;
}

async function writeSubscriptions(): Promise<void> {
  for (const [file, written] of [
    ['docs/architecture.md', withSubscriptions],
    ['k8s/production/kafka.yaml', withAccessLists],
  ] as const) {
    const path = join(REPOSITORY, file);
    writeFileSync(path, written(readFileSync(path, 'utf8')));
  }
}

/** All code that is generated, as far as what it is made from has changed. */
export async function generateCode(): Promise<void> {
  await generateContracts();
  await generateClient();
}

/** Generates TypeScript from proto/ when that changed; in a temporary directory first, so that a half-written result is never visible. */
export async function generateContracts(): Promise<void> {
  if (isCurrent()) return;
  const fresh = join(LOCAL, `gen-${process.pid}`);
  mkdirSync(fresh, { recursive: true });
  try {
    await runTool('buf', ['generate', '--output', fresh]);
    copyLess(join(fresh, GENERATED));
    const image = await readProtos();
    writeSideEffectFree(join(fresh, GENERATED, 'estampa/side-effect-free.ts'), image);
    writeRedactedFields(join(fresh, GENERATED, 'estampa/redacted-fields.ts'), image);
    writeFileSync(join(fresh, GENERATED, '.stamp'), sourceHash());
    rmSync(join(REPOSITORY, GENERATED), { recursive: true, force: true });
    renameSync(join(fresh, GENERATED), join(REPOSITORY, GENERATED));
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** ts-proto copies what it has just encoded or read; `wire.ts` does without. */
function copyLess(directory: string): void {
  for (const file of globSync('**/*.ts', { cwd: directory })) {
    const path = join(directory, file);
    const text = readFileSync(path, 'utf8');
    const sparing = text
      .replaceAll(/Buffer\.from\((\w+)\.encode\(value\)\.finish\(\)\)/g, 'encoded($1, value)')
      .replaceAll('Buffer.from(reader.bytes())', 'fieldBytes(reader.bytes())');
    if (sparing === text) continue;
    const names = ['encoded', 'fieldBytes'].filter((name) => sparing.includes(`${name}(`));
    const wire = join(relative(dirname(file), '..'), 'src/wire.ts');
    writeFileSync(path, `import { ${names.join(', ')} } from "${wire}";\n${sparing}`);
  }
}

/** Which methods may be repeated; ts-proto leaves the option out. */
function writeSideEffectFree(path: string, image: Image): void {
  const paths = image.file.flatMap((file) =>
    (file.service ?? []).flatMap((service) =>
      service.method
        .filter(({ options }) => options?.idempotencyLevel === 'NO_SIDE_EFFECTS')
        .map((method) => `/${file.package}.${service.name}/${method.name}`),
    ),
  );
  writeFileSync(path, `export const SIDE_EFFECT_FREE: ReadonlySet<string> = new Set(${JSON.stringify(paths)});\n`);
}

/** Which fields logs hide; ts-proto leaves the option out. */
function writeRedactedFields(path: string, image: Image): void {
  const names = JSON.stringify(redactedFields(image));
  writeFileSync(path, `export const REDACTED_FIELDS: readonly string[] = ${names};\n`);
}

const isCurrent = () => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sourceHash();

function sourceHash(): string {
  const sources = globSync('proto/**/*.{proto,yaml}', { cwd: REPOSITORY }).toSorted();
  const hash = createHash('sha256').update(tsProtoVersion());
  for (const source of [...sources, 'buf.gen.yaml', ...OWN_SOURCES])
    hash.update(source).update(readFileSync(join(REPOSITORY, source)));
  return hash.digest('hex');
}

function tsProtoVersion(): string {
  const manifest = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  return manifest.devDependencies['ts-proto'] ?? '';
}
