import { WEBHOOK_NAME } from '@estampa/kernel/webhooks';
import { z } from 'zod';

/** What a webhook calls something; what cannot be a name is not read but kept as it came. */
export const WebhookName = z.string().regex(WEBHOOK_NAME);
