import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** `since`: when its token was made, in seconds. */
export type Device = { id: string; since: Date };

export type Devices = {
  /** A token by which a device is known when it logs in to the account again; it stays the same device. */
  identify(email: string, device: Device | null): string;
  /** Which device a token is of, when it was made for the account and is not too old. */
  recognize(email: string, token: string): Device | null;
};

/** The longest that browsers store a cookie; each log-in makes a new token. */
export const DEVICE_KNOWN_DAYS = 400;
const MS_PER_SECOND = 1_000;
const SECONDS_PER_DAY = 86_400;
const ID_BYTES = 16;
const TOKEN = /^([\w-]{22})\.([0-9a-z]{1,11})\.([\w-]{43})$/;

/** Signed, so that nothing is stored of devices; a token names no account. */
export function createDevices(secret: Buffer, now: () => Date): Devices {
  const signed = (email: string, id: string, since: string): Buffer =>
    createHmac('sha256', secret).update(`${id}.${since}.${email.toLowerCase()}`).digest();
  const seconds = (): number => Math.floor(now().getTime() / MS_PER_SECOND);
  return {
    identify(email, device) {
      const id = device?.id ?? randomBytes(ID_BYTES).toString('base64url');
      const since = seconds().toString(36);
      return `${id}.${since}.${signed(email, id, since).toString('base64url')}`;
    },
    recognize(email, token) {
      const [, id = '', said = '', mac = ''] = TOKEN.exec(token) ?? [];
      const since = parseInt(said, 36);
      if (id === '' || since + DEVICE_KNOWN_DAYS * SECONDS_PER_DAY < seconds()) return null;
      const given = Buffer.from(mac, 'base64url');
      const right = signed(email, id, said);
      const isOurs = given.byteLength === right.byteLength && timingSafeEqual(given, right);
      return isOurs ? { id, since: new Date(since * MS_PER_SECOND) } : null;
    },
  };
}
