import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** Shorter than a broker waits for who has connected. */
export const TOKEN_DEADLINE_MS = 5_000;
/** A token is requested anew when so much of its life is left. */
const RENEWED_AT_SHARE = 0.2;
const MS_PER_SECOND = 1_000;

/** RFC 6749, 5.1; without `expires_in` a token is used for one connection. */
const tokenResponse = z.object({ access_token: z.string().min(1), expires_in: z.number().positive().default(0) });

/** Gives the token that a connection signs in with; fails when there is none. */
export type BearerToken = () => Promise<string>;

/** What a platform renews in a file, read anew for each connection. */
export const tokenInFile =
  (file: string): BearerToken =>
  async () => {
    const token = (await readFile(file, 'utf8')).trim();
    if (token === '') throw new Error(`There is no token in ${file}`);
    return token;
  };

type ClientCredentials = { url: string; clientId: string; clientSecret: string; scope: string | undefined };

/** Of an authorization server, by the client credentials grant of OAuth 2.0 (RFC 6749, 4.4): one request at a time, and one token while it lives. */
export function tokenOfServer(client: ClientCredentials): BearerToken {
  let cached: { token: string; until: number } | null = null;
  let pending: Promise<string> | null = null;
  const renew = async (): Promise<string> => {
    const { token, lifeMs } = await requestToken(client);
    cached = { token, until: performance.now() + lifeMs * (1 - RENEWED_AT_SHARE) };
    return token;
  };
  return () => {
    if (cached && performance.now() < cached.until) return Promise.resolve(cached.token);
    pending ??= renew().finally(() => (pending = null));
    return pending;
  };
}

async function requestToken({ url, clientId, clientSecret, scope }: ClientCredentials) {
  const login = [clientId, clientSecret].map(encodeURIComponent).join(':');
  const response = await fetch(url, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(login).toString('base64')}`, Accept: 'application/json' },
    body: new URLSearchParams({ grant_type: 'client_credentials', ...(scope && { scope }) }),
    redirect: 'error',
    signal: AbortSignal.timeout(TOKEN_DEADLINE_MS),
  });
  if (!response.ok) throw new Error(`The authorization server gives no token for Kafka: ${response.status}`);
  const parsed = tokenResponse.safeParse(await response.json());
  if (!parsed.success) throw new Error('The authorization server responds with no token for Kafka');
  return { token: parsed.data.access_token, lifeMs: parsed.data.expires_in * MS_PER_SECOND };
}
