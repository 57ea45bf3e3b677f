import { createPublicKey, type KeyObject } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { runTool } from '../run-tool.ts';
import { createStep } from '../terminal.ts';
import { ARCHITECTURES } from './base-system.ts';
import { type Descriptor, digestOf, type Index, type Manifest, readBlob, readIndex, REFERENCE } from './oci-layout.ts';
import { checksumsOf, namedDigests, type Release, subjectsOf } from './release.ts';
import { type Envelope, isSignedBy, opened } from './signature.ts';

const USAGE = `usage: npm run release:verify -- DIRECTORY [--key FILE]

Checks what \`npm run release\` made. Without --key (a public key in PEM) signatures are checked with the key that lies next to them,
which shows that nothing was changed since, and not who signed.`;

/** Checks a release by what lies there alone, so that it can be checked far from where it was made. */
export async function verifyRelease(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { key: { type: 'string' } },
  });
  const [given] = positionals;
  if (!given) throw new Error(USAGE);
  const directory = resolve(given);
  if (!existsSync(join(directory, 'release.json')))
    throw new Error(`${directory} is no release: it has no release.json`);
  const key = createPublicKey(readFileSync(values.key ?? join(directory, 'signing-key.pub')));
  const made = JSON.parse(readFileSync(join(directory, 'release.json'), 'utf8')) as Release;
  const step = createStep();
  await step('files are those that were signed', async () => checkFiles(directory, key));
  await step('images and chart are what their names say', () => checkLayout(join(directory, 'oci'), made));
  await step('signatures of images and chart', async () => checkSignatures(join(directory, 'signatures'), made, key));
  await step('provenance names what lies here', async () => checkProvenance(directory, made, key));
  await step('SBOMs list what images hold', () => checkContents(directory, made));
  await step('the chart runs these images', () => checkChart(join(directory, 'oci'), made));
  await step('the client installs and its types hold', () => checkClient(directory, made));
  console.log(values.key ? 'Verified.' : 'Verified, by the key that lies next to it: give --key to know who signed.');
  return 0;
}

function checkFiles(directory: string, key: KeyObject): void {
  const sums = readFileSync(join(directory, 'SHA256SUMS'), 'utf8');
  const signature = readFileSync(join(directory, 'SHA256SUMS.sig'), 'utf8');
  if (!isSignedBy(Buffer.from(sums), signature, key)) throw new Error('SHA256SUMS is not signed by this key');
  if (checksumsOf(directory) !== sums)
    throw new Error(`Files were changed, added or removed: sha256sum --check SHA256SUMS names them`);
}

/** Reads every blob that is referred to, which compares it with its name. */
async function checkLayout(layout: string, made: Release): Promise<void> {
  // Images share their first layers, which are read and unpacked once.
  const diffIds = new Map<string, string>();
  const diffIdOf = (layer: Descriptor): string => {
    const key = `${layer.digest} ${layer.size}`;
    const diffId = diffIds.get(key) ?? digestOf(gunzipSync(readBlob(layout, layer)));
    diffIds.set(key, diffId);
    return diffId;
  };
  const expected = new Map(namedDigests(made).map(([name, digest]) => [`${name}:${made.version}`, digest]));
  for (const { annotations, digest, ...rest } of readIndex(layout).manifests) {
    const name = annotations?.[REFERENCE] ?? '';
    if (expected.get(name) !== digest) throw new Error(`${name} is not the one that release.json names`);
    expected.delete(name);
    const outer = JSON.parse(readBlob(layout, { digest, size: rest.size }).toString()) as Index | Manifest;
    const manifests = 'manifests' in outer ? outer.manifests.map((one) => manifestAt(layout, one)) : [outer];
    for (const { config, layers } of manifests) {
      const { rootfs } = JSON.parse(readBlob(layout, config).toString()) as { rootfs?: { diff_ids: string[] } };
      const unpacked = layers.map(diffIdOf);
      if (rootfs && JSON.stringify(rootfs.diff_ids) !== JSON.stringify(unpacked))
        throw new Error(`${name}: its configuration names other layers than it has`);
    }
  }
  if (expected.size > 0) throw new Error(`Not there: ${[...expected.keys()].join(', ')}`);
}

