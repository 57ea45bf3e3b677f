import { newId } from '@estampa/kernel/ids';
import type { Topic } from '@estampa/kernel/topics';
import { beforeEach, expect, it } from 'vitest';
import type { BaseContext } from '../service/context.ts';
import { InboxWatch } from './inbox-watch.ts';
import { settledService } from './settled.ts';
import { subscribe } from './subscribe.ts';

type Settled = (context: unknown, request: { events: unknown[] }) => Promise<unknown>;

const apply = async () => undefined;
const on = { order: subscribe<BaseContext, unknown, unknown>({ fromJSON: (json) => json }, { apply }) };

let watch: InboxWatch;
let settled: Settled;
beforeEach(() => {
  watch = new InboxWatch({} as never);
  settled = settledService(watch, [{ topic: 'orders.v1', on }]).handlers['settled'] as unknown as Settled;
});

const eventsOf = (ids: readonly string[], topic: Topic = 'orders.v1', kind = 'order') =>
  ids.map((id) => ({ topic, kind, id }));
/** For a caller that does not wait. */
const atOnce = (events: object[]) => settled({ call: { signal: AbortSignal.abort() } }, { events });

it('waits for events that are consumed here, and for no others', async () => {
  const [ours, other] = [newId(), newId()];
  const events = [...eventsOf([ours]), ...eventsOf([other], 'orders.v1', 'refund'), ...eventsOf([other], 'catalog.v1')];
  await expect(atOnce(events)).rejects.toMatchObject({ kind: 'wrong_state', reason: 'not_settled' });
  watch.applied([ours]);

  expect(await atOnce(events)).toEqual({});
});

it.each<[string, string[]]>([
  ['that have no id', ['x']],
  ['of which one has no id', [newId(), 'x']],
  ['that are more than two thousand', Array.from({ length: 2_001 }, newId)],
])('rejects events %s', async (_which, ids) => {
  watch.applied(ids);

  await expect(atOnce(eventsOf(ids))).rejects.toMatchObject({ kind: 'invalid', reason: 'invalid_events' });
});

it('takes two thousand events', async () => {
  const ids = Array.from({ length: 2_000 }, newId);
  watch.applied(ids);

  expect(await atOnce(eventsOf(ids))).toEqual({});
});
