/** Fills the compile cache with the programs of entries: `load-programs.ts DIRECTORY ENTRY...`. Without settings each ends at reading them. */
import { programOf } from './node-process.ts';

const [directory = '', ...entries] = process.argv.slice(2);
process.argv.length = 2;
for (const entry of entries) await import(programOf(directory, entry)).catch(() => undefined);
process.exit(0);
