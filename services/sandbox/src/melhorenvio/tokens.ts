import { randomBytes } from 'node:crypto';
import { Router, urlencoded } from 'express';
import { z } from 'zod';
import { sameText } from '../asaas/access.ts';
import { type Grant, isRefreshable, newGrant } from '../domain/grant.ts';
import type { Sandbox } from '../sandbox.ts';

const TOKEN_BYTES = 48;
const TOKEN_MAX_CHARACTERS = 4_096;
const filled = z.string().min(1).max(TOKEN_MAX_CHARACTERS);
const Renewal = z.object({ client_id: z.coerce.string(), client_secret: z.string(), refresh_token: filled });

/** OAuth: a refresh token is good once, and gives another one with the access token; those before it end with it. */
export function tokenRoutes(sandbox: Sandbox): Router {
  const router = Router();
  const { clientId, webhookSecret } = sandbox.config.melhorenvio;

  router.post('/oauth/token', urlencoded({ extended: false }), (request, response) => {
    const reject = (status: number, error: string, message: string) =>
      void response.status(status).json({ error, error_description: message, message });
    if (request.body?.grant_type !== 'refresh_token')
      return reject(400, 'unsupported_grant_type', 'The authorization grant type is not supported.');
    const { data: requested } = Renewal.safeParse(request.body);
    if (!requested) return reject(400, 'invalid_request', 'The request is missing a required parameter.');
    if (requested.client_id !== clientId || !sameText(requested.client_secret, webhookSecret))
      return reject(401, 'invalid_client', 'Client authentication failed');
    const known = sandbox.store.grants.get(requested.refresh_token);
    if (!known || !isRefreshable(known, sandbox.now()))
      return reject(401, 'invalid_request', 'The refresh token is invalid.');

    sandbox.store.grants.put({ ...known, isUsed: true });
    response.json(tokenView(grant(sandbox), sandbox));
  });

  return router;
}

/** As when a person has let the application in. */
export const grant = ({ store, settings, now }: Sandbox): Grant =>
  store.grants.put(
    newGrant({ id: `def50200${token()}`, accessToken: token() }, now(), settings.melhorenvioTokenSeconds),
  );

const token = (): string => randomBytes(TOKEN_BYTES).toString('hex');

export const tokenView = ({ id, accessToken }: Grant, { settings }: Sandbox) => ({
  token_type: 'Bearer',
  expires_in: settings.melhorenvioTokenSeconds,
  access_token: accessToken,
  refresh_token: id,
});
