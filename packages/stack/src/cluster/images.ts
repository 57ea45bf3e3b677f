import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@estampa/kernel/topics';
import { REPOSITORY } from '../paths.ts';
import { must } from './kubernetes.ts';

/** The name of each image and the workspace that it is made of. */
export const IMAGES: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...SERVICE_NAMES, 'gateway', 'sandbox'].map((name) => [name, name])),
  tools: 'stack',
};
export const IMAGE_NAMES = Object.keys(IMAGES);
const CHANGED = 'catalog';
const MIGRATIONS = `services/${CHANGED}/src/db/migrations`;

export const imageOf = (name: string, tag: string) => `estampa/${name}:${tag}`;

export interface ImageOptions {
  /** Arguments of every `docker build`: `--network=host`, `--build-arg BASE=...`. */
  readonly buildArgs: readonly string[];
  /** Takes the path of a saved image: `kind load image-archive --name estampa`. */
  readonly load: readonly string[];
}

/** Builds all images and loads them into the cluster; returns the size of each in megabytes. */
export async function buildImages(tag: string, { buildArgs }: ImageOptions): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {};
  for (const [name, service] of Object.entries(IMAGES)) {
    const image = imageOf(name, tag);
    await must(['docker', 'build', ...buildArgs, '--build-arg', `SERVICE=${service}`, '--tag', image, REPOSITORY]);
    sizes[name] = Math.round(Number(await must(['docker', 'image', 'inspect', image, '--format', '{{.Size}}'])) / 1e6);
  }
  return sizes;
}

/**
 * Whether an image that is built again gets the layers that it has; else the second is left beside it, its tag ending in `-again`.
 * What all images share comes from the engine's cache. The rest must not: a cached `COPY` is found by contents, so it would hide other dates.
 */
export async function hasSameLayersAgain(name: string, tag: string, { buildArgs }: ImageOptions): Promise<boolean> {
  const [first, again] = [imageOf(name, tag), imageOf(name, `${tag}-again`)];
  const dockerfile = uncached(readFileSync(join(REPOSITORY, 'Dockerfile'), 'utf8'), String(Date.now()));
  const named = ['--build-arg', `SERVICE=${IMAGES[name]}`, '--tag', again];
  await must(['docker', 'build', ...buildArgs, ...named, '--file', '-', REPOSITORY], dockerfile);
  if ((await layersOf(again)) !== (await layersOf(first))) return false;
  await must(['docker', 'image', 'rm', again]);
  return true;
}

const layersOf = (image: string) => must(['docker', 'image', 'inspect', image, '--format', '{{json .RootFS.Layers}}']);

/** A label of its own at the beginning of the two stages that follow what all images share. */
export function uncached(dockerfile: string, label: string): string {
  const stages = /^FROM (?:shared AS service|\$\{BASE\})$/gm;
  if (dockerfile.match(stages)?.length !== 2) throw new Error('The Dockerfile has other stages');
  return dockerfile.replace(stages, `$&\nLABEL again="${label}"`);
}

/** The next version of everything: the same again, but for one service that brings a migration. */
export async function deriveImages(from: string, to: string): Promise<void> {
  for (const name of IMAGE_NAMES.filter((one) => one !== CHANGED))
    await must(['docker', 'tag', imageOf(name, from), imageOf(name, to)]);
  const directory = mkdtempSync(join(tmpdir(), 'estampa-image-'));
  try {
    const added = oneMore(readdirSync(join(REPOSITORY, MIGRATIONS)));
    writeFileSync(join(directory, added.name), added.text);
    writeFileSync(
      join(directory, 'Dockerfile'),
      `FROM ${imageOf(CHANGED, from)}\nCOPY ${added.name} /app/${MIGRATIONS}/\n`,
    );
    await must(['docker', 'build', '--tag', imageOf(CHANGED, to), directory]);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** A migration after these files: a column more, as a later release would add it while this one serves. */
export function oneMore(files: readonly string[]): { name: string; text: string } {
  const text = `import { Migration } from '@mikro-orm/migrations';

export default class AddForTheUpgrade extends Migration {
  override up(): void {
    this.addSql('alter table template add column upgraded_at timestamptz');
  }
}
`;
  return { name: `${String(files.length + 1).padStart(4, '0')}-add-for-the-upgrade.ts`, text };
}

/** An image's versions go in one file, as they share nearly all of it. */
export async function loadImages(tags: readonly string[], { load }: ImageOptions): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'estampa-images-'));
  try {
    for (const name of IMAGE_NAMES) {
      const file = join(directory, `${name}.tar`);
      await must(['docker', 'save', '--output', file, ...tags.map((tag) => imageOf(name, tag))]);
      await must([...load, file]);
      rmSync(file);
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
}
