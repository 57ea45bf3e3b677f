import { runCommand, withClient } from '@estampa/stack/run-command';

await runCommand(
  withClient(async () =>
    process.argv[2] === 'release:data'
      ? (await import('./record.ts')).recordRelease
      : (await import('./drill.ts')).upgradeDrill,
  ),
);
