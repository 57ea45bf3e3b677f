import { createRequire } from 'node:module';
import { HOST } from '../ports.ts';
import { startProcess } from '../processes/managed-process.ts';
import { GiveUp, waitFor } from '../wait.ts';
import { given, serverOf, type Server } from './server.ts';

export interface MailServer extends Server {
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

/** An SMTP server that keeps every message for a look and delivers none. */
export async function startMail({ directory, smtpPort, webPort }: MailOptions): Promise<MailServer> {
  const existing = process.env.ESTAMPA_SMTP_URL;
  if (existing) return { ...given, smtpUrl: existing, webUrl: process.env.ESTAMPA_MAIL_WEB_URL };

  const script = createRequire(import.meta.url).resolve('maildev/bin/maildev');
  const ports = ['--smtp', String(smtpPort), '--web', String(webPort)];
  const args = [script, ...ports, '--ip', HOST, '--web-ip', HOST, '--silent'];
  const server = startProcess({ name: 'mail', command: process.execPath, args, env: process.env, directory });
  const webUrl = `http://${HOST}:${webPort}`;
  const answers = async () => {
    if (!server.running()) throw new GiveUp(`the mail inbox ended: ${await server.exited}\n${server.log()}`);
    return (await fetch(`${webUrl}/healthz`)).ok;
  };
  await waitFor('mail inbox', answers, { deadlineMs: START_DEADLINE_MS }).catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  return { smtpUrl: `smtp://${HOST}:${smtpPort}`, webUrl, ...serverOf(server) };
}
