import { DomainError } from '@estampa/kernel/errors';
import { WEBHOOK_MAX_BYTES } from '@estampa/kernel/webhooks';

const QUERY_MAX_CHARACTERS = 2_000;

/** What a provider sends by itself is small. */
export function mustFit({ rawBody, query = '' }: { rawBody: Uint8Array; query?: string }): void {
  if (rawBody.length > WEBHOOK_MAX_BYTES || query.length > QUERY_MAX_CHARACTERS)
    throw new DomainError('invalid', 'notice_too_large', `A notification takes at most ${WEBHOOK_MAX_BYTES} bytes`);
}

/** As its provider proves itself. */
export function mustBeAuthentic(isAuthentic: boolean): void {
  if (!isAuthentic)
    throw new DomainError('unauthenticated', 'bad_signature', 'The notification does not prove where it comes from');
}
