import { pino, type Logger } from 'pino';
import { currentCall } from '../rpc/call.ts';
import { errorFields } from './error-fields.ts';
import { redact } from './redaction.ts';

export type Log = Logger;

/** JSON logs; every line inside a call carries its request id, and the id of its trace. */
export function createLog(name: string, level: string): Log {
  return pino({
    name,
    level,
    base: { service: name },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }), log: redact },
    serializers: { err: errorFields },
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
