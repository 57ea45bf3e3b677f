import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { IMAGES } from '../cluster/images.ts';
import { LOCAL, REPOSITORY } from '../paths.ts';
import {
  ARCHITECTURES,
  type Architecture,
  baseSystem,
  CPU,
  nodeFiles,
  nodePackage,
  type SystemPackage,
} from './base-system.ts';
import { type ArchiveFile, filesIn, gzipped, tarOf } from './layer.ts';
import { LockedRelease, type ShippedPackage } from './locked-packages.ts';
import { type Descriptor, digestOf, MEDIA, type OciLayout } from './oci-layout.ts';
import { type Runtime, runtimeOf } from './runtime.ts';
import type { Source } from './source.ts';

/** A layer as stored, and the digest of what it unpacks to. */
interface Layer {
  readonly descriptor: Descriptor;
  readonly diffId: string;
}

export interface ReleasedImage {
  readonly name: string;
  /** Of the index of all architectures: what charts are pinned to. */
  readonly digest: string;
  readonly platforms: readonly {
    readonly architecture: Architecture;
    readonly digest: string;
    readonly packages: readonly ShippedPackage[];
    readonly system: readonly SystemPackage[];
    readonly nodeVersion: string;
  }[];
}

const ASSEMBLED = join(LOCAL, 'release', 'assembled');

/** Writes the image of each service for each architecture; `step` reports how far it is. */
export async function writeImages(
  layout: OciLayout,
  source: Source,
  step: <T>(label: string, action: () => Promise<T>) => Promise<T>,
): Promise<ReleasedImage[]> {
  const locked = new LockedRelease(join(REPOSITORY, 'package-lock.json'));
  const runtime = runtimeOf(readFileSync(join(REPOSITORY, 'Dockerfile'), 'utf8'));
  const bases = new Map<Architecture, { layers: Layer[]; system: readonly SystemPackage[] }>();
  for (const architecture of ARCHITECTURES) {
    await step(`system and Node for ${architecture}`, async () => {
      const { files, packages } = baseSystem(architecture);
      const layers = [await layerOf(layout, files), await layerOf(layout, await nodeFiles(architecture, locked))];
      bases.set(architecture, { layers, system: packages });
    });
  }

  const images: ReleasedImage[] = [];
  for (const [name, workspace] of Object.entries(IMAGES)) {
    await step(`image ${name}`, async () => {
      const assembled = assemble(workspace);
      const platforms = [];
      for (const architecture of ARCHITECTURES) {
        const base = bases.get(architecture)!;
        const packages = locked.shipped(workspaceOf(assembled), CPU[architecture]).filter(isThere);
        const [libraries, service] = await applicationFiles(assembled, packages, locked);
        const layers = [...base.layers, await layerOf(layout, libraries), await layerOf(layout, service)];
        const config = layout.addJson(MEDIA.config, configOf({ architecture, runtime, layers, source, name }));
        const manifest = layout.addManifest(
          config,
          layers.map(({ descriptor }) => descriptor),
          { platform: { architecture, os: 'linux' } },
        );
        const nodeVersion = locked.versionOf(nodePackage(architecture));
        platforms.push({ architecture, manifest, packages, system: base.system, nodeVersion });
      }
      const index = layout.addJson(MEDIA.index, {
        schemaVersion: 2,
        mediaType: MEDIA.index,
        manifests: platforms.map(({ manifest }) => manifest),
        annotations: labelsOf(source, name),
      });
      layout.name(index, `${name}:${source.version}`);
      images.push({
        name,
        digest: index.digest,
        platforms: platforms.map(({ manifest, ...rest }) => ({ ...rest, digest: manifest.digest })),
      });
    });
  }
  return images;
}

async function layerOf(layout: OciLayout, files: readonly ArchiveFile[]): Promise<Layer> {
  const tar = await tarOf(files);
  return { descriptor: layout.add(MEDIA.layer, gzipped(tar)), diffId: digestOf(tar) };
}

