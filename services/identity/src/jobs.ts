import type { Job } from '@estampa/kit/service/jobs';
import type { Context } from './context.ts';
import { deliverEmails } from './usecases/emails/deliver-emails.ts';
import { eraseAccounts } from './usecases/users/erase-accounts.ts';
import { PUBLISH_EVERY_MS, publishSigningKeys } from './usecases/keys/publish-signing-keys.ts';

const DELIVER_EVERY_MS = 1_000;

const ERASE_EVERY_MS = 1_000;

/** What the service does by itself. */
export const jobs: readonly Job<Context>[] = [
  { name: 'deliver-emails', everyMs: DELIVER_EVERY_MS, run: deliverEmails },
  { name: 'erase-accounts', everyMs: ERASE_EVERY_MS, run: eraseAccounts },
  { name: 'publish-signing-keys', everyMs: PUBLISH_EVERY_MS, run: publishSigningKeys },
];