function descriptorOf(layout: string, digest: string): Descriptor {
  const found = readIndex(layout).manifests.find((one) => one.digest === digest);
  if (!found) throw new Error(`Not there: ${digest}`);
  return found;
}

const manifestAt = (layout: string, descriptor: { digest: string; size: number }): Manifest =>
  JSON.parse(readBlob(layout, descriptor).toString()) as Manifest;

function checkSignatures(layout: string, made: Release, key: KeyObject): void {
  const signed = new Set(
    readIndex(layout).manifests.map((descriptor) => {
      const [layer] = manifestAt(layout, descriptor).layers;
      if (!layer) throw new Error('A signature holds nothing');
      const payload = readBlob(layout, layer);
      const signature = layer.annotations?.['dev.cosignproject.cosign/signature'] ?? '';
      if (!isSignedBy(payload, signature, key)) throw new Error('A signature is not by this key');
      return (JSON.parse(payload.toString()) as { critical: { image: Record<string, string> } }).critical.image[
        'docker-manifest-digest'
      ];
    }),
  );
  for (const [name, digest] of namedDigests(made)) if (!signed.has(digest)) throw new Error(`${name} is not signed`);
}

interface Provenance {
  readonly subject: readonly { name: string; digest: { sha256: string } }[];
  readonly predicate: {
    buildDefinition: { resolvedDependencies: readonly { uri: string; digest: { sha256?: string } }[] };
  };
}

function checkProvenance(directory: string, made: Release, key: KeyObject): void {
  const envelope = JSON.parse(readFileSync(join(directory, 'provenance.intoto.json'), 'utf8')) as Envelope;
  const { subject, predicate } = opened(envelope, key) as Provenance;
  const named = subject.map(({ name, digest }) => `${name} sha256:${digest.sha256}`).toSorted();
  const here = subjectsOf(made)
    .map(({ name, digest }) => `${name} ${digest}`)
    .toSorted();
  if (JSON.stringify(named) !== JSON.stringify(here)) throw new Error('The provenance is of something else');
  const lock = predicate.buildDefinition.resolvedDependencies.find(({ uri }) => uri === 'file:package-lock.json');
  if (digestOf(readFileSync(join(directory, 'package-lock.json'))) !== `sha256:${lock?.digest.sha256}`)
    throw new Error('The lock file is not the one that this was made of');
  for (const [file, digest] of [
    [`estampa-client-${made.version}.tgz`, made.client],
    ['openapi.json', made.openapi],
  ] as const)
    if (digestOf(readFileSync(join(directory, file))) !== digest) throw new Error(`${file} was changed`);
}

/** What the packages inside of the layers call themselves, against what the SBOM lists: found in two ways. */
async function checkContents(directory: string, made: Release): Promise<void> {
  const layout = join(directory, 'oci');
  const locked = lockedPackages(directory);
  for (const [name, digest] of Object.entries(made.images)) {
    const { manifests } = JSON.parse(readBlob(layout, descriptorOf(layout, digest)).toString()) as Index;
    for (const architecture of ARCHITECTURES) {
      const manifest = manifests.find(({ platform }) => platform?.architecture === architecture);
      if (!manifest) throw new Error(`${name} is not there for ${architecture}`);
      const sbom = JSON.parse(readFileSync(join(directory, `sbom/${name}-${architecture}.cdx.json`), 'utf8')) as {
        components: { name: string; version: string; purl: string; hashes?: { content: string }[] }[];
      };
      const npm = sbom.components.filter(({ purl }) => /^pkg:npm\/(?!node-linux-)/.test(purl));
      const unknown = npm.find((one) => !locked.has(`${one.name}@${one.version} ${one.hashes?.[0]?.content}`));
      if (unknown) throw new Error(`${name}: package-lock.json has no such ${unknown.name}@${unknown.version}`);
      const listed = npm.map((one) => `${one.name}@${one.version}`);
      const held = await packagesHeld(layout, manifestAt(layout, manifest));
      const difference = [...new Set(listed).symmetricDifference(held)];
      if (difference.length > 0)
        throw new Error(`${name} for ${architecture}: ${difference.slice(0, 5).join(', ')} differ`);
    }
  }
}

