import { generateKeyPairSync } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { REPOSITORY } from '../paths.ts';
import { metadataOf, pinned } from './chart.ts';
import { boundTo, packageOf } from './images.ts';
import { filesIn, gzipped, tarOf } from './layer.ts';
import { LockedRelease } from './locked-packages.ts';
import { blobFile, MEDIA, OciLayout, readBlob, readIndex } from './oci-layout.ts';
import { runtimeOf } from './runtime.ts';
import { sbomOf } from './sbom.ts';
import { isSignedBy, opened, sealed, signatureOf } from './signature.ts';
import { sectionOf } from './source.ts';

let directory: string;
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'estampa-release-test-'))));
afterEach(() => rmSync(directory, { recursive: true }));

const read = (path: string) => readFileSync(join(REPOSITORY, path), 'utf8');

describe('a layer', () => {
  const written = (order: readonly string[], umask: number) => {
    const root = mkdtempSync(join(directory, 'files-'));
    mkdirSync(join(root, 'inner'));
    for (const name of order) {
      writeFileSync(join(root, name), name);
      chmodSync(join(root, name), umask);
      utimesSync(join(root, name), new Date(umask), new Date(umask));
    }
    symlinkSync('inner/a', join(root, 'link'));
    return root;
  };

  it('is byte for byte the same for the same files', async () => {
    const roots = [written(['b', 'inner/a'], 0o664), written(['inner/a', 'b'], 0o600)];

    const [one, other] = await Promise.all(roots.map(async (root) => gzipped(await tarOf(filesIn(root, 'app/')))));

    expect(one!.equals(other!)).toBe(true);
    expect((await tarOf(filesIn(roots[0]!))).includes(directory)).toBe(false);
  });
});

describe('an OCI layout', () => {
  it('finds an image by name, and rejects a blob with changed bytes', () => {
    const layout = new OciLayout(directory);
    const layer = layout.add(MEDIA.layer, Buffer.from('layer'));
    layout.name(layout.addManifest(layout.addJson(MEDIA.config, {}), [layer]), 'catalog:0.1.0');
    layout.finish();

    expect(readIndex(directory).manifests).toMatchObject([
      { annotations: { 'org.opencontainers.image.ref.name': 'catalog:0.1.0' } },
    ]);
    expect(readBlob(directory, layer).toString()).toBe('layer');
    writeFileSync(blobFile(directory, layer.digest), 'later');
    expect(() => readBlob(directory, layer)).toThrow('it was changed');
  });
});

describe('a signature', () => {
  const KEYS = [
    ['Ed25519', generateKeyPairSync('ed25519')],
    ['ECDSA', generateKeyPairSync('ec', { namedCurve: 'prime256v1' })],
  ] as const;

  it.each(KEYS)('by %s holds for what was signed alone, and by that key alone', (_name, { privateKey, publicKey }) => {
    const signature = signatureOf(Buffer.from('digest'), privateKey);
    const envelope = sealed({ subject: 'catalog' }, privateKey);
    const forged = { ...envelope, payload: Buffer.from('{"subject":"other"}').toString('base64') };
    const stranger = generateKeyPairSync('ed25519').publicKey;

    expect([
      isSignedBy(Buffer.from('digest'), signature, publicKey),
      isSignedBy(Buffer.from('other'), signature, publicKey),
    ]).toEqual([true, false]);
    expect(opened(envelope, publicKey)).toEqual({ subject: 'catalog' });
    expect(() => opened(forged, publicKey)).toThrow('not signed by this key');
    expect(() => opened(envelope, stranger)).toThrow('not signed by this key');
  });
});

