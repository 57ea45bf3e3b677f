import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { EVENT_BYTES_MAX, EVENT_COMPRESSED_BYTES_MAX, mustFitKafka } from './event-size.ts';

const random = (bytes: number) => randomBytes(bytes / 2).toString('hex');

it.each<[string, string, boolean]>([
  ['as much as Kafka takes', random(EVENT_COMPRESSED_BYTES_MAX), true],
  ['more, which compressed is little', 'x'.repeat(EVENT_BYTES_MAX), true],
  ['more than a consumer holds', 'x'.repeat(EVENT_BYTES_MAX + 1), false],
  ['characters of two bytes each', 'é'.repeat(EVENT_BYTES_MAX / 2 + 1), false],
  ['more, which compressed is too much', random(EVENT_COMPRESSED_BYTES_MAX * 3), false],
])('an event may have %s', (_what, payload, fits) => {
  const check = () => mustFitKafka('order_placed', payload);

  if (fits) expect(check).not.toThrow();
  else
    expect(check).toThrow(
      expect.objectContaining({
        kind: 'invalid',
        reason: 'event_too_large',
        message: `This is too much for one record: order_placed has ${Buffer.byteLength(payload)} bytes`,
      }),
    );
});
