import type { SigningKey } from '@estampa/contracts/identity/v1/auth';
import { json, key, text, timestamp } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';

/** A public key that verifies access tokens, of any replica. */
export const signingKey = table('signing_key', {
  kid: key(text),
  jwk: json<SigningKey>(),
  publishedUntil: timestamp,
});
