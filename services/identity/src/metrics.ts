import { Counter, Histogram } from '@estampa/kit/telemetry/metrics';

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

export const passwordHashing = new Histogram({
  name: 'password_hashing_seconds',
  help: 'Time to hash or check a password, without the wait for a turn',
  labelNames: ['work'],
  buckets: SECONDS,
});

export const emails = new Counter({
  name: 'emails_total',
  help: 'E-mails handed to the mail server, failed attempts, and those given up',
  labelNames: ['outcome'],
});

export const logIns = new Counter({
  name: 'log_ins_total',
  help: 'Log-ins that went well, were wrong, of an account that is not active, or refused since too many failed',
  labelNames: ['outcome'],
});

export const refreshes = new Counter({
  name: 'session_refreshes_total',
  help: 'Refresh tokens that were good, repeated soon after, used again later, or over',
  labelNames: ['outcome'],
});
