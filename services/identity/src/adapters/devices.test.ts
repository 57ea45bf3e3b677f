import { describe, expect, it } from 'vitest';
import { createDevices, DEVICE_KNOWN_DAYS } from './devices.ts';

const MS_PER_DAY = 86_400_000;
let day = 20_000;
const devices = createDevices(Buffer.alloc(32, 1), () => new Date(day * MS_PER_DAY));

describe('a device', () => {
  it('is the same each time, for its account alone, in any case of its e-mail', () => {
    const token = devices.identify('a@example.com', null);
    const device = devices.recognize('A@example.com', token);

    expect(device).toEqual({ id: expect.stringMatching(/^[\w-]{22}$/), since: new Date(day * MS_PER_DAY) });
    expect(devices.recognize('a@example.com', devices.identify('a@example.com', device))).toEqual(device);
    expect(devices.recognize('b@example.com', token)).toBeNull();
    expect(token).not.toContain('example');
  });

  it('is known for so long', () => {
    const token = devices.identify('a@example.com', null);

    day += DEVICE_KNOWN_DAYS;
    expect(devices.recognize('a@example.com', token)).not.toBeNull();
    day += 1;
    expect(devices.recognize('a@example.com', token)).toBeNull();
  });

  it.each(['', 'x', '..', 'a.b.c', `${'x'.repeat(22)}.abc.${'y'.repeat(43)}`])('is none by %j', (token) => {
    expect(devices.recognize('a@example.com', token)).toBeNull();
  });

  it('is not known by a token that was signed with another secret, or made younger', () => {
    const token = createDevices(Buffer.alloc(32, 2), () => new Date()).identify('a@example.com', null);
    const [id, , mac] = devices.identify('a@example.com', null).split('.');

    expect(devices.recognize('a@example.com', token)).toBeNull();
    expect(devices.recognize('a@example.com', `${id}.zzz.${mac}`)).toBeNull();
  });
});
