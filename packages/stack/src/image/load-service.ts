/** Loads every module that an image's service runs, and none that is run: `load-service.ts DIRECTORY`. Without settings the entries end at reading them. */
import { globSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

const [directory = ''] = process.argv.slice(2);
const source = join(realpathSync(join(directory, 'service')), 'src');
process.argv.length = 2;
for (const path of globSync('**/*.ts', { cwd: source })) await import(join(source, path)).catch(() => undefined);
process.exit(0);
