import type { PostOrderEmailRequest } from '@estampa/contracts/identity/v1/order_email';
import { DomainError } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { mustBeService } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { outgoingEmails } from '../../db/email-repository.ts';
import { ORDER_EMAILS, orderEmail } from '../../domain/order-email.ts';

/** Later it would be no news. */
const NEWS_FOR_MS = 7 * 24 * 60 * 60_000;

/** Queues what the buyer of an order reads. Who repeats the request, as its response was lost, sends nothing twice. */
export async function postOrderEmail(context: Context, request: PostOrderEmailRequest): Promise<void> {
  const { em, now, caller, settings } = context;
  mustBeService(caller);
  const { id, orderId, recipient, fullName: name, receiptUrl, reachedAt, ...about } = request;
  const kind = ORDER_EMAILS.find((known) => known === request.kind);
  if (!kind || !isUuid(id)) throw new DomainError('invalid', 'validation_failed', `There is no e-mail ${request.kind}`);
  await outgoingEmails.insertOnce(em, {
    ...orderEmail({ ...about, kind, name, link: receiptUrl ?? settings.publicWebUrl }),
    id,
    about: `order:${orderId}:${id}`,
    recipient,
    giveUpAt: new Date((reachedAt ?? now()).getTime() + NEWS_FOR_MS),
    createdAt: now(),
  });
  context.wake('deliver-emails');
}
