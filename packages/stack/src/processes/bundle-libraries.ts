/** Bundles libraries into the directory that is named; `bundled-libraries.ts` runs it in a process of its own, since it loads them. */
import http from 'node:http';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { REPOSITORY } from '../paths.ts';
import { BUNDLED } from './bundle-options.ts';

/** Not those that are native, or read files that lie beside them. */
const ALL = [
  '@aws-sdk/client-s3',
  '@aws-sdk/s3-request-presigner',
  '@grpc/grpc-js',
  '@grpc/grpc-js/build/src/transport.js',
  '@grpc/proto-loader',
  '@mikro-orm/migrations',
  '@mikro-orm/postgresql',
  'express',
  'http-proxy-middleware',
  'jsonwebtoken',
  'kafkajs',
  'kafkajs/src/broker/index.js',
  'kafkajs/src/cluster/index.js',
  'kafkajs/src/network/requestQueue/index.js',
  'nodemailer',
  'pg',
  'pino',
  'prom-client',
  'uuid',
  'zod',
];
const [directory, modules = join(REPOSITORY, 'node_modules')] = process.argv.slice(2);
if (!directory) throw new Error('usage: bundle-libraries.ts DIRECTORY [NODE_MODULES]');

const packageOf = (library: string): string => library.split('/', library.startsWith('@') ? 2 : 1).join('/');
/** An image has some of them. */
const LIBRARIES = ALL.filter((library) => existsSync(join(modules, packageOf(library))));
/** Optional requires, which libraries work without. */
const LEFT_OUT = ['pg-native', '@mikro-orm/*/package.json'];
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const RESERVED = new Set(['default', 'static', 'delete', 'enum', 'interface', 'package', 'private', 'protected']);

/** Of Node itself. */
const HTTP = 'node:http';

const fileName = (library: string): string => library.replace(/^@/, '').replaceAll(/[/.:]/g, '-');

/** A module that re-exports all of a library, both as named and as default exports. */
async function entryOf(library: string): Promise<string> {
  const module = (await import(library)) as object;
  const names = Object.keys(module);
  if (!names.includes('module.exports')) {
    return `export * from '${library}';${names.includes('default') ? `export { default } from '${library}';` : ''}`;
  }
  const named = names.filter((name) => IDENTIFIER.test(name) && !RESERVED.has(name)).join(', ');
  return `import given from '${library}'; const whole = given; export { whole as default, whole as 'module.exports' }; export const { ${named} } = whole;`;
}

/**
 * The ES module `node:http` reads all exports of its builtin, among them `WebSocket`, which loads undici: 40 ms of processor for each process.
 * This one has all but such exports.
 */
function entryOfHttp(): string {
  const exported = Object.entries(Object.getOwnPropertyDescriptors(http));
  const named = exported.filter(([, { get }]) => !get).map(([name]) => name);
  return `const all = process.getBuiltinModule('node:http'); export { all as default, all as 'module.exports' }; export const { ${named.join(', ')} } = all;`;
}

/** A preloaded hook that resolves every library to its bundle, relative to itself, as the path differs in an image. */
const hook = (): string => {
  const files = [...LIBRARIES, HTTP].map((library) => [library, `./${fileName(library)}.mjs`]);
  return `import { registerHooks } from 'node:module';
const bundles = new Map(${JSON.stringify(files)}.map(([library, file]) => [library, new URL(file, import.meta.url).href]));
registerHooks({
  resolve(library, context, next) {
    const url = bundles.get(library);
    return url && (library !== '${HTTP}' || context.conditions.includes('import')) ? { url, format: 'module', shortCircuit: true } : next(library, context);
  },
});
`;
};

async function bundleInto(place: string): Promise<void> {
  const entries = join(place, 'entries');
  mkdirSync(entries, { recursive: true });
  for (const library of LIBRARIES) {
    writeFileSync(join(entries, `${fileName(library)}.mjs`), await entryOf(library));
  }
  writeFileSync(join(place, `${fileName(HTTP)}.mjs`), entryOfHttp());
  await build({
    // Modules by their names, wherever they lie: else a library's default export would be another.
    entryPoints: LIBRARIES.map((library) => join(entries, `${fileName(library)}.mjs`)),
    outdir: place,
    outExtension: { '.js': '.mjs' },
    nodePaths: [join(REPOSITORY, 'node_modules')],
    external: LEFT_OUT,
    ...BUNDLED,
    minify: true,
    charset: 'ascii',
    banner: {
      js: `import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);`,
    },
  });
  rmSync(entries, { recursive: true });
}

const unfinished = `${directory}.${process.pid}`;
await bundleInto(unfinished);
writeFileSync(join(unfinished, 'use.mjs'), hook());
// Another command may have been quicker, and processes may run from what it made.
if (existsSync(join(directory, 'use.mjs'))) rmSync(unfinished, { recursive: true });
else renameSync(unfinished, directory);
