import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openApiDocument } from '@estampa/gateway/openapi/document';
import { routes } from '@estampa/gateway/routes/index';
import { build } from 'esbuild';
import { type OpenApi, operationsModule } from './operations.ts';

/** Writes what the client is typed by, and the client as one plain module for browsers. */
const generated = join(import.meta.dirname, '../../gen');
mkdirSync(generated, { recursive: true });
const document = openApiDocument(routes, 'http://127.0.0.1') as unknown as OpenApi;
writeFileSync(join(generated, 'operations.ts'), operationsModule(document));
const MODULES = {
  'client.js': join(import.meta.dirname, '../client.ts'),
  // The geometry of templates, so that pages draw what the server draws.
  'warp.js': fileURLToPath(import.meta.resolve('@estampa/kernel/warp')),
};
for (const [name, entry] of Object.entries(MODULES)) {
  await build({
    entryPoints: [entry],
    outfile: join(generated, name),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
  });
}
