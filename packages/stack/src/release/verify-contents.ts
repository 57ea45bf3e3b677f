import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseYaml } from '@redocly/openapi-core';
import { unpackTar } from 'modern-tar';
import { ARCHITECTURES } from './base-system.ts';
import { type Index, type Manifest, readBlob } from './oci-layout.ts';
import type { Release } from './signed-release.ts';
import { descriptorOf, manifestAt } from './verify-layout.ts';

/** What the packages inside of the layers call themselves, against what the SBOM lists: found in two ways. */
export async function checkContents(directory: string, made: Release): Promise<void> {
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
      const installed = await installedPackages(layout, manifestAt(layout, manifest));
      const difference = [...new Set(listed).symmetricDifference(installed)];
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

async function installedPackages(layout: string, { layers }: Manifest): Promise<Set<string>> {
  const installed = new Set<string>();
  for (const layer of layers.slice(2))
    for (const { header, data } of await unpackTar(gunzipSync(readBlob(layout, layer)))) {
      const found = PACKAGE.exec(header.name);
      if (!found || !data || found[1]!.startsWith('@estampa/')) continue;
      const { version } = JSON.parse(Buffer.from(data).toString()) as { version: string };
      installed.add(`${found[1]}@${version}`);
    }
  return installed;
}

type Values = { smoke: { image: string; digest: string } } & Partial<Record<string, { image?: { digest?: string } }>>;

/** The chart has to pin what it runs of ours, each service and the tools of its test, to what was released. */
export async function checkChart(layout: string, { chart, images, version }: Release): Promise<void> {
  const [archive] = manifestAt(layout, descriptorOf(layout, chart)).layers;
  const files = await unpackTar(gunzipSync(readBlob(layout, archive!)));
  const textOf = (path: string) => Buffer.from(files.find(({ header }) => header.name === path)?.data ?? '').toString();
  if (!textOf('estampa/Chart.yaml').includes(`\nversion: ${version}\n`))
    throw new Error('The chart is of another version');
  const services = files
    .map(({ header }) => /^estampa\/charts\/([\w-]+)\/Chart\.yaml$/.exec(header.name))
    .flatMap((found) => (found && /^type: application$/m.test(textOf(found[0])) ? [found[1]!] : []));
  const { smoke, ...values } = parseYaml(textOf('estampa/values.yaml')) as Values;
  const run = [...services.map((name) => [name, values[name]?.image?.digest]), [smoke.image, smoke.digest]];
  for (const [name = '', digest] of run)
    if (!images[name] || images[name] !== digest)
      throw new Error(`The chart runs another ${name} than this release has`);
}
