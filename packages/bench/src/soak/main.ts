import { generateCode } from '@estampa/stack/commands/gen';
import pc from 'picocolors';

try {
  // The load is written with the generated client, which a fresh clone does not have yet.
  await generateCode();
  const { soak } = await import('./soak.ts');
  process.exitCode = await soak(process.argv.slice(3));
} catch (error) {
  console.error(pc.red(error instanceof Error ? error.message : String(error)));
  if (process.env.DEBUG) console.error(error);
  process.exitCode = 1;
}