describe('what a release takes from the repository', () => {
  it('runs images as the Dockerfile says', () => {
    const runtime = runtimeOf(read('Dockerfile'));

    expect(runtime).toMatchObject({ User: '10001:10001', WorkingDir: '/app', Cmd: ['/app/service/src/main.ts'] });
    expect(runtime.Entrypoint[0]).toBe('node');
    expect(runtime.Env).toEqual(expect.arrayContaining(['NODE_ENV=production', 'OPS_PORT=9100', 'MALLOC_ARENA_MAX=1']));
    expect(() => runtimeOf('FROM base\nUSER 1\n')).toThrow('WORKDIR');
  });

  it('pins every service, the gateway and the tools in the values of the chart', () => {
    const names = [
      'identity',
      'catalog',
      'media-render',
      'storefront',
      'orders-payments',
      'fulfillment-shipping',
      'payouts',
      'gateway',
    ];
    const images = [...names, 'tools'].map((name, at) => ({ name, digest: `sha256:${String(at).repeat(64)}` }));

    const values = parseYaml(pinned(read('charts/estampa/values.yaml'), images)) as Record<string, object>;

    expect(values).toMatchObject(
      Object.fromEntries(images.slice(0, -1).map(({ name, digest }) => [name, { image: { digest } }])),
    );
    expect(values.smoke).toMatchObject({ image: 'tools', digest: images.at(-1)!.digest });
    expect(metadataOf(read('charts/estampa/Chart.yaml'))).toMatchObject({ name: 'estampa', type: 'application' });
  });

  it('names the file of an image that would run only where it was made', () => {
    const files = [
      { path: 'app/service', link: 'services/catalog' },
      { path: 'app/libraries/use.mjs', body: Buffer.from("import 'file:///made/here/pg.mjs';") },
    ];

    expect(boundTo('/made/here', files)).toBe('app/libraries/use.mjs');
    expect(boundTo('/made/there', files)).toBeUndefined();
    expect(boundTo('/made/here', [{ path: 'app/service', link: '/made/here/services' }])).toBe('app/service');
  });

  it('finds the section of a version, and says what to write where there is none', () => {
    const changelog = '# Changes\n\n## Unreleased\n\n- new\n\n## 0.1.0 (2026-01-01)\n\n- old\n';

    expect(sectionOf(changelog, '0.1.0')).toBe('- old');
    expect(() => sectionOf(changelog, '0.2.0')).toThrow('## 0.2.0');
  });

  it('lists the packages of an image for each processor by what the lock file says of them', () => {
    const locked = new LockedRelease(join(REPOSITORY, 'package-lock.json'));
    const [x64, arm64] = ['x64', 'arm64'].map((cpu) =>
      locked.shipped('services/identity', cpu).map(({ path }) => path),
    );
    const contents = {
      image: 'identity',
      version: '0.1.0',
      digest: 'sha256:00',
      system: [],
      nodeVersion: '24.0.0',
    } as const;

    expect(x64!.filter((path) => !arm64!.includes(path))).toContain('node_modules/@node-rs/argon2-linux-x64-gnu');
    expect(arm64!.filter((path) => !x64!.includes(path))).toContain('node_modules/@node-rs/argon2-linux-arm64-gnu');
    expect(arm64!.filter((path) => /darwin|win32|musl/.test(path))).toEqual([]);
    expect(
      sbomOf({ ...contents, architecture: 'amd64', packages: locked.shipped('services/identity', 'x64') }),
    ).toMatchObject({
      components: expect.arrayContaining([
        expect.objectContaining({
          purl: expect.stringMatching(/^pkg:npm\/%40node-rs\/argon2@/),
          hashes: [expect.objectContaining({ alg: 'SHA-512' })],
        }),
      ]),
    });
  });

  it.each([
    ['app/node_modules/pg/lib/index.js', 'node_modules/pg'],
    ['app/node_modules/@img/sharp-linux-x64/lib/sharp.node', 'node_modules/@img/sharp-linux-x64'],
    ['app/node_modules/a/node_modules/b/index.js', 'node_modules/a/node_modules/b'],
    ['app/node_modules/@estampa/kit', null],
    ['app/packages/kit/src/rpc/call.ts', null],
  ])('%s belongs to the package %s', (path, owner) => {
    expect(packageOf(path)).toBe(owner);
  });
});
