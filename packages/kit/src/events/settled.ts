import { InboxServiceService } from '@estampa/contracts/common/v1/inbox';
import { DomainError } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import type { Consumer } from './consumers.ts';
import type { BaseContext } from '../service/context.ts';
import { implement, type Implementation } from '../rpc/server.ts';
import type { InboxWatch } from './inbox-watch.ts';

/** A wait ends here even when the caller's deadline is longer. */
const LONGEST_WAIT_MS = 2_000;
const EVENTS_AT_ONCE = 2_000;

/** Reports whether events have been applied by this service: the read side of settled writes. */
export function settledService<C extends BaseContext>(
  watch: InboxWatch,
  consumers: readonly Consumer<C>[],
): Implementation<C> {
  const received = new Set(consumers.flatMap(({ topic, on }) => Object.keys(on).map((kind) => `${topic}/${kind}`)));
  return implement(InboxServiceService, {
    async settled({ call: { signal } }: C, { events }) {
      const ours = events.filter(({ topic, kind }) => received.has(`${topic}/${kind}`)).map(({ id }) => id);
      if (ours.length > EVENTS_AT_ONCE || !ours.every(isUuid)) {
        throw new DomainError('invalid', 'invalid_events', `At most ${EVENTS_AT_ONCE} events, named by UUID`);
      }
      const outcome = await watch.outcome(ours, { longestMs: LONGEST_WAIT_MS, signal });
      if (outcome === 'parked')
        throw new DomainError('wrong_state', 'event_parked', 'An event could not be applied here');
      if (outcome === 'late')
        throw new DomainError('wrong_state', 'not_settled', 'Not all events are applied here yet');
      return {};
    },
  });
}
