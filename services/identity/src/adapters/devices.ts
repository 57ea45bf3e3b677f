import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export type Devices = {
  /** A token by which a device is known when it logs in to the account again; it stays the same device. */
  introduce(email: string, device: string | null): string;
  /** Which device a token is of, when it was made for the account and is not too old. */
  recognize(email: string, token: string): string | null;
};

/** As long as a browser keeps a cookie at most; each log-in makes a new token. */
export const DEVICE_KNOWN_DAYS = 400;
const MS_PER_DAY = 86_400_000;
const ID_BYTES = 16;
const TOKEN = /^([\w-]{22})\.([0-9a-z]{1,11})\.([\w-]{43})$/;

/** Signed, so that nothing is stored of devices; a token names no account. */
export function createDevices(secret: Buffer, now: () => Date): Devices {
  const signed = (email: string, id: string, day: string): Buffer =>
    createHmac('sha256', secret).update(`${id}.${day}.${email.toLowerCase()}`).digest();
  const today = (): number => Math.floor(now().getTime() / MS_PER_DAY);
  return {
    introduce(email, device) {
      const id = device ?? randomBytes(ID_BYTES).toString('base64url');
      const day = today().toString(36);
      return `${id}.${day}.${signed(email, id, day).toString('base64url')}`;
    },
    recognize(email, token) {
      const [, id = '', day = '', mac = ''] = TOKEN.exec(token) ?? [];
      if (id === '' || parseInt(day, 36) + DEVICE_KNOWN_DAYS < today()) return null;
      const given = Buffer.from(mac, 'base64url');
      const right = signed(email, id, day);
      return given.byteLength === right.byteLength && timingSafeEqual(given, right) ? id : null;
    },
  };
}
