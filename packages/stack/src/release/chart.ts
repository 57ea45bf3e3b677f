import { join } from 'node:path';
import { REPOSITORY } from '../paths.ts';
import type { ReleasedImage } from './images.ts';
import { type ArchiveFile, filesIn, gzipped, tarOf } from './layer.ts';
import { type Descriptor, MEDIA, type OciLayout } from './oci-layout.ts';
import type { Source } from './source.ts';

const CHART = 'charts/estampa';

/** The chart as Helm pulls it from a registry, its images pinned by digest. */
export async function writeChart(
  layout: OciLayout,
  { version }: Source,
  images: readonly ReleasedImage[],
): Promise<Descriptor> {
  const files = filesIn(join(REPOSITORY, CHART), 'estampa/').map((file): ArchiveFile =>
    file.path === 'estampa/values.yaml' ? { ...file, body: Buffer.from(pinned(textOf(file), images)) } : file,
  );
  const chart = files.find(({ path }) => path === 'estampa/Chart.yaml')!;
  const config = layout.addJson(MEDIA.chartConfig, metadataOf(textOf(chart)));
  const archive = layout.add(MEDIA.chart, gzipped(await tarOf(files.filter(({ path }) => !path.endsWith('/')))));
  const manifest = layout.addManifest(config, [archive]);
  layout.name(manifest, `charts/estampa:${version}`);
  return manifest;
}

const textOf = ({ body }: ArchiveFile): string => Buffer.from(body ?? new Uint8Array()).toString();

/** Values by which each service, and the test, runs exactly the image of this release: `catalog: {}` names a digest. */
export function pinned(values: string, images: readonly Pick<ReleasedImage, 'name' | 'digest'>[]): string {
  const digestOf = (name: string) => images.find((one) => one.name === name)?.digest;
  return values
    .replaceAll(/^([\w-]+): \{\}$/gm, (line, name: string) => {
      const digest = digestOf(name);
      return digest ? `${name}: { image: { digest: '${digest}' } }` : line;
    })
    .replace(/^(smoke:\n {2}image: tools .*\n {2}digest: )''/m, (_line, before) => `${before}'${digestOf('tools')}'`);
}

/** The plain members of Chart.yaml, which is all that registries show. */
export const metadataOf = (chart: string): Record<string, string> =>
  Object.fromEntries(
    [...chart.matchAll(/^(apiVersion|name|description|type|version|appVersion|kubeVersion): (.+)$/gm)].map(
      ([, name = '', value = '']) => [name, value.replace(/^'(.*)'$/, '$1')],
    ),
  );
