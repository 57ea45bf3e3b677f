import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generateCode } from '../commands/gen.ts';
import { compareWithReleasedOpenApi, presentDocument } from '../commands/released-openapi.ts';
import { LOCAL, REPOSITORY } from '../paths.ts';
import { createStep, table } from '../terminal.ts';
import { writeChart } from './chart.ts';
import { clientPackage } from './client-package.ts';
import { type ReleasedImage, writeImages } from './images.ts';
import { digestOf, OciLayout } from './oci-layout.ts';
import { nextVersion } from './next-version.ts';
import { sbomOf } from './sbom.ts';
import { readSigningKey, trialKey } from './signature.ts';
import { namedDigests, type Release, signRelease } from './signed-release.ts';
import { changesOf, historyOf, sourceOf } from './source.ts';

const USAGE = `usage: npm run release -- VERSION [--key FILE] [--registry HOST/PATH] [--source URL]

Makes a release of what is committed, into .local/release/VERSION: images, chart, client, documents, signed.
  --key FILE       what signs: Ed25519 or ECDSA P-256 in PEM (PKCS#8); else one for trials, made here
  --registry NAME  where images will be published: signatures name it
  --source URL     where the sources are published: labels and provenance name it
  --suggest        prints the version that the changes since the last release call for, and makes nothing`;

export async function release(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      key: { type: 'string' },
      registry: { type: 'string' },
      source: { type: 'string' },
      suggest: { type: 'boolean' },
    },
  });
  if (values.suggest) {
    console.log(suggestion());
    return 0;
  }
  const [version] = positionals;
  if (!version) throw new Error(`${USAGE}\n\nThe next version: ${suggestion()}`);
  if (positionals.length > 1) throw new Error(USAGE);
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
  copyFileSync(join(REPOSITORY, 'package-lock.json'), join(directory, 'package-lock.json'));
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
  await step('signatures', async () => signRelease(directory, made, source, key, values.registry ?? 'estampa'));

  console.log(`\n${table(namedDigests(made).map(([name, digest]) => [name, digest]))}\n\n${directory}`);
  if (!values.key) console.log('Signed with a key for trials: give --key to publish it.');
  return 0;
}

function suggestion(): string {
  const next = nextVersion(historyOf());
  return next ? `${next.version} (${next.reason})` : 'none is needed, since nothing has changed';
}

function* sbomsOf(images: readonly ReleasedImage[], version: string): Generator<[name: string, sbom: object]> {
  for (const { name, platforms } of images)
    for (const platform of platforms)
      yield [`${name}-${platform.architecture}.cdx.json`, sbomOf({ image: name, version, ...platform })];
}
