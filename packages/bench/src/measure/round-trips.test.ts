import { expect, it } from 'vitest';
import { parseSockets } from './round-trips.ts';

it('reads the messages of each connection by the port of who sent them', () => {
  const text = [
    '0      0               127.0.0.1:26800          127.0.0.1:33730 ',
    '\t bbr wscale:10,10 segs_out:418 segs_in:823 data_segs_out:413 data_segs_in:411 send 3bps',
    '0      0      [::ffff:127.0.0.1]:26800 [::ffff:127.0.0.1]:42620',
    '\t cubic segs_in:50 data_segs_in:24',
    '0      0               127.0.0.1:26800          127.0.0.1:5',
    '\t cubic segs_in:1',
  ].join('\n');

  expect(parseSockets(text)).toEqual(
    new Map([
      [33_730, 411],
      [42_620, 24],
    ]),
  );
});
