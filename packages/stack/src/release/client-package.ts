import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REPOSITORY } from '../paths.ts';
import { runTool } from '../run-tool.ts';
import { filesIn, gzipped, tarOf } from './layer.ts';

const CLIENT = join(REPOSITORY, 'packages/client');

/** The client of the API as npm installs it: JavaScript with types, for Node from 20 on and for browsers, without dependencies. */
export async function clientPackage(version: string): Promise<Buffer> {
  const directory = mkdtempSync(join(tmpdir(), 'estampa-client-'));
  try {
    const project = join(directory, 'tsconfig.json');
    writeFileSync(
      project,
      JSON.stringify({
        extends: join(REPOSITORY, 'tsconfig.base.json'),
        compilerOptions: {
          noEmit: false,
          declaration: true,
          rewriteRelativeImportExtensions: true,
          rootDir: CLIENT,
          outDir: join(directory, 'out'),
          types: ['node'],
          typeRoots: [join(REPOSITORY, 'node_modules/@types')],
        },
        files: [join(CLIENT, 'src/client.ts')],
      }),
    );
    await runTool('tsc', ['-p', project]);
    const own = (name: string, text: string | Buffer) => ({ path: `package/${name}`, body: Buffer.from(text) });
    return gzipped(
      await tarOf([
        ...filesIn(join(directory, 'out'), 'package/').filter(({ path }) => !path.endsWith('/')),
        own('gen/client.js', readFileSync(join(CLIENT, 'gen/client.js'))),
        own('README.md', readFileSync(join(CLIENT, 'README.md'))),
        own('LICENSE', readFileSync(join(REPOSITORY, 'LICENSE'))),
        own('package.json', `${JSON.stringify(manifestOf(version), null, 2)}\n`),
      ]),
    );
  } finally {
    rmSync(directory, { recursive: true });
  }
}

const manifestOf = (version: string) => ({
  name: '@estampa/client',
  version,
  description: 'The typed client of the Estampa API',
  license: 'Apache-2.0',
  type: 'module',
  engines: { node: '>=20' },
  exports: {
    '.': { types: './src/client.d.ts', default: './src/client.js' },
    './browser.js': './gen/client.js',
  },
});
