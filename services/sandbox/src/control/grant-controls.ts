import { Router } from 'express';
import { isAccepted } from '../domain/grant.ts';
import { grant, tokenView } from '../melhorenvio/tokens.ts';
import type { Sandbox } from '../sandbox.ts';

/** Imitates the browser at Melhor Envio, where a person authorizes the application or revokes it. */
export function grantControls(sandbox: Sandbox): Router {
  const router = Router();

  router.post('/grants', (_request, response) => void response.json(tokenView(grant(sandbox), sandbox)));

  router.post('/grants/expire', (_request, response) => {
    const now = sandbox.now();
    const live = sandbox.store.grants.all().filter((one) => isAccepted(one, now));
    for (const one of live) sandbox.store.grants.put({ ...one, accessEndsAt: now.toISOString() });
    response.json({ expired: live.length });
  });

  return router;
}
