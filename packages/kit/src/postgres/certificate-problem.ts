import { isNativeError } from 'node:util/types';

/** What Node says of a certificate that it does not accept, and what an operator can do about it. */
const MENDS: Readonly<Record<string, string>> = {
  SELF_SIGNED_CERT_IN_CHAIN: 'DATABASE_TLS_CA_FILE must hold who signed it',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'DATABASE_TLS_CA_FILE must hold it, or who signed it',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'DATABASE_TLS_CA_FILE must hold who signed it',
  UNABLE_TO_GET_ISSUER_CERT: 'DATABASE_TLS_CA_FILE must hold who signed it',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'DATABASE_TLS_CA_FILE must hold who signed it',
  CERT_HAS_EXPIRED: 'the server needs a new one',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'it is for another host: DATABASE_URL must name the server as its certificate does, or DATABASE_TLS be verify-ca',
};

/** The same failure with what to do about it; null for one that is about something else. */
export function certificateProblem(error: unknown): Error | null {
  for (let at = error; isNativeError(at); at = at.cause) {
    const mend = MENDS[String((at as { code?: unknown }).code)];
    if (mend) return new Error(`PostgreSQL's certificate is not accepted (${at.message}): ${mend}`, { cause: error });
  }
  return null;
}
