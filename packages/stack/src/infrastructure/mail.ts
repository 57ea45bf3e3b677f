import { createRequire } from 'node:module';
import { HOST } from '../ports.ts';
import { startRestartable } from '../processes/restartable.ts';
import { respondsToHttp, startAndWait, type Started } from './server.ts';

export interface MailAddress {
  readonly smtpUrl: string;
  /** The inbox as a web page and as JSON at `/email`; unknown for a given server. */
  readonly webUrl: string | undefined;
}

export interface MailOptions {
  readonly directory: string;
  readonly smtpPort: number;
  readonly webPort: number;
}

const START_DEADLINE_MS = 30_000;

/** An SMTP server that stores every message for inspection and delivers none. */
export async function startMail({ directory, smtpPort, webPort }: MailOptions): Promise<Started<MailAddress>> {
  const script = createRequire(import.meta.url).resolve('maildev/bin/maildev');
  const ports = ['--smtp', String(smtpPort), '--web', String(webPort)];
  const args = [script, ...ports, '--ip', HOST, '--web-ip', HOST, '--silent'];
  const spec = { name: 'mail', command: process.execPath, args, env: process.env, directory };
  const webUrl = `http://${HOST}:${webPort}`;
  const responses = () => respondsToHttp(`${webUrl}/healthz`);
  const start = () => startAndWait(spec, { label: 'mail inbox', responses, deadlineMs: START_DEADLINE_MS });
  const server = await startRestartable('mail inbox', start);
  return { address: { smtpUrl: `smtp://${HOST}:${smtpPort}`, webUrl }, server };
}
