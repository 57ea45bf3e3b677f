/**
 * Fills an image's compile cache: `load-service.ts DIRECTORY` loads every module that the image's service runs, and none that is run. Without
 * settings the entries end at reading them.
 */
import { globSync, realpathSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

const [directory = ''] = process.argv.slice(2);
// The heap has its size by now. V8 takes a cache only from a process with its own flags, so this one goes before the cache is named; it leaves the seed out.
setFlagsFromString('--initial-old-space-size=0');
enableCompileCache(join(directory, 'compile-cache'));
await import(join(directory, 'libraries/use.mjs'));

const source = join(realpathSync(join(directory, 'service')), 'src');
process.argv.length = 2;
for (const path of globSync('**/*.ts', { cwd: source })) await import(join(source, path)).catch(() => undefined);
process.exit(0);
