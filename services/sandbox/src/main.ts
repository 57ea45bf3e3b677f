import { once } from 'node:events';
import { readConfig } from './config.ts';
import { startSandbox } from './start-sandbox.ts';

const running = await startSandbox(readConfig());
await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
await running.stop();
