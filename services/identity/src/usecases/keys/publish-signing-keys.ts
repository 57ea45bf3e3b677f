import { recordAudit } from '@estampa/kit/service/audit';
import type { Context } from '../../context.ts';
import { signingKeys } from '../../db/signing-key-repository.ts';

export const PUBLISH_EVERY_MS = 60_000;
/** A round may come late, and clocks may differ. */
const ROUNDS_OF_GRACE = 5;
const MS_PER_SECOND = 1_000;

/** Lets all replicas publish this one's keys until the last token that it may sign before the next round has expired. */
export async function publishSigningKeys({
  em,
  now,
  accessTokens,
}: Pick<Context, 'em' | 'now' | 'accessTokens'>): Promise<void> {
  const retentionMs = accessTokens.lifetimeSeconds * MS_PER_SECOND + ROUNDS_OF_GRACE * PUBLISH_EVERY_MS;
  const until = new Date(now().getTime() + retentionMs);
  await em.transactional(async (tx) => {
    for (const kid of await signingKeys.save(tx, accessTokens.publicKeys, until))
      recordAudit(tx, { action: 'signing_key_published', subject: `signing_key:${kid}` });
  });
}