/** The contents of /app in the Dockerfile's stage, for the processor of this machine. */
function assemble(workspace: string): readonly ArchiveFile[] {
  // The same place each time: bundles are named by it.
  rmSync(ASSEMBLED, { recursive: true, force: true });
  mkdirSync(ASSEMBLED, { recursive: true });
  try {
    const assembler = join(import.meta.dirname, '../image/assemble-image.ts');
    execFileSync(process.execPath, [assembler, 'files', ASSEMBLED, workspace], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const files = filesIn(ASSEMBLED, 'app/');
    const bound = boundTo(ASSEMBLED, files);
    if (bound) throw new Error(`${bound} names the directory in which it was made, so an image cannot run it`);
    return [{ path: 'app/' }, ...files];
  } finally {
    rmSync(ASSEMBLED, { recursive: true });
  }
}

/** The first file that contains the path of a directory, or a link that leads there. */
export const boundTo = (directory: string, files: readonly ArchiveFile[]): string | undefined =>
  files.find(({ body, link }) => link?.includes(directory) || (body && Buffer.from(body).includes(directory)))?.path;

/** Where `app/service` leads to: services/catalog. */
function workspaceOf(files: readonly ArchiveFile[]): string {
  const link = files.find(({ path }) => path === 'app/service')?.link;
  if (!link) throw new Error('An assembled image has no app/service');
  return link;
}

/** In two layers, libraries and the service, since the first changes seldom; packages with binaries are those of the architecture. */
async function applicationFiles(
  assembled: readonly ArchiveFile[],
  packages: readonly ShippedPackage[],
  locked: LockedRelease,
): Promise<[ArchiveFile[], ArchiveFile[]]> {
  const native = packages.filter(({ isNative }) => isNative).map(({ path }) => path);
  const here = new Set(packages.map(({ path }) => path));
  const portable = assembled.filter(({ path }) => {
    const owner = packageOf(path);
    return owner === null || (here.has(owner) && !native.includes(owner));
  });
  const exchanged = (await Promise.all(native.map((path) => locked.files(path)))).flat();
  const files = [...portable, ...exchanged.map((file) => ({ ...file, path: `app/${file.path}` }))];
  const isLibrary = ({ path }: ArchiveFile) => /^app\/(?:node_modules|libraries)\//.test(path);
  return [files.filter(isLibrary), files.filter((file) => !isLibrary(file))];
}

/** The innermost package that a file of an image belongs to; null for what is ours. */
export function packageOf(path: string): string | null {
  const found = /^app\/((?:.*\/)?node_modules\/(?:@[^/]+\/[^/]+|[^@/][^/]*))(?=\/|$)/.exec(path);
  return found && !found[1]!.includes('node_modules/@estampa/') ? found[1]! : null;
}

/** An optional package that npm found no use for on Linux, such as sharp's WebAssembly, is listed and not installed. */
const isThere = ({ isNative, path }: ShippedPackage): boolean => isNative || existsSync(join(REPOSITORY, path));

interface Configuration {
  readonly architecture: Architecture;
  readonly runtime: Runtime;
  readonly layers: readonly Layer[];
  readonly source: Source;
  readonly name: string;
}

const configOf = ({ architecture, runtime, layers, source, name }: Configuration) => ({
  created: source.date,
  architecture,
  os: 'linux',
  config: { ...runtime, Labels: labelsOf(source, name) },
  rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
});

const labelsOf = ({ version, revision, date, url }: Source, name: string): Record<string, string> => ({
  'org.opencontainers.image.title': `estampa/${name}`,
  'org.opencontainers.image.version': version,
  'org.opencontainers.image.revision': revision,
  'org.opencontainers.image.created': date,
  'org.opencontainers.image.licenses': 'Apache-2.0',
  ...(url && { 'org.opencontainers.image.source': url }),
});
