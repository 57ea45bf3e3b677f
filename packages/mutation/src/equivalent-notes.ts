import type { Equivalent } from './equivalents.ts';

const JSON_WRITES_IT_SO = 'JSON.stringify writes a finite number as String does; the shortcut saves time';
const NO_KEY_NO_TOKEN = 'without a token there is no key, and nothing is genuine without a key';

const GATEWAY_ACCESS: readonly Equivalent[] = [
  {
    file: 'gateway/src/access/caller-limits.ts',
    line: 'count = this.#older.get(caller) ?? { start: now, requested: 0, before: 0 };',
    original: '{ start: now, requested: 0, before: 0 }',
    replacement: '{}',
    why: 'a window without a beginning is over, so sliding sets all three',
  },
  {
    file: 'gateway/src/access/caller-limits.ts',
    line: 'if (room >= 0) return windowMs * (1 - room / before) - elapsed;',
    original: 'room >= 0',
    replacement: 'room > 0',
    why: 'both ways of waiting are as long where there is no room',
  },
  {
    file: 'gateway/src/access/device.ts',
    line: "const cookies = (headers['cookie'] ?? '').split(';').map((cookie) => cookie.trim().split('='));",
    original: "''",
    replacement: '"Stryker was here!"',
    why: 'it has no cookie of that name either',
  },
  ...[
    ["typeof value === 'number' && Number.isFinite(value)", 'false'],
    ["typeof value === 'number'", 'true'],
    ["typeof value === 'number'", "typeof value !== 'number'"],
    ["'number'", '""'],
  ].map(([original, replacement]) => ({
    file: 'gateway/src/access/idempotency-key.ts',
    line: "if (typeof value === 'number' && Number.isFinite(value)) return String(value);",
    original: original!,
    replacement: replacement!,
    why: JSON_WRITES_IT_SO,
  })),
  {
    file: 'gateway/src/access/key-ring.ts',
    line: 'if (at < listedAt) return;',
    original: 'at < listedAt',
    replacement: 'at <= listedAt',
    why: 'two queries are a second apart',
  },
  ...['false', '!token && !key'].map((replacement) => ({
    file: 'gateway/src/access/session-token.ts',
    line: "if (!token || !key) throw unauthenticated('The token is not valid');",
    original: '!token || !key',
    replacement,
    why: NO_KEY_NO_TOKEN,
  })),
  {
    file: 'gateway/src/access/session-token.ts',
    line: "if (typeof claims === 'object' && typeof claims['sid'] === 'string' && claims.exp !== undefined) {",
    original: "typeof claims === 'object'",
    replacement: 'true',
    why: 'a text has no claims, and was rejected for its issuer before',
  },
  {
    file: 'gateway/src/access/session-token.ts',
    line: 'const kid: unknown = jwt.decode(token, { complete: true })?.header.kid;',
    original: 'jwt.decode(token, { complete: true })?.header',
    replacement: 'jwt.decode(token, {\n  complete: true\n}).header',
    why: 'what it throws then is caught, and means the same',
  },
  {
    file: 'gateway/src/access/session-token.ts',
    line: '} catch {',
    original: '{\n    return undefined;\n  }',
    replacement: '{}',
    why: 'the function ends there',
  },
];

/** By target. */
export const EQUIVALENTS: Readonly<Record<string, readonly Equivalent[]>> = { 'gateway-access': GATEWAY_ACCESS };
