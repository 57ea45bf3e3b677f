import { expect, it } from 'vitest';
import { DEVICE_MAX_CHARACTERS, deviceOf, replyToDevice } from './device.ts';

const LONGEST = 'x'.repeat(DEVICE_MAX_CHARACTERS);

it.each<[string, Record<string, string>, string | undefined]>([
  ['nothing', {}, undefined],
  ['a header', { 'estampa-device': 'd' }, 'd'],
  ['a cookie among others', { cookie: 'a=b;estampa_device=d ; c=e' }, 'd'],
  ['a cookie of another name', { cookie: 'my_estampa_device=d' }, undefined],
  ['a header, whatever the cookie', { cookie: 'estampa_device=x', 'estampa-device': 'd' }, 'd'],
  ['as much as there may be', { 'estampa-device': LONGEST }, LONGEST],
  ['more than that', { 'estampa-device': `${LONGEST}x` }, undefined],
])('a device is known by %s', (_what, headers, device) => {
  expect(deviceOf(headers)).toBe(device);
});

it('a device is told what it is known by, with the response', () => {
  expect(replyToDevice({ a: 1 }, 'd')).toMatchObject({
    headers: { 'Estampa-Device': 'd', 'Set-Cookie': expect.stringMatching(/^estampa_device=d; Path=/) },
    content: { json: { a: 1 } },
  });
});
