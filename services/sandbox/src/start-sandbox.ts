import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { pino, type Logger } from 'pino';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';

const DRAIN_MS = 2_000;

export type RunningSandbox = { url: string; sandbox: Sandbox; stop(): Promise<void> };

export async function startSandbox(
  config: Config,
  logger: Logger = pino({ level: config.logLevel, name: 'sandbox' }),
): Promise<RunningSandbox> {
  let listening = '';
  const sandbox = createSandbox(config, logger, () => config.publicUrl ?? listening);
  const server = createApp(sandbox).listen(config.port, config.host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  listening = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
  logger.info({ listening, publicUrl: sandbox.publicUrl() }, 'provider sandbox is up');

  const stop = async (): Promise<void> => {
    for (const script of sandbox.scripts.all()) sandbox.scripts.remove(script);
    const closed = new Promise((resolve) => server.close(resolve));
    const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    server.closeIdleConnections();
    await Promise.all([closed, sandbox.courier.stop()]);
    clearTimeout(cut);
  };
  return { url: listening, sandbox, stop };
}
