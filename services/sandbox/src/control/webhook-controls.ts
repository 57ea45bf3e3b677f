import { Router } from 'express';
import { z } from 'zod';
import type { Delivery } from '../delivery/delivery.ts';
import { Rejection } from '../domain/rejection.ts';
import { ACCOUNTS } from '../delivery/delivery.ts';
import type { Sandbox } from '../sandbox.ts';
import { NewSettings } from '../settings.ts';
import { respondOrGoBack } from './go-back.ts';

const LISTED = 200;

const Search = z.object({
  account: z.enum(ACCOUNTS).optional(),
  event: z.string().optional(),
  status: z.string().optional(),
  subjectId: z.string().optional(),
  reference: z.string().optional(),
});
const Account = z.object({ account: z.enum(ACCOUNTS) });

/** The notifications, what became of each, and the settings that tests change on the way. */
export function webhookControls(sandbox: Sandbox): Router {
  const router = Router();
  const { store, courier, settings } = sandbox;

  router.get('/webhooks', (request, response) => {
    const wanted = Object.entries(Search.parse(request.query)).filter(([, value]) => value !== undefined);
    const found = store.deliveries
      .all()
      .filter((delivery) => wanted.every(([field, value]) => delivery[field as keyof Delivery] === value));
    response.json({ count: found.length, queues: courier.queues(), deliveries: found.slice(-LISTED).map(view) });
  });

  router.post('/webhooks/:id/deliver', (request, response) => {
    const delivery = courier.redeliver(request.params.id);
    if (!delivery) throw new Rejection('not_found', 'not_found', 'There is no such notification.');
    respondOrGoBack(request, response, sandbox.publicUrl(), view(delivery));
  });

  router.post('/queues/:account/resume', (request, response) => {
    courier.resume(Account.parse(request.params).account);
    respondOrGoBack(request, response, sandbox.publicUrl(), { queues: courier.queues() });
  });

  router.get('/settings', (_request, response) => void response.json(settings));

  router.patch('/settings', (request, response) => {
    Object.assign(settings, NewSettings.parse(request.body ?? {}));
    response.json(settings);
  });

  return router;
}

const view = ({ body, ...delivery }: Delivery) => ({ ...delivery, body: JSON.parse(body) as unknown });
