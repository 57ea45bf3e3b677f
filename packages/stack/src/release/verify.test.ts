import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gzipped, tarOf } from './layer.ts';
import { digestOf, MEDIA, OciLayout } from './oci-layout.ts';
import { readSigningKey, readVerifyingKey } from './signature.ts';
import { type Release, signChecksums, signRelease } from './signed-release.ts';
import { checkRelease } from './verify.ts';
import { installClient } from './verify-client.ts';

const { privateKey: KEY } = generateKeyPairSync('ed25519');
const REVISION = 'a'.repeat(40);

let directory: string;
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'estampa-verify-test-'))));
afterEach(() => rmSync(directory, { recursive: true }));

interface Flaws {
  /** What the configuration of the image for arm64 says. */
  readonly architecture?: string;
  readonly revision?: string;
  readonly values?: (digests: Readonly<Record<string, string>>) => string;
}

const VALUES = ({ catalog, tools }: Readonly<Record<string, string>>) =>
  `smoke: { image: tools, digest: '${tools}' }\ncatalog: { image: { digest: '${catalog}' } }\n`;

/** A signed release of two images without contents and the chart that runs them. */
async function writeRelease({ architecture = 'arm64', revision = REVISION, values = VALUES }: Flaws = {}) {
  const write = (name: string, content: string) => writeFileSync(join(directory, name), content);
  const layout = new OciLayout(join(directory, 'oci'));
  mkdirSync(join(directory, 'sbom'));
  const images: Record<string, string> = {};
  for (const name of ['catalog', 'tools']) {
    const manifests = ['amd64', 'arm64'].map((platform) => {
      write(`sbom/${name}-${platform}.cdx.json`, '{"components":[]}');
      const said = platform === 'arm64' ? architecture : platform;
      const config = { architecture: said, os: 'linux', title: name, rootfs: { type: 'layers', diff_ids: [] } };
      return layout.addManifest(layout.addJson(MEDIA.config, config), [], {
        platform: { architecture: platform, os: 'linux' },
      });
    });
    const index = layout.addJson(MEDIA.index, { schemaVersion: 2, mediaType: MEDIA.index, manifests });
    layout.name(index, `${name}:0.1.0`);
    images[name] = index.digest;
  }
  const files = {
    'Chart.yaml': 'name: estampa\ntype: application\nversion: 0.1.0\n',
    'values.yaml': values(images),
    'charts/service/Chart.yaml': 'name: service\ntype: library\n',
    'charts/catalog/Chart.yaml': 'name: catalog\ntype: application\n',
  };
  const entries = Object.entries(files).map(([name, text]) => ({ path: `estampa/${name}`, body: Buffer.from(text) }));
  const archive = layout.add(MEDIA.chart, gzipped(await tarOf(entries)));
  const chart = layout.addManifest(layout.addJson(MEDIA.chartConfig, { name: 'estampa' }), [archive]);
  layout.name(chart, 'charts/estampa:0.1.0');
  layout.finish();
  for (const name of ['estampa-client-0.1.0.tgz', 'openapi.json']) write(name, name);
  write('package-lock.json', '{"packages":{}}');
  const made: Release = {
    version: '0.1.0',
    revision: REVISION,
    images,
    chart: chart.digest,
    client: digestOf(Buffer.from('estampa-client-0.1.0.tgz')),
    openapi: digestOf(Buffer.from('openapi.json')),
  };
  signRelease(directory, made, { version: '0.1.0', revision, date: '', url: null }, KEY, 'registry.example/ours');
  return made;
}

const check = () => checkRelease(directory, createPublicKey(KEY), (_label, action) => action());

describe('a release is accepted', () => {
  it('as it was signed', async () => {
    const made = await writeRelease();

    expect(await check()).toEqual(made);
  });
});

