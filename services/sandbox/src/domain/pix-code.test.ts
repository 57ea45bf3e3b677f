import { expect, it } from 'vitest';
import { crc16, pixCode, SANDBOX_PIX_KEY } from './pix-code.ts';

it('computes the checksum of the standard check string', () => {
  expect(crc16('123456789')).toBe('29B1');
});

it('writes well-formed fields that end in a matching checksum', () => {
  const code = pixCode({ amountCents: 15_980, reference: 'pay_00c0ffee00c0ffee' });
  const fields = parse(code);

  expect(fields.get('00')).toBe('01');
  expect(parse(fields.get('26') ?? '')).toEqual(
    new Map([
      ['00', 'br.gov.bcb.pix'],
      ['01', SANDBOX_PIX_KEY],
    ]),
  );
  expect(fields.get('53')).toBe('986');
  expect(fields.get('54')).toBe('159.80');
  expect(parse(fields.get('62') ?? '').get('05')).toBe('pay00c0ffee00c0ffee');
  expect(fields.get('63')).toBe(crc16(code.slice(0, -4)));
});

it('cuts name, city and transaction id to their lengths', () => {
  const fields = parse(pixCode({ amountCents: 1, reference: 'x'.repeat(80) }));

  expect(fields.get('54')).toBe('0.01');
  expect(fields.get('59')!.length).toBeLessThanOrEqual(25);
  expect(fields.get('60')!.length).toBeLessThanOrEqual(15);
  expect(parse(fields.get('62')!).get('05')).toHaveLength(25);
});

function parse(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (let at = 0; at < text.length;) {
    const length = Number(text.slice(at + 2, at + 4));
    fields.set(text.slice(at, at + 2), text.slice(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return fields;
}
