import { WEBHOOK_NAME } from '@estampa/kernel/webhooks';
import { z } from 'zod';

/** A name in a webhook; a webhook with an invalid one is stored unread. */
export const WebhookName = z.string().regex(WEBHOOK_NAME);
