import type { KeyObject } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generateCode } from '../commands/gen.ts';
import { compareWithReleasedOpenApi, presentDocument } from '../commands/released-openapi.ts';
import { LOCAL, REPOSITORY } from '../paths.ts';
import { createStep, table } from '../terminal.ts';
import { writeChart } from './chart.ts';
import { clientPackage } from './client-package.ts';
import { type ReleasedImage, writeImages } from './images.ts';
import { digestOf, MEDIA, OciLayout } from './oci-layout.ts';
import { provenanceOf, type Subject } from './provenance.ts';
import { sbomOf } from './sbom.ts';
import { publicKeyOf, readSigningKey, sealed, signatureOf, simpleSigning, trialKey } from './signature.ts';
import { changesOf, sourceOf } from './source.ts';

const USAGE = `usage: npm run release -- VERSION [--key FILE] [--registry HOST/PATH] [--source URL]

Makes a release of what is committed, into .local/release/VERSION: images, chart, client, documents, signed.
  --key FILE       what signs: Ed25519 or ECDSA P-256 in PEM (PKCS#8); else one for trials, made here
  --registry NAME  where images will be published: signatures name it
  --source URL     where the sources are published: labels and provenance name it`;

/** What of a release others refer to. */
export interface Release {
  readonly version: string;
  readonly revision: string;
  readonly images: Readonly<Record<string, string>>;
  readonly chart: string;
  readonly client: string;
  readonly openapi: string;
}

export async function release(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { key: { type: 'string' }, registry: { type: 'string' }, source: { type: 'string' } },
  });
  const [version] = positionals;
  if (!version || positionals.length > 1) throw new Error(USAGE);
  const source = sourceOf(version, values.source ?? null);
  const changes = changesOf(version);
  const key = values.key ? readSigningKey(values.key) : trialKey(join(LOCAL, 'release', 'trial-key.pem'));
  const directory = join(LOCAL, 'release', version);
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const write = (name: string, content: string | Uint8Array) => writeFileSync(join(directory, name), content);
  const step = createStep();

  await step('contracts and client', generateCode);
  const openapi = await step('OpenAPI document, compared with the last release', async () => {
    await compareWithReleasedOpenApi();
    return presentDocument();
  });
  write('openapi.json', openapi);
  write('CHANGES.md', changes);
  const lock = readFileSync(join(REPOSITORY, 'package-lock.json'));
  write('package-lock.json', lock);
  const client = await step('client', () => clientPackage(version));
  write(`estampa-client-${version}.tgz`, client);

  const layout = new OciLayout(join(directory, 'oci'));
  const images = await writeImages(layout, source, step);
  const chart = await step('chart', () => writeChart(layout, source, images));
  layout.finish();
  mkdirSync(join(directory, 'sbom'));
  for (const [name, sbom] of sbomsOf(images, version)) write(`sbom/${name}`, `${JSON.stringify(sbom, null, 1)}\n`);

  const made: Release = {
    version,
    revision: source.revision,
    images: Object.fromEntries(images.map(({ name, digest }) => [name, digest])),
    chart: chart.digest,
    client: digestOf(client),
    openapi: digestOf(Buffer.from(openapi)),
  };
  write('release.json', `${JSON.stringify(made, null, 2)}\n`);

  await step('signatures', async () => {
    const signed = new OciLayout(join(directory, 'signatures'));
    const registry = values.registry ?? 'estampa';
    for (const [name, digest] of namedDigests(made)) addSignature(signed, `${registry}/${name}`, digest, key);
    signed.finish();
    const statement = provenanceOf(subjectsOf(made), source, digestOf(lock));
    write('provenance.intoto.json', `${JSON.stringify(sealed(statement, key))}\n`);
    write('signing-key.pub', publicKeyOf(key));
    const sums = checksumsOf(directory);
    write('SHA256SUMS', sums);
    write('SHA256SUMS.sig', `${signatureOf(Buffer.from(sums), key)}\n`);
  });

  console.log(`\n${table(namedDigests(made).map(([name, digest]) => [name, digest]))}\n\n${directory}`);
  if (!values.key) console.log('Signed with a key for trials: give --key to publish it.');
  return 0;
}

function addSignature(layout: OciLayout, reference: string, digest: string, key: KeyObject): void {
  const payload = simpleSigning(reference, digest);
  const annotations = { 'dev.cosignproject.cosign/signature': signatureOf(payload, key) };
  const layer = layout.add(MEDIA.signature, payload, { annotations });
  const config = layout.addJson(MEDIA.config, {
    architecture: '',
    os: '',
    config: {},
    rootfs: { type: 'layers', diff_ids: [layer.digest] },
  });
  // The tag under which cosign looks for the signature of a digest.
  layout.name(layout.addManifest(config, [layer]), `${reference}:${digest.replace(':', '-')}.sig`);
}

/** Images and chart by the names that a registry would have them under. */
export const namedDigests = ({ images, chart }: Release): [name: string, digest: string][] => [
  ...Object.entries(images),
  ['charts/estampa', chart],
];

export const subjectsOf = (made: Release): Subject[] => [
  ...namedDigests(made).map(([name, digest]) => ({ name, digest })),
  { name: `estampa-client-${made.version}.tgz`, digest: made.client },
  { name: 'openapi.json', digest: made.openapi },
];

function* sbomsOf(images: readonly ReleasedImage[], version: string): Generator<[name: string, sbom: object]> {
  for (const { name, platforms } of images)
    for (const platform of platforms)
      yield [`${name}-${platform.architecture}.cdx.json`, sbomOf({ image: name, version, ...platform })];
}

/** As `sha256sum --check` reads it; blobs are named by their digests, and signatures differ with the key. */
export function checksumsOf(directory: string): string {
  return filesBelow(directory)
    .filter((path) => !/^(?:SHA256SUMS|oci\/blobs\/|signatures\/blobs\/)/.test(path))
    .map((path) => `${digestOf(readFileSync(join(directory, path))).replace('sha256:', '')}  ${path}\n`)
    .join('');
}

const filesBelow = (directory: string): string[] =>
  (readdirSync(directory, { recursive: true }) as string[])
    .filter((path) => statSync(join(directory, path)).isFile())
    .toSorted();
