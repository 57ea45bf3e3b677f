/** Fills the compile cache with the named programs: `load-programs.ts DIRECTORY NAME...`. Without settings each ends at reading them. */
import type { ProcessName } from '../topology.ts';
import { programOf } from './node-process.ts';

const [directory = '', ...names] = process.argv.slice(2);
process.argv.length = 2;
for (const name of names as ProcessName[]) await import(programOf(directory, name)).catch(() => undefined);
process.exit(0);