describe('a release is rejected', () => {
  it.each(['SHA256SUMS.old', 'SHA256SUMS2', 'oci/other.json', 'oci/blobs.txt'])(
    'for an unsigned file: %s',
    async (name) => {
      await writeRelease();
      writeFileSync(join(directory, name), '');

      await expect(check()).rejects.toThrow(`changed, added or removed: ${name}`);
    },
  );

  it('for a link, which could lead anywhere', async () => {
    await writeRelease();
    symlinkSync('/', join(directory, 'signatures/blobs/more'));

    await expect(check()).rejects.toThrow('more is neither a file nor a directory');
  });

  it.each(['oci/blobs/sha256', 'signatures/blobs/sha256', 'oci/blobs/sha512'])(
    'for a blob in %s that nothing refers to',
    async (folder) => {
      await writeRelease();
      const name = digestOf(Buffer.from('more')).replace('sha256:', '');
      mkdirSync(join(directory, folder), { recursive: true });
      writeFileSync(join(directory, folder, name), 'more');

      await expect(check()).rejects.toThrow(`Nothing refers to ${join(directory, folder, name)}`);
    },
  );

  it('for an image that says it is for another processor than the index', async () => {
    await writeRelease({ architecture: 'amd64' });

    await expect(check()).rejects.toThrow('catalog:0.1.0: what is for linux/arm64 says that it is for linux/amd64');
  });

  it.each([
    ['of another digest', /sha256-[0-9a-f]{64}\.sig/, `sha256-${'0'.repeat(64)}.sig`],
    ['of another image', 'registry.example/ours/catalog:', 'registry.example/ours/tools:'],
  ])('for a signature under the tag %s', async (_what, found, other) => {
    await writeRelease();
    const index = join(directory, 'signatures/index.json');
    writeFileSync(index, readFileSync(index, 'utf8').replace(found, other));
    signChecksums(directory, KEY);

    await expect(check()).rejects.toThrow('is not the tag under which cosign finds the signature of catalog');
  });

  it('for a provenance of another commit', async () => {
    await writeRelease({ revision: 'b'.repeat(40) });

    await expect(check()).rejects.toThrow(`of commit ${'b'.repeat(40)}, and release.json of ${REVISION}`);
  });

  it.each([
    ['catalog', ({ tools }: Record<string, string>) => `smoke: { image: tools, digest: '${tools}' }\ncatalog: {}\n`],
    ['tools', ({ catalog }: Record<string, string>) => VALUES({ catalog: catalog!, tools: '' })],
    ['tools', ({ catalog }: Record<string, string>) => VALUES({ catalog: catalog!, tools: catalog! })],
  ])('for a chart that runs any %s but the one released', async (name, values) => {
    await writeRelease({ values });

    await expect(check()).rejects.toThrow(`The chart runs another ${name} than this release has`);
  });
});

it('a client that is checked runs no script of its own', async () => {
  const ran = join(directory, 'ran');
  const manifest = { name: '@estampa/client', version: '0.1.0', scripts: { postinstall: `touch ${ran}` } };
  const [tarball, project] = [join(directory, 'client.tgz'), join(directory, 'use')];
  mkdirSync(project);
  const body = Buffer.from(JSON.stringify(manifest));
  writeFileSync(tarball, gzipped(await tarOf([{ path: 'package/package.json', body }])));

  installClient(tarball, project);

  expect(readdirSync(join(project, 'node_modules/@estampa'))).toEqual(['client']);
  expect(existsSync(ran)).toBe(false);
});

describe('a key', () => {
  it.each([
    ['signs', readSigningKey, 'a private key in PEM (PKCS#8)'],
    ['verifies', readVerifyingKey, 'a public key in PEM'],
  ])('that %s is named when its file has none', (_does, read, wanted) => {
    const file = join(directory, 'key');
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });

    for (const content of ['ssh-ed25519 AAAA', pem]) {
      writeFileSync(file, content);
      expect(() => read(file)).toThrow(`${file} is not ${wanted}, Ed25519 or ECDSA on P-256`);
    }
    expect(() => read(join(directory, 'none'))).toThrow(`${join(directory, 'none')} cannot be read`);
  });
});
