import { describe, expect, it } from 'vitest';
import { portions } from './apply-events.ts';
import { type Consumer, subscribe } from './consumers.ts';
import type { Event } from './event.ts';

const message = { fromJSON: (json: unknown) => json };
const on: Consumer<null>['on'] = {
  product: subscribe(message, { applyBatch: async () => undefined }),
  template: subscribe(message, { apply: async () => undefined }),
};

describe('what is applied at once', () => {
  it.each([
    ['nothing', [], []],
    ['each event of a kind that is applied one by one', ['template:1', 'template:1'], [['template:1'], ['template:1']]],
    [
      'all events of a kind that is applied in batches, in their order, at the position of the first',
      ['template:1', 'product:1', 'template:2', 'product:2', 'product:1'],
      [['template:1'], ['product:1', 'product:2', 'product:1'], ['template:2']],
    ],
  ])('is %s', (_what, keys, expected) => {
    const events = keys.map((key) => ({ key }) as Event);

    expect(portions(on, events).map(({ some }) => some.map(({ key }) => key))).toEqual(expected);
  });
});
