import { InboxServiceService } from '@estampa/contracts/common/v1/inbox';
import { DomainError } from '@estampa/kernel/errors';
import type { Consumer } from './consumers.ts';
import type { Orm } from './db.ts';
import { implement, type Implementation } from './grpc-server.ts';
import type { Applied } from './inbox.ts';

/** A wait ends here even when the caller's deadline is longer. */
const LONGEST_WAIT_MS = 2_000;

/** Answers whether events have been applied here: the reading end of settled writes. */
export function settledService<C>(orm: Orm, applied: Applied, consumers: readonly Consumer<C>[]): Implementation<C> {
  const heard = new Set<string>(consumers.map(({ topic }) => topic));
  return implement(InboxServiceService, {
    async settled(_context: C, { events }) {
      const ours = events.filter(({ topic }) => heard.has(topic)).map(({ id }) => id);
      if (!(await applied.all(orm, ours, AbortSignal.timeout(LONGEST_WAIT_MS)))) {
        throw new DomainError('unavailable', 'not_settled', 'The events have not been applied here yet');
      }
      return {};
    },
  });
}
