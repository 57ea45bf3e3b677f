import { pino, type Logger } from 'pino';
import { currentCall } from '../rpc/call.ts';
import { errorFields } from './error-facts.ts';

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

/** JSON logs; every line inside a call carries its request id, and the id of its trace. */
export function createLog(name: string, level: string): Log {
  return pino({
    name,
    level,
    base: { service: name },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: errorFields },
    redact: { paths: NEVER_LOGGED.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[redacted]' },
    mixin: () => {
      const call = currentCall();
      return call
        ? { requestId: call.requestId, ...(call.traceparent && { traceId: traceIdOf(call.traceparent) }) }
        : {};
    },
  });
}

/** `00-<trace>-<span>-<flags>` */
const traceIdOf = (traceparent: string): string => traceparent.split('-', 2)[1] ?? '';
