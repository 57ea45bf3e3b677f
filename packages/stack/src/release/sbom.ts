import { CPU, type Architecture, type SystemPackage } from './base-system.ts';
import type { ShippedPackage } from './locked-packages.ts';

export interface Contents {
  readonly image: string;
  readonly version: string;
  readonly architecture: Architecture;
  readonly digest: string;
  readonly packages: readonly ShippedPackage[];
  readonly system: readonly SystemPackage[];
  readonly nodeVersion: string;
}

/** What an image is made of, as CycloneDX 1.6 has it: https://cyclonedx.org/docs/1.6/json/ */
export function sbomOf({ image, version, architecture, digest, packages, system, nodeVersion }: Contents): object {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'container',
        'bom-ref': image,
        name: image,
        version,
        hashes: [{ alg: 'SHA-256', content: digest.replace('sha256:', '') }],
        properties: [{ name: 'architecture', value: architecture }],
      },
    },
    components: [
      {
        type: 'application',
        'bom-ref': 'node',
        name: 'node',
        version: nodeVersion,
        purl: `pkg:npm/node-linux-${CPU[architecture]}@${nodeVersion}`,
      },
      ...system.map(({ name, version: packageVersion, sha256 }) => ({
        type: 'library',
        'bom-ref': `deb:${name}`,
        name,
        version: packageVersion,
        purl: `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(packageVersion)}?arch=${architecture}`,
        hashes: [{ alg: 'SHA-256', content: sha256 }],
      })),
      ...packages.map(componentOf),
    ],
  };
}

const componentOf = ({ path, name, version, integrity, license }: ShippedPackage) => ({
  type: 'library',
  'bom-ref': path,
  name,
  version,
  purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  ...(license && { licenses: [{ expression: license }] }),
  ...(integrity && {
    hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') }],
  }),
});
