import type { SigningKey } from '@estampa/contracts/identity/v1/auth';
import type { Context } from '../../context.ts';
import { signingKeys } from '../../db/signing-key-repository.ts';

/** The public keys of every token that may be in use, exactly as they are published; first those that this replica was given. */
export async function listSigningKeys({
  em,
  now,
  accessTokens: { publicKeys },
}: Pick<Context, 'em' | 'now' | 'accessTokens'>): Promise<SigningKey[]> {
  const published = await signingKeys.findPublished(em, now());
  const place = ({ kid }: SigningKey) => publicKeys.findIndex((own) => own.kid === kid);
  const rank = (key: SigningKey) => (place(key) < 0 ? publicKeys.length : place(key));
  return published.toSorted((one, other) => rank(one) - rank(other));
}
