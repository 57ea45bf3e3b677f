/** A key under a reserved domain: no bank can resolve it, so the code can never move money. */
export const SANDBOX_PIX_KEY = 'sandbox-do-not-pay@pix.invalid';
const RECEIVER_NAME = 'SANDBOX NO REAL PAYMENT';
const RECEIVER_CITY = 'SANDBOX';
const TXID_LENGTH = 25;
const REAL_ISO_NUMBER = '986';

export function pixCode({ amountCents, reference }: { amountCents: number; reference: string }): string {
  const transactionId = reference.replace(/[^0-9A-Za-z]/g, '').slice(0, TXID_LENGTH) || '***';
  const body = [
    field('00', '01'),
    field('01', '12'),
    field('26', field('00', 'br.gov.bcb.pix') + field('01', SANDBOX_PIX_KEY)),
    field('52', '0000'),
    field('53', REAL_ISO_NUMBER),
    field('54', (amountCents / 100).toFixed(2)),
    field('58', 'BR'),
    field('59', RECEIVER_NAME),
    field('60', RECEIVER_CITY),
    field('62', field('05', transactionId)),
    '6304',
  ].join('');
  return body + crc16(body);
}

/** CRC16/CCITT-FALSE, which the BR Code standard requires in field 63. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, 'utf8')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

const field = (id: string, value: string): string => `${id}${String(value.length).padStart(2, '0')}${value}`;
