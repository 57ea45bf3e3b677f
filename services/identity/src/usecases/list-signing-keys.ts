import type { SigningKey } from '@estampa/contracts/identity/v1/auth';
import type { Context } from '../context.ts';
import { findPublishedKeys } from '../db/signing-key.ts';

/** The public keys of every token that may be in use; first those that this replica was given. */
export async function listSigningKeys({
  em,
  now,
  accessTokens: { publicKeys },
}: Pick<Context, 'em' | 'now' | 'accessTokens'>): Promise<SigningKey[]> {
  const published = await findPublishedKeys(em, now());
  return [...publicKeys, ...published.filter(({ kid }) => !publicKeys.some((own) => own.kid === kid))];
}
