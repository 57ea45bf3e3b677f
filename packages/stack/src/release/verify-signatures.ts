import type { KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf, readBlob, readIndex, REFERENCE } from './oci-layout.ts';
import { type Envelope, isSignedBy, opened } from './signature.ts';
import { namedDigests, rejectStrayBlobs, type Release, SIGNATURE, signatureTag, subjectsOf } from './signed-release.ts';
import { manifestAt } from './verify-layout.ts';

/** What cosign signs. */
interface Signed {
  readonly critical: {
    readonly identity: { readonly 'docker-reference': string };
    readonly image: { readonly 'docker-manifest-digest': string };
  };
}

/** One signature for each image and the chart, and no other. */
export function checkSignatures(layout: string, made: Release, key: KeyObject): void {
  rejectStrayBlobs(layout);
  const unsigned = new Map(namedDigests(made).map(([name, digest]) => [digest, name]));
  for (const descriptor of readIndex(layout).manifests) {
    const { config, layers } = manifestAt(layout, descriptor);
    readBlob(layout, config);
    const [layer] = layers;
    if (!layer || layers.length > 1) throw new Error('A signature is of one layer');
    const payload = readBlob(layout, layer);
    if (!isSignedBy(payload, layer.annotations?.[SIGNATURE] ?? '', key))
      throw new Error('A signature is not by this key');
    const { identity, image } = (JSON.parse(payload.toString()) as Signed).critical;
    const [reference, digest] = [identity['docker-reference'], image['docker-manifest-digest']];
    const name = unsigned.get(digest);
    if (!name) throw new Error(`A signature is of ${digest}, which this release has not, or has another signature of`);
    const tag = descriptor.annotations?.[REFERENCE] ?? '';
    if (!reference.endsWith(`/${name}`) || tag !== signatureTag(reference, digest))
      throw new Error(`${tag} is not the tag under which cosign finds the signature of ${name}`);
    unsigned.delete(digest);
  }
  for (const name of unsigned.values()) throw new Error(`${name} is not signed`);
}

interface Provenance {
  readonly subject: readonly { name: string; digest: { sha256: string } }[];
  readonly predicate: {
    buildDefinition: {
      resolvedDependencies: readonly { uri: string; digest: { sha256?: string; gitCommit?: string } }[];
    };
  };
}

export function checkProvenance(directory: string, made: Release, key: KeyObject): void {
  const envelope = JSON.parse(readFileSync(join(directory, 'provenance.intoto.json'), 'utf8')) as Envelope;
  const { subject, predicate } = opened(envelope, key) as Provenance;
  const named = subject.map(({ name, digest }) => `${name} sha256:${digest.sha256}`).toSorted();
  const here = subjectsOf(made)
    .map(({ name, digest }) => `${name} ${digest}`)
    .toSorted();
  if (JSON.stringify(named) !== JSON.stringify(here)) throw new Error('The provenance is of something else');
  const { resolvedDependencies } = predicate.buildDefinition;
  const commit = resolvedDependencies.find(({ digest }) => digest.gitCommit)?.digest.gitCommit;
  if (commit !== made.revision)
    throw new Error(`The provenance is of commit ${commit}, and release.json of ${made.revision}`);
  const lock = resolvedDependencies.find(({ uri }) => uri === 'file:package-lock.json');
  if (digestOf(readFileSync(join(directory, 'package-lock.json'))) !== `sha256:${lock?.digest.sha256}`)
    throw new Error('The lock file is not the one that this was made of');
  for (const [file, digest] of [
    [`estampa-client-${made.version}.tgz`, made.client],
    ['openapi.json', made.openapi],
  ] as const)
    if (digestOf(readFileSync(join(directory, file))) !== digest) throw new Error(`${file} was changed`);
}
