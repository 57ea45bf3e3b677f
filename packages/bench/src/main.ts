import pc from 'picocolors';
import { bench } from './bench.ts';

try {
  process.exitCode = await bench(process.argv.slice(3));
} catch (error) {
  console.error(pc.red(error instanceof Error ? error.message : String(error)));
  if (process.env.DEBUG) console.error(error);
  process.exitCode = 1;
}