/** Name, version and SHA-512 of all that the lock file names. */
function lockedPackages(directory: string): ReadonlySet<string> {
  const { packages } = JSON.parse(readFileSync(join(directory, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; integrity?: string }>;
  };
  return new Set(
    Object.entries(packages).map(([path, { version, integrity = '' }]) => {
      const sha512 = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
      return `${path.split('node_modules/').at(-1)}@${version} ${sha512}`;
    }),
  );
}

const PACKAGE = /^app\/(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/;

async function packagesHeld(layout: string, { layers }: Manifest): Promise<Set<string>> {
  const held = new Set<string>();
  for (const layer of layers.slice(2))
    for (const { header, data } of await unpackTar(gunzipSync(readBlob(layout, layer)))) {
      const found = PACKAGE.exec(header.name);
      if (!found || !data || found[1]!.startsWith('@estampa/')) continue;
      const { version } = JSON.parse(Buffer.from(data).toString()) as { version: string };
      held.add(`${found[1]}@${version}`);
    }
  return held;
}

async function checkChart(layout: string, { chart, images, version }: Release): Promise<void> {
  const [archive] = manifestAt(layout, descriptorOf(layout, chart)).layers;
  const files = await unpackTar(gunzipSync(readBlob(layout, archive!)));
  const textOf = (path: string) => Buffer.from(files.find(({ header }) => header.name === path)?.data ?? '').toString();
  if (!textOf('estampa/Chart.yaml').includes(`\nversion: ${version}\n`))
    throw new Error('The chart is of another version');
  const values = textOf('estampa/values.yaml');
  const pins = [...values.matchAll(/^([\w-]+): \{ image: \{ digest: '(sha256:[0-9a-f]{64})' \} \}$/gm)];
  if (pins.length === 0) throw new Error('The chart pins no image');
  for (const [, name = '', digest] of pins)
    if (images[name] !== digest) throw new Error(`The chart runs another ${name} than this release has`);
}

const USED = `import { createClient } from '@estampa/client';
const api = createClient({ baseUrl: 'http://127.0.0.1' });
const order: { id: string } = await api.getOrder({ orderId: '' });
// @ts-expect-error There is no such operation.
await api.noSuchOperation({});
export { order };
`;

async function checkClient(directory: string, { version }: Release): Promise<void> {
  const project = mkdtempSync(join(tmpdir(), 'estampa-use-'));
  try {
    writeFileSync(join(project, 'package.json'), '{"name":"use","private":true,"type":"module"}\n');
    const tarball = join(directory, `estampa-client-${version}.tgz`);
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', tarball], { cwd: project, stdio: 'pipe' });
    writeFileSync(join(project, 'use.ts'), USED);
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2023',
      lib: ['es2023', 'dom'],
      strict: true,
      noEmit: true,
      types: [],
    };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }));
    await runTool('tsc', ['-p', join(project, 'tsconfig.json')]);
    execFileSync(
      'node',
      [
        '--input-type=module',
        '-e',
        "const { createClient } = await import('@estampa/client'); createClient({ baseUrl: 'http://127.0.0.1' })",
      ],
      { cwd: project, stdio: 'pipe' },
    );
  } finally {
    rmSync(project, { recursive: true });
  }
}
