import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { LOCAL, REPOSITORY } from '../paths.ts';
import { runTool } from '../run-tool.ts';
import { createStep } from '../terminal.ts';
import { generateClient } from './generate-client.ts';

const GENERATED = 'packages/contracts/gen';
const OWN_SOURCE = 'packages/stack/src/commands/gen.ts';
const STAMP = join(REPOSITORY, GENERATED, '.stamp');

export async function gen(): Promise<number> {
  await createStep()('contracts and client', generateCode);
  return 0;
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
    await writeSideEffectFree(join(fresh, GENERATED, 'estampa/side-effect-free.ts'));
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

interface Image {
  readonly file: readonly {
    readonly package: string;
    readonly service?: readonly {
      readonly name: string;
      readonly method: readonly { readonly name: string; readonly options?: { readonly idempotencyLevel?: string } }[];
    }[];
  }[];
}

/** Which methods may be repeated says the contract itself; ts-proto leaves that out. */
async function writeSideEffectFree(path: string): Promise<void> {
  const image = JSON.parse(await runTool('buf', ['build', '--output', '-#format=json'])) as Image;
  const paths = image.file.flatMap((file) =>
    (file.service ?? []).flatMap((service) =>
      service.method
        .filter(({ options }) => options?.idempotencyLevel === 'NO_SIDE_EFFECTS')
        .map((method) => `/${file.package}.${service.name}/${method.name}`),
    ),
  );
  writeFileSync(path, `export const SIDE_EFFECT_FREE: ReadonlySet<string> = new Set(${JSON.stringify(paths)});\n`);
}

const isCurrent = () => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sourceHash();

function sourceHash(): string {
  const sources = globSync('proto/**/*.{proto,yaml}', { cwd: REPOSITORY }).toSorted();
  const hash = createHash('sha256').update(tsProtoVersion());
  for (const source of [...sources, 'buf.gen.yaml', OWN_SOURCE])
    hash.update(source).update(readFileSync(join(REPOSITORY, source)));
  return hash.digest('hex');
}

function tsProtoVersion(): string {
  const manifest = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  return manifest.devDependencies['ts-proto'] ?? '';
}
