import { z } from 'zod';
import type { Granted } from '../domain/oauth-tokens.ts';
import { ProviderError } from '../domain/shipping-aggregator.ts';

export type MelhorEnvioApplication = {
  /** `https://melhorenvio.com.br/oauth/token` */
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  contactEmail: string;
  timeoutMs: number;
};

const TOKEN_MAX_CHARACTERS = 8_192;
/** Rejected for good: the application or its refresh token; other statuses are transient. */
const REJECTIONS = [400, 401];

const token = z.string().min(1).max(TOKEN_MAX_CHARACTERS);
const GrantedShape = z
  .object({ access_token: token, refresh_token: token, expires_in: z.int().positive() })
  .transform((said): Granted => ({
    accessToken: said.access_token,
    refreshToken: said.refresh_token,
    lifetimeMs: said.expires_in * 1_000,
  }));

/** Exchanges a refresh token, which is good once, for new tokens. `auth`: it was not taken; `ambiguous`: it may be used up now. */
export async function renewTokens(
  { tokenUrl, clientId, clientSecret, contactEmail, timeoutMs }: MelhorEnvioApplication,
  refreshToken: string,
): Promise<Granted> {
  const body = {
    grant_type: 'refresh_token',
    client_id: clientId,
    client_secret: clientSecret,
    refresh_token: refreshToken,
  };
  const response = await fetch(tokenUrl, {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      'User-Agent': `Estampa (${contactEmail})`,
    },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => null);
  const json: unknown = await response?.json().catch(() => null);
  if (response && REJECTIONS.includes(response.status)) {
    throw new ProviderError('auth', `The carrier does not accept our account (${response.status})`, response.status);
  }
  const { data: granted } = GrantedShape.safeParse(response?.ok ? json : null);
  if (granted) return granted;
  const status = response?.status ?? null;
  throw new ProviderError('ambiguous', 'Our account at the carrier could not be renewed', status);
}
