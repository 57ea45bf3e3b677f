import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One blob of an OCI image layout, as others refer to it: https://github.com/opencontainers/image-spec/blob/main/descriptor.md */
export interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
  readonly platform?: { readonly architecture: string; readonly os: string };
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface Manifest {
  readonly schemaVersion: 2;
  readonly mediaType: string;
  readonly config: Descriptor;
  readonly layers: readonly Descriptor[];
}

export interface Index {
  readonly schemaVersion: 2;
  readonly mediaType: string;
  readonly manifests: readonly Descriptor[];
}

export const MEDIA = {
  index: 'application/vnd.oci.image.index.v1+json',
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  config: 'application/vnd.oci.image.config.v1+json',
  layer: 'application/vnd.oci.image.layer.v1.tar+gzip',
  chartConfig: 'application/vnd.cncf.helm.config.v1+json',
  chart: 'application/vnd.cncf.helm.chart.content.v1.tar+gzip',
  signature: 'application/vnd.dev.cosign.simplesigning.v1+json',
} as const;

export const REFERENCE = 'org.opencontainers.image.ref.name';

export const digestOf = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/** A directory that registries' clients copy from, such as `oras cp --from-oci-layout` or `skopeo copy oci:`. */
export class OciLayout {
  readonly directory: string;
  readonly #named: Descriptor[] = [];

  constructor(directory: string) {
    this.directory = directory;
    mkdirSync(join(directory, 'blobs/sha256'), { recursive: true });
  }

  add(mediaType: string, bytes: Uint8Array, more: Partial<Descriptor> = {}): Descriptor {
    const digest = digestOf(bytes);
    writeFileSync(blobFile(this.directory, digest), bytes);
    return { mediaType, digest, size: bytes.length, ...more };
  }

  addJson(mediaType: string, value: object, more: Partial<Descriptor> = {}): Descriptor {
    return this.add(mediaType, Buffer.from(JSON.stringify(value)), more);
  }

  addManifest(config: Descriptor, layers: readonly Descriptor[], more: Partial<Descriptor> = {}): Descriptor {
    const { manifest: mediaType } = MEDIA;
    return this.addJson(mediaType, { schemaVersion: 2, mediaType, config, layers } satisfies Manifest, more);
  }

  /** Gives a manifest or index the name under which a client finds it: `catalog:0.1.0`. */
  name(descriptor: Descriptor, reference: string): void {
    this.#named.push({ ...descriptor, annotations: { [REFERENCE]: reference } });
  }

  finish(): void {
    const index: Index = { schemaVersion: 2, mediaType: MEDIA.index, manifests: this.#named };
    writeFileSync(join(this.directory, 'index.json'), `${JSON.stringify(index, null, 2)}\n`);
    writeFileSync(join(this.directory, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}\n');
  }
}

export const blobFile = (directory: string, digest: string): string =>
  join(directory, 'blobs', digest.replace(':', '/'));

/** Reads a blob; throws when its size or digest does not match. */
export function readBlob(directory: string, { digest, size }: Pick<Descriptor, 'digest' | 'size'>): Buffer {
  const bytes = readFileSync(blobFile(directory, digest));
  if (bytes.length !== size || digestOf(bytes) !== digest)
    throw new Error(`${blobFile(directory, digest)} is not what its name says: it was changed`);
  return bytes;
}

/** The digests of all blobs that the index of a layout leads to, those of its manifests included. */
export function* blobsOf(directory: string): Generator<string> {
  const pending = [...readIndex(directory).manifests];
  for (let descriptor = pending.pop(); descriptor; descriptor = pending.pop()) {
    yield descriptor.digest;
    const inner = JSON.parse(readBlob(directory, descriptor).toString()) as Index | Manifest;
    if ('manifests' in inner) pending.push(...inner.manifests);
    else for (const { digest } of [inner.config, ...inner.layers]) yield digest;
  }
}

export const readIndex = (directory: string): Index =>
  JSON.parse(readFileSync(join(directory, 'index.json'), 'utf8')) as Index;
