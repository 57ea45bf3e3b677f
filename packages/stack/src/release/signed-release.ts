import type { KeyObject } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { blobFile, blobsOf, digestOf, MEDIA, OciLayout } from './oci-layout.ts';
import { provenanceOf, type Subject } from './provenance.ts';
import { publicKeyOf, sealed, signatureOf, simpleSigning } from './signature.ts';
import type { Source } from './source.ts';

export const SIGNATURE = 'dev.cosignproject.cosign/signature';

/** What of a release others refer to. */
export interface Release {
  readonly version: string;
  readonly revision: string;
  readonly images: Readonly<Record<string, string>>;
  readonly chart: string;
  readonly client: string;
  readonly openapi: string;
}

/** Writes the last files of a release, which vouch for those that are there: signatures, provenance and checksums. */
export function signRelease(directory: string, made: Release, source: Source, key: KeyObject, registry: string): void {
  const signatures = new OciLayout(join(directory, 'signatures'));
  for (const [name, digest] of namedDigests(made)) addSignature(signatures, `${registry}/${name}`, digest, key);
  signatures.finish();
  const lock = readFileSync(join(directory, 'package-lock.json'));
  const statement = provenanceOf(subjectsOf(made), source, digestOf(lock));
  const write = (name: string, content: string) => writeFileSync(join(directory, name), content);
  write('release.json', `${JSON.stringify(made, null, 2)}\n`);
  write('provenance.intoto.json', `${JSON.stringify(sealed(statement, key))}\n`);
  write('signing-key.pub', publicKeyOf(key));
  signChecksums(directory, key);
}

export function signChecksums(directory: string, key: KeyObject): void {
  const sums = checksumsOf(directory);
  writeFileSync(join(directory, 'SHA256SUMS'), sums);
  writeFileSync(join(directory, 'SHA256SUMS.sig'), `${signatureOf(Buffer.from(sums), key)}\n`);
}

function addSignature(layout: OciLayout, reference: string, digest: string, key: KeyObject): void {
  const payload = simpleSigning(reference, digest);
  const layer = layout.add(MEDIA.signature, payload, { annotations: { [SIGNATURE]: signatureOf(payload, key) } });
  const config = layout.addJson(MEDIA.config, {
    architecture: '',
    os: '',
    config: {},
    rootfs: { type: 'layers', diff_ids: [layer.digest] },
  });
  layout.name(layout.addManifest(config, [layer]), signatureTag(reference, digest));
}

/** The tag under which cosign finds the signature of a digest. */
export const signatureTag = (reference: string, digest: string): string =>
  `${reference}:${digest.replace(':', '-')}.sig`;

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

/** Blobs are named by their digests, which the layouts' signed indices lead to; the list and its signature cannot be in it. */
const NOT_LISTED = /^(?:SHA256SUMS|SHA256SUMS\.sig|(?:oci|signatures)\/blobs\/.+)$/;

/** As `sha256sum --check` reads it. Throws where something is neither a file nor a directory. */
export function checksumsOf(directory: string): string {
  return filesBelow(directory)
    .filter((path) => !NOT_LISTED.test(path))
    .map((path) => `${digestOf(readFileSync(join(directory, path))).replace('sha256:', '')}  ${path}\n`)
    .join('');
}

const filesBelow = (directory: string): string[] => [...walk(directory, '')].toSorted();

function* walk(directory: string, under: string): Generator<string> {
  for (const entry of readdirSync(join(directory, under), { withFileTypes: true })) {
    const path = join(under, entry.name);
    if (entry.isDirectory()) yield* walk(directory, path);
    else if (entry.isFile()) yield path;
    // A link could lead anywhere.
    else throw new Error(`${path} is neither a file nor a directory`);
  }
}

/** Throws when an OCI layout has a blob that its index does not lead to, as no signature covers it. */
export function rejectStrayBlobs(layout: string): void {
  const known = new Set([...blobsOf(layout)].map((digest) => blobFile(layout, digest)));
  const stray = filesBelow(join(layout, 'blobs'))
    .map((path) => join(layout, 'blobs', path))
    .find((path) => !known.has(path));
  if (stray) throw new Error(`Nothing refers to ${stray}`);
}
