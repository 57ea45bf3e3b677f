import pc from 'picocolors';
import { generateCode } from '@estampa/stack/commands/gen';

try {
  // Its cases are written with the generated client, which a fresh clone does not have yet.
  await generateCode();
  const { bench } = await import('./bench.ts');
  process.exitCode = await bench(process.argv.slice(3));
} catch (error) {
  console.error(pc.red(error instanceof Error ? error.message : String(error)));
  if (process.env.DEBUG) console.error(error);
  process.exitCode = 1;
}
