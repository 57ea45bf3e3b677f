// oxlint-disable-next-line no-explicit-any -- examples hold any JSON
type Json = any;

type Kind = readonly [pattern: RegExp, valueOf: (place: number) => string];

const ITEMS_MAX = 2;
const TIME = '2026-01-02T03:04:05.678Z';
const SECRET = 'a-long-secret';
const SECRET_NAME = /^(accessToken|refreshToken|inviteToken|token|password|currentPassword|newPassword|x|y|kid)$/;
const pad = (place: number, digits: number): string => String(place).padStart(digits, '0');

/** Names that each run makes anew: the same name becomes the same value, numbered by first appearance. */
const NUMBERED: readonly Kind[] = [
  [
    /[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}/g,
    (place) => `01900000-0000-7000-8000-${pad(place, 12)}`,
  ],
  // A render, whose name is a hash of its inputs.
  [/(?<=\/)[\da-f]{16}(?=\.webp)/g, (place) => pad(place, 16)],
  [/\bpay_[\da-zA-Z]{12,}/g, (place) => `pay_${pad(place, 16)}`],
  [/\bcus_[\da-zA-Z]{12,}/g, (place) => `cus_${pad(place, 16)}`],
  [/\bevt_[\da-zA-Z]{12,}(?:&\d+)?/g, (place) => `evt_${pad(place, 16)}&${place}`],
  [/\bSB\d{9}BR\b/g, (place) => `SB${pad(place, 9)}BR`],
  [/\bME\d{9}BR\b/g, (place) => `ME${pad(place, 9)}BR`],
  [/\bORD-\d{13}\b/g, (place) => `ORD-2026${pad(place, 9)}`],
  [/\bq1\.[\w-]+\.[\w-]+/g, (place) => `q1.quote-${place}.a-signature`],
];

/** Times and addresses of the run, and secrets. */
const FIXED: readonly (readonly [pattern: RegExp, value: string])[] = [
  [/\bestampa-t[\da-f]{8}\b/g, 'estampa'],
  [/(?<=token=)[\da-f]{64}/g, SECRET],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, TIME],
  [/\b\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\b/g, '2026-01-02 03:04:05'],
  [/\b20\d\d-\d\d-\d\d\b/g, '2026-01-02'],
  [/\?v[^"]*/g, '?v=1'],
  [/\?X-Amz[^"]*/g, '?X-Amz-Signature=a-signature'],
  [/http:\/\/(127\.0\.0\.1|localhost):\d+/g, 'https://api.example.com'],
];

/**
 * Returns a function that replaces what differs from run to run, in one value after another: ids by numbers in order of first
 * appearance, so that equal ids stay equal; secrets, times and addresses by constants. Lists are cut to their first two items.
 */
export function steadyValues(): (value: Json) => Json {
  const known = NUMBERED.map(() => new Map<string, string>());

  function steadyText(text: string): string {
    const numbered = NUMBERED.reduce(
      (rest, [pattern, valueOf], kind) => rest.replaceAll(pattern, (found) => steadyName(kind, found, valueOf)),
      text,
    );
    return FIXED.reduce((rest, [pattern, value]) => rest.replaceAll(pattern, value), numbered);
  }

  function steadyName(kind: number, found: string, valueOf: (place: number) => string): string {
    const names = known[kind]!;
    const value = names.get(found) ?? valueOf(names.size + 1);
    names.set(found, value);
    return value;
  }

  return function steady(value: Json, name = ''): Json {
    if (Array.isArray(value)) return value.slice(0, ITEMS_MAX).map((one) => steady(one, name));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, steady(one, key)]));
    }
    if (name === 'durationMs') return 120;
    if (typeof value !== 'string') return value;
    if (SECRET_NAME.test(name)) return SECRET;
    if (name === 'nextCursor') return encoded(steadyText(decoded(value)));
    return steadyText(value);
  } as (value: Json) => Json;
}

const decoded = (cursor: string): string => Buffer.from(cursor, 'base64url').toString();
const encoded = (cursor: string): string => Buffer.from(cursor).toString('base64url');
