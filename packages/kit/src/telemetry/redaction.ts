import { REDACTED_FIELDS } from '@estampa/contracts/redacted-fields';

const CENSORED = '[redacted]';
/** Deeper objects are hidden whole, which also ends cycles. */
const DEPTH_MAX = 8;

/** `documentNumber`, `document_number` and `Document-Number` are one name. */
const nameOf = (key: string): string => key.replaceAll(/[_-]/g, '').toLowerCase();

/** What providers call the same data. */
const PROVIDERS_NAMES = ['cpfCnpj', 'mobilePhone', 'postalCode', 'address', 'identification'];
const PERSONAL = new Set([...REDACTED_FIELDS, ...PROVIDERS_NAMES].map(nameOf));
const SECRET = /password|secret|token|authorization|cookie|apikey|privatekey|signingkey/;

/** Whether logs hide what stands under the key: personal by the protos' `debug_redact`, or secret by its name. */
export function isRedacted(key: string): boolean {
  const name = nameOf(key);
  return PERSONAL.has(name) || SECRET.test(name);
}

/** A copy of what is logged, without what is personal or secret. Errors are left to `errorFields`. */
export function redact(fields: Record<string, unknown>): Record<string, unknown> {
  return redactEntries(fields, 1);
}

const redactEntries = (fields: object, depth: number): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, isRedacted(key) ? CENSORED : redactValue(value, depth)]),
  );

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error || 'toJSON' in value) return value;
  if (depth === DEPTH_MAX || ArrayBuffer.isView(value)) return CENSORED;
  return Array.isArray(value) ? value.map((each) => redactValue(each, depth + 1)) : redactEntries(value, depth + 1);
}
