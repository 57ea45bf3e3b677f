// oxlint-disable-next-line no-explicit-any -- examples are arbitrary JSON
type Json = any;

export type Exchange = { method: string; url: string; sent: string | null; status: number; text: string };
/** Request and responses by status of each operation. */
export type Examples = Record<string, { sent?: Json; responses: Record<string, Json> }>;

const ITEMS_MAX = 2;
const ID = /[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
/** Part of a link in a mail. */
const TOKEN = /(?<=token=)[\da-f]{64}/g;
/** What providers call a payment and an event, and the bucket of a test. */
const RUNS_OWN: readonly (readonly [RegExp, string])[] = [
  [/\b(pay|evt|cus)_[\da-zA-Z]{12,}/g, '$1_0123456789abcdef'],
  [/\bestampa-t[\da-f]{8}\b/g, 'estampa'],
];
const SECRET = /^(accessToken|refreshToken|inviteToken|token|password|currentPassword|newPassword|x|y|kid)$/;

/** The first exchange of each operation and status that went well, without what differs from run to run. */
export function examplesOf(exchanges: readonly Exchange[], { paths }: Json): Examples {
  const steady = new Steady();
  const examples: Examples = {};
  const routes = Object.entries<Json>(paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, { operationId }]) => ({ path, method, operationId })),
  );
  // A path without parameters is meant before one with them.
  routes.sort((one, other) => one.path.split('{').length - other.path.split('{').length);
  for (const { method, url, sent, status, text } of exchanges) {
    const { pathname } = new URL(url);
    const found = routes.find((one) => one.method === method.toLowerCase() && patternOf(one.path).test(pathname));
    if (!found || status >= 300) continue;
    const example = (examples[found.operationId] ??= { responses: {} });
    if (example.responses[status] !== undefined || isEmptyList(text)) continue;
    if (sent) example.sent ??= steady.of(JSON.parse(sent));
    if (text !== '') example.responses[status] = steady.of(JSON.parse(text));
  }
  return Object.fromEntries(Object.entries(examples).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

/** An empty page shows nothing of the list's items; a later one may. */
const isEmptyList = (text: string): boolean => /"total":0,"skip":/.test(text);

/** Ids, times, secrets and addresses as they are in every run. */
class Steady {
  readonly #ids = new Map<string, string>();

  of(value: Json, name = ''): Json {
    if (Array.isArray(value)) return value.slice(0, ITEMS_MAX).map((one) => this.of(one, name));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.of(one, key)]));
    }
    if (name === 'durationMs') return 120;
    if (typeof value !== 'string') return value;
    if (SECRET.test(name)) return 'a-long-secret';
    const same = RUNS_OWN.reduce((text, [pattern, steady]) => text.replaceAll(pattern, steady), value);
    return same
      .replaceAll(ID, (id) => this.#steady(id))
      .replaceAll(TOKEN, 'a-long-secret')
      .replaceAll(TIME, '2026-01-02T03:04:05.678Z')
      .replaceAll(/\?(v|X-Amz)[^"]*/g, (query) => (query.startsWith('?v') ? '?v=1' : '?X-Amz-Signature=a-signature'))
      .replaceAll(/http:\/\/(127\.0\.0\.1|localhost):\d+/g, 'https://api.example.com');
  }

  #steady(id: string): string {
    const known = this.#ids.get(id);
    if (known) return known;
    const steady = `01900000-0000-7000-8000-${String(this.#ids.size + 1).padStart(12, '0')}`;
    this.#ids.set(id, steady);
    return steady;
  }
}
