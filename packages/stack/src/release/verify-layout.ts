import { gunzipSync } from 'node:zlib';
import { type Descriptor, digestOf, type Index, type Manifest, readBlob, readIndex, REFERENCE } from './oci-layout.ts';
import { namedDigests, rejectStrayBlobs, type Release } from './signed-release.ts';

interface Configuration {
  readonly architecture: string;
  readonly os: string;
  readonly rootfs: { readonly diff_ids: readonly string[] };
}

/** Reads every blob that is referred to, which compares it with its name; fails for any other. */
export async function checkLayout(layout: string, made: Release): Promise<void> {
  rejectStrayBlobs(layout);
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
    if (!('manifests' in outer)) {
      for (const blob of [outer.config, ...outer.layers]) readBlob(layout, blob);
      continue;
    }
    for (const inner of outer.manifests) {
      const { config, layers } = manifestAt(layout, inner);
      const { architecture, os, rootfs } = JSON.parse(readBlob(layout, config).toString()) as Configuration;
      const promised = `${inner.platform?.os}/${inner.platform?.architecture}`;
      if (`${os}/${architecture}` !== promised)
        throw new Error(`${name}: what is for ${promised} says that it is for ${os}/${architecture}`);
      if (JSON.stringify(rootfs.diff_ids) !== JSON.stringify(layers.map(diffIdOf)))
        throw new Error(`${name}: its configuration names other layers than it has`);
    }
  }
  if (expected.size > 0) throw new Error(`Not there: ${[...expected.keys()].join(', ')}`);
}

export function descriptorOf(layout: string, digest: string): Descriptor {
  const found = readIndex(layout).manifests.find((one) => one.digest === digest);
  if (!found) throw new Error(`Not there: ${digest}`);
  return found;
}

export const manifestAt = (layout: string, descriptor: { digest: string; size: number }): Manifest =>
  JSON.parse(readBlob(layout, descriptor).toString()) as Manifest;
