import { runCommand, withClient } from '@estampa/stack/run-command';

await runCommand(withClient(async () => (await import('./capacity.ts')).capacity));
