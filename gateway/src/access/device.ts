import { Reply } from '../routes/route.ts';

/** Of what a device is known by; anything longer is none. */
export const DEVICE_MAX_CHARACTERS = 200;
const HEADER = 'Estampa-Device';
const COOKIE = 'estampa_device';
const LOG_IN_PATH = '/auth/login';
/** The longest that browsers store a cookie. */
const CACHED_SECONDS = 400 * 24 * 60 * 60;
const ATTRIBUTES = `Path=${LOG_IN_PATH}; Max-Age=${CACHED_SECONDS}; HttpOnly; SameSite=Strict; Secure`;

/** Documents the two headers that a log-in returns beside its tokens. */
export const DEVICE_HEADERS: Readonly<Record<string, string>> = {
  [HEADER]: 'What this device is known by when it logs in to the account again: send it in the header of the same name',
  'Set-Cookie': `The same for browsers: \`${COOKIE}\`, for ${LOG_IN_PATH} alone and out of reach of scripts`,
};

/** By the header, which wins, or by the cookie; undefined when neither can be one. */
export function deviceOf(headers: Readonly<Record<string, string | undefined>>): string | undefined {
  const cookies = (headers['cookie'] ?? '').split(';').map((cookie) => cookie.trim().split('='));
  const device = headers[HEADER.toLowerCase()] ?? cookies.find(([name]) => name === COOKIE)?.[1];
  return device !== undefined && device.length <= DEVICE_MAX_CHARACTERS ? device : undefined;
}

/** A response that also hands its device the id by which it is recognised. */
export function replyToDevice(json: unknown, device: string): Reply {
  return new Reply(null, { [HEADER]: device, 'Set-Cookie': `${COOKIE}=${device}; ${ATTRIBUTES}` }, { json });
}
