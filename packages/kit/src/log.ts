import { pino, type Logger } from 'pino';
import { currentCall } from './call.ts';
import { errorFacts } from './error-facts.ts';

export type Log = Logger;

const NEVER_LOGGED = [
  'password',
  'token',
  'accessToken',
  'refreshToken',
  'authorization',
  'access_token',
  'documentNumber',
  'cpfCnpj',
  'phone',
  'whatsapp',
  'email',
];

/** JSON logs; every line inside a call carries its request id. */
export function createLog(name: string, level: string): Log {
  return pino({
    name,
    level,
    base: { service: name },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: errorFacts },
    redact: { paths: NEVER_LOGGED.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[redacted]' },
    mixin: () => {
      const call = currentCall();
      return call ? { requestId: call.requestId, ...(call.traceparent && { traceparent: call.traceparent }) } : {};
    },
  });
}
